/** How the demonstration looks: plain text where colours are not wanted or not possible. */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Honours NO_COLOR, and whether the standard output is a terminal. */
const styled = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

export const bold = (text: string): string => styled('bold', text)
export const dim = (text: string): string => styled('dim', text)
export const green = (text: string): string => styled('green', text)
export const red = (text: string): string => styled('red', text)
export const cyan = (text: string): string => styled('cyan', text)

export const line = (text = ''): void => {
  process.stdout.write(text === '' ? '\n' : `  ${text}\n`)
}

export type Who = 'channel' | 'platform' | 'partner'

/** What came of a step; of one that only asks, what was asked for. */
export type Outcome = { good: string } | { bad: string } | { asked: string }

/** One step between two of them: what it is, who turns to whom, what is sent, what comes of it. */
export const step = (
  name: string,
  [from, to]: [Who, Who],
  sent: string,
  outcome: Outcome,
): void => {
  const route = dim(`${from} → ${to}`.padEnd(ROUTE_WIDTH))
  line(` ${bold(name.padEnd(NAME_WIDTH))} ${route}  ${sent.padEnd(SENT_WIDTH)} ${shown(outcome)}`)
}

// Together with the longest outcome a step fits into 80 columns.
const NAME_WIDTH = 7
const ROUTE_WIDTH = 18
const SENT_WIDTH = 20

const shown = (outcome: Outcome): string => {
  if ('good' in outcome) return green(`✓ ${outcome.good}`)
  return 'bad' in outcome ? red(`✗ ${outcome.bad}`) : `  ${outcome.asked}`
}

/** Rows of a name and what it is, the names in one column. */
export const table = (rows: [name: string, value: string][]): void => {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) line(` ${dim(name.padEnd(width))}  ${value}`)
}

/** The time of day, as a clock on the wall shows it. */
export const clock = (at: Date): string => at.toTimeString().slice(0, 8)

/** A text that takes as many lines as it needs, each with the margin before it. */
export const paragraph = (text: string, margin = ''): void => {
  for (const part of wrap(text, WIDTH - margin.length)) line(margin + dim(part))
}

const WIDTH = 76

const wrap = (text: string, width: number): string[] => {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current)
      current = word
    } else {
      current = current === '' ? word : `${current} ${word}`
    }
  }
  return [...lines, current]
}
