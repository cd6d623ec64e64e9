import type { CheckResult, Report } from '../report.ts'
import { inGroups, receivedLines, seconds, sentLines, stateOf, verdict } from './lines.ts'
import { painter } from './paint.ts'
import type { Paint } from './paint.ts'
import { recap } from './recap.ts'
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

const MARKS = {
  passed: ['green', '✓'],
  warned: ['yellow', '!'],
  failed: ['red', '✗'],
  skipped: ['yellow', '–'],
} as const

const VERDICT_STYLES = { passed: 'green', failed: 'red', partial: 'yellow' } as const

const WIDTH = 100

/**
 * A report for people at a terminal: every check in a line, all there is to know of those that failed,
 * and at the end what to do first.
 */
export const toText = (report: Report, options: TextOptions = {}): string => {
  const { target, checks, summary, durationMs } = report
  const paint = painter(options)
  const width = options.width ?? WIDTH
  const lines = [
    `${paint('bold', 'API URL')}      ${target.apiUrl}`,
    `${paint('bold', 'Webhook URL')}  ${target.webhookUrl}`,
  ]
  for (const [group, members] of inGroups(checks)) {
    lines.push('', paint('bold', group), ...groupLines(members, options))
  }
  lines.push('', ...recap(report, paint, width))
  const end = `${verdict(summary)} ${seconds(durationMs)}.`
  return [...lines, paint(VERDICT_STYLES[stateOf(summary)], end), ''].join('\n')
}

/** Checks that were skipped for one and the same reason stand together, unless all is to be shown. */
const groupLines = (checks: readonly CheckResult[], options: TextOptions): string[] => {
  const parts = Map.groupBy(checks, (check) =>
    check.outcome === 'skipped' && options.verbose !== true ? check.explanation : check,
  )
  return [...parts.values()].map((members) => {
    const [first] = members
    if (first === undefined || members.length === 1) {
      return members.map((check) => checkToText(check, options)).join('\n')
    }
    const ids = members.map(({ id }) => id).join(', ')
    return checkToText({ ...first, title: `${members.length} checks: ${ids}` }, options)
  })
}

/** The lines of one check, without a line end behind them: also for a run that is under way. */
export const checkToText = (check: CheckResult, options: TextOptions = {}): string => {
  const { outcome, title, id, section, explanation, remedy, note, warning, sent, received } = check
  const { width = WIDTH, verbose = false } = options
  const paint = painter(options)
  const [style, mark] = MARKS[warning === null ? outcome : 'warned']
  const [first = '', ...rest] = wrapped(title, width, '    ', '    ')
  const told = (label: string, text: string): string[] =>
    wrapped(`${label} ${visible(text)}`, width, '      ', '        ')
  const lines = [`  ${paint(style, mark)} ${first.trimStart()}`, ...rest]
  const isWhole = outcome === 'failed' || warning !== null || verbose
  if (isWhole) lines.push(paint('dim', `      ${id} · ${section}`))
  if (outcome === 'failed') lines.push(...told('What came:', explanation))
  if (warning !== null) lines.push(...told('Warning:', warning))
  if (outcome === 'skipped') lines.push(...told('Why:', explanation))
  if (remedy !== null) lines.push(...told('To do:', remedy))
  if (note !== null) lines.push(...told('Note:', note))
  if (isWhole && sent !== null) lines.push(...block('sent', sentLines(sent), paint))
  if (isWhole && received !== null) lines.push(...block('came', receivedLines(received), paint))
  return lines.join('\n')
}

const block = (label: string, lines: readonly string[], paint: Paint): string[] => {
  const shown = lines.flatMap((line) => visible(line).split('\n'))
  return [
    paint('dim', `      ${label}`),
    ...shown.map((line) => paint('dim', `      │ ${line}`.trimEnd())),
  ]
}
