import { columns, type Terminal } from '../../cli/src/terminal.ts'

export type Role = 'channel' | 'platform' | 'partner' | 'operator' | 'bank'

/** The result of a step, or what it asks for. */
export type Result = { good: string } | { bad: string } | { asked: string }

/** How the demonstration looks, in 80 columns. */
export type Screen = {
  bold(text: string): string
  line(text?: string): void
  /** A text on as many lines as it needs, each indented by the margin. */
  paragraph(text: string, margin?: string): void
  /** Rows of a name and its meaning, the names in one column. */
  table(rows: [name: string, meaning: string][]): void
  /** A request from one role to another: what it is, what is sent, and its result. */
  step(name: string, roles: [from: Role, to: Role], sent: string, result: Result): void
}

const WIDTH = 76

export const createScreen = ({ out, paint }: Terminal): Screen => {
  const line = (text = ''): void => out(text === '' ? '' : `  ${text}`)
  const resultText = (result: Result): string => {
    if ('good' in result) return paint.green(`✓ ${result.good}`)
    return 'bad' in result ? paint.red(`✗ ${result.bad}`) : `  ${result.asked}`
  }
  return {
    bold: paint.bold,
    line,
    paragraph(text, margin = '') {
      for (const part of wrap(text, WIDTH - margin.length)) line(margin + paint.dim(part))
    },
    table(rows) {
      for (const row of columns(rows)) line(` ${row}`)
    },
    step(name, [from, to], sent, result) {
      const roles = paint.dim(`${from} → ${to}`.padEnd(19))
      line(` ${paint.bold(name.padEnd(7))} ${roles}  ${sent.padEnd(20)} ${resultText(result)}`)
    },
  }
}

/** The time of day on this machine. */
export const clockTime = (at: Date): string => at.toTimeString().slice(0, 8)

const wrap = (text: string, width: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const current = lines.at(-1)
    if (current === undefined || current.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${current} ${word}`
  }
  return lines
}
