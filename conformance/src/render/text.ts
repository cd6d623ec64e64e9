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
  const { color = false, width = WIDTH, verbose = false } = options
  const paint: Paint = (style, text) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const { target, checks, warnings, summary, durationMs } = report
  const groups = inGroups(checks).flatMap(([group, members]) => [
    '',
    paint('bold', group),
    ...members.flatMap((check) => checkLines(check, paint, width, verbose)),
  ])
  const end = `${verdict(summary)} ${seconds(durationMs)}.`
  return [
    `${paint('bold', 'API URL')}      ${target.apiUrl}`,
    `${paint('bold', 'Webhook URL')}  ${target.webhookUrl}`,
    ...groups,
    '',
    ...warnings.flatMap((warning) => wrapped(`Warning: ${warning}`, width, '', '  ')),
    paint(summary.conforms ? 'green' : 'red', end),
    '',
  ].join('\n')
}

/** The lines of one check, as a run that is under way shows them too. */
function checkLines(check: CheckResult, paint: Paint, width: number, verbose: boolean): string[] {
  const { outcome, title, id, section, explanation, remedy, note, sent, received } = check
  const [style, mark] = MARKS[outcome]
  const head = wrapped(title, width, '    ', '    ')
  const [first = '', ...rest] = head
  const told = (label: string, text: string): string[] =>
    wrapped(`${label} ${visible(text)}`, width, '      ', '        ')
  const lines = [
    `  ${paint(style, mark)} ${first.trimStart()}`,
    ...rest,
    ...(outcome === 'passed' && !verbose ? [] : [paint('dim', `      ${id} · ${section}`)]),
    ...(outcome === 'passed'
      ? []
      : told(outcome === 'failed' ? 'What came:' : 'Why:', explanation)),
    ...(remedy === null ? [] : told('To do:', remedy)),
    ...(note === null ? [] : told('Note:', note)),
  ]
  if (outcome === 'skipped' || (outcome === 'passed' && !verbose)) return lines
  return [
    ...lines,
    ...(sent === null ? [] : block('sent', sentLines(sent), paint)),
    ...(received === null ? [] : block('came', receivedLines(received), paint)),
  ]
}

function block(label: string, lines: readonly string[], paint: Paint): string[] {
  const shown = lines.flatMap((line) => visible(line).split('\n'))
  return [
    paint('dim', `      ${label}`),
    ...shown.map((line) => paint('dim', `      │ ${line}`.trimEnd())),
  ]
}
