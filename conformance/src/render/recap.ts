/** The summary at the end of a text report, where a terminal shows it. */
import type { CheckResult, Report } from '../report.ts'
import { cascade } from './lines.ts'
import type { Paint } from './paint.ts'
import { visible } from './visible.ts'
import { wrapped } from './wrapped.ts'

/** Warnings about the run, then failures in the order of the run, then warnings of checks. */
export const recap = ({ warnings, checks }: Report, paint: Paint, width: number): string[] => {
  const lines = warnings.flatMap((text) => wrapped(`Warning: ${text}`, width, '', '  '))
  const failures = checks.filter(({ outcome }) => outcome === 'failed')
  if (failures.length > 0) {
    lines.push(paint('bold', 'To fix, in this order'))
    lines.push(...failures.flatMap((check) => recapOf(check, paint('red', '✗'), width)))
  }
  const skipped = cascade(checks)
  if (skipped !== null) lines.push(...wrapped(skipped, width, `  ${paint('yellow', '–')} `, '    '))
  const warned = checks.filter(({ warning }) => warning !== null)
  if (warned.length > 0) {
    lines.push(paint('bold', 'Warnings'))
    lines.push(...warned.flatMap((check) => recapOf(check, paint('yellow', '!'), width)))
  }
  return lines.length === 0 ? [] : [...lines, '']
}

const recapOf = ({ id, title, remedy }: CheckResult, mark: string, width: number): string[] => [
  ...wrapped(`${title} (${id})`, width, `  ${mark} `, '    '),
  ...(remedy === null ? [] : wrapped(`Fix: ${visible(remedy)}`, width, '    ', '      ')),
]
