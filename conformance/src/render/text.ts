import { styleText } from 'node:util'
import type { CheckResult, Report } from '../report.ts'
import { inGroups, receivedLines, seconds, sentLines, verdict } from './lines.ts'
import { visible } from './visible.ts'
import { wrapped } from './wrapped.ts'

export type TextOptions = {
  /** Colours of a terminal; none unless told. */
  color?: boolean | undefined
  /** Columns; 100 unless told. */
  width?: number | undefined
  /** Also shows what was sent and what came for checks that passed. */
  verbose?: boolean | undefined
}

type Paint = (style: 'bold' | 'dim' | 'green' | 'red' | 'yellow', text: string) => string

const MARKS = { passed: ['green', '✓'], failed: ['red', '✗'], skipped: ['yellow', '–'] } as const

const WIDTH = 100

/** A report for people at a terminal: every check in a line, and all there is to know of those that failed. */
export function toText(report: Report, options: TextOptions = {}): string {
  const { target, checks, warnings, summary, durationMs } = report
  const paint = painter(options)
  const width = options.width ?? WIDTH
  const lines = [
    `${paint('bold', 'API URL')}      ${target.apiUrl}`,
    `${paint('bold', 'Webhook URL')}  ${target.webhookUrl}`,
  ]
  for (const [group, members] of inGroups(checks)) {
    lines.push('', paint('bold', group), ...members.map((check) => checkToText(check, options)))
  }
  lines.push('')
  for (const warning of warnings) lines.push(...wrapped(`Warning: ${warning}`, width, '', '  '))
  const end = `${verdict(summary)} ${seconds(durationMs)}.`
  return [...lines, paint(summary.conforms ? 'green' : 'red', end), ''].join('\n')
}

/** The lines of one check, without a line end behind them: also for a run that is under way. */
export function checkToText(check: CheckResult, options: TextOptions = {}): string {
  const { outcome, title, id, section, explanation, remedy, note, sent, received } = check
  const { width = WIDTH, verbose = false } = options
  const paint = painter(options)
  const [style, mark] = MARKS[outcome]
  const [first = '', ...rest] = wrapped(title, width, '    ', '    ')
  const told = (label: string, text: string): string[] =>
    wrapped(`${label} ${visible(text)}`, width, '      ', '        ')
  const lines = [`  ${paint(style, mark)} ${first.trimStart()}`, ...rest]
  const isWhole = outcome === 'failed' || verbose
  if (isWhole) lines.push(paint('dim', `      ${id} · ${section}`))
  if (outcome === 'failed') lines.push(...told('What came:', explanation))
  if (outcome === 'skipped') lines.push(...told('Why:', explanation))
  if (remedy !== null) lines.push(...told('To do:', remedy))
  if (note !== null) lines.push(...told('Note:', note))
  if (isWhole && sent !== null) lines.push(...block('sent', sentLines(sent), paint))
  if (isWhole && received !== null) lines.push(...block('came', receivedLines(received), paint))
  return lines.join('\n')
}

function painter({ color = false }: TextOptions): Paint {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
}

function block(label: string, lines: readonly string[], paint: Paint): string[] {
  const shown = lines.flatMap((line) => visible(line).split('\n'))
  return [
    paint('dim', `      ${label}`),
    ...shown.map((line) => paint('dim', `      │ ${line}`.trimEnd())),
  ]
}
