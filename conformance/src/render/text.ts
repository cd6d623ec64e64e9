import type { CheckResult, Report } from '../report.ts'
import { inGroups, receivedLines, seconds, sentLines, stateOf, verdict } from './lines.ts'
import { painter } from './paint.ts'
import type { Paint } from './paint.ts'
import { recap } from './recap.ts'
import { visible } from './visible.ts'
import { wrapped } from './wrapped.ts'

export type TextOptions = {
  /** Use terminal colours. Default: false. */
  color?: boolean | undefined
  /** Columns. Default: 100. */
  width?: number | undefined
  /** Also show the exchanges of checks that passed. */
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

/** A report for a terminal: one line for each check, details of failed ones, and a summary. */
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
  if (report.toConfirm.length > 0) {
    lines.push(paint('bold', 'What only you can see'))
    for (const sentence of report.toConfirm)
      lines.push(...wrapped(visible(sentence), width, '  ? ', '    '))
    lines.push('')
  }
  const end = `${verdict(summary)} ${seconds(durationMs)}.`
  return [...lines, paint(VERDICT_STYLES[stateOf(summary)], end), ''].join('\n')
}

/** Joins checks that were skipped for the same reason, unless `verbose` is set. */
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

/** The lines of one check without a final line end, for reports and for progress. */
export const checkToText = (check: CheckResult, options: TextOptions = {}): string => {
  const { outcome, title, id, section, explanation, remedy, note, warning, sent, received } = check
  const { width = WIDTH, verbose = false } = options
  const paint = painter(options)
  const [style, mark] = MARKS[warning === null ? outcome : 'warned']
  const [first = '', ...rest] = wrapped(title, width, '    ', '    ')
  const labelled = (label: string, text: string): string[] =>
    wrapped(`${label} ${visible(text)}`, width, '      ', '        ')
  const lines = [`  ${paint(style, mark)} ${first.trimStart()}`, ...rest]
  const isDetailed = outcome === 'failed' || warning !== null || verbose
  if (isDetailed) lines.push(paint('dim', `      ${id} · ${section}`))
  if (outcome === 'failed') lines.push(...labelled('Problem:', explanation))
  if (warning !== null) lines.push(...labelled('Warning:', warning))
  if (outcome === 'skipped') lines.push(...labelled('Why:', explanation))
  if (remedy !== null) lines.push(...labelled('Fix:', remedy))
  if (note !== null) lines.push(...labelled('Note:', note))
  if (isDetailed && sent !== null) lines.push(...block('sent', sentLines(sent), paint))
  if (isDetailed && received !== null)
    lines.push(...block('received', receivedLines(received), paint))
  return lines.join('\n')
}

const block = (label: string, lines: readonly string[], paint: Paint): string[] => {
  const shown = lines.flatMap((line) => visible(line).split('\n'))
  return [
    paint('dim', `      ${label}`),
    ...shown.map((line) => paint('dim', `      │ ${line}`.trimEnd())),
  ]
}
