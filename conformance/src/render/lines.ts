/** Text that all forms of a report share. */
import type { ReceivedAnswer, SentRequest } from '../http/exchange.ts'
import type { CheckResult, Summary } from '../report.ts'

/** The checks by group, in the order of the run. */
export const inGroups = <Member extends { group: string }>(
  checks: readonly Member[],
): [group: Member['group'], checks: Member[]][] => [...Map.groupBy(checks, ({ group }) => group)]

/** A request as HTTP text. */
export const sentLines = ({ method, url, headers, body }: SentRequest): string[] => [
  `${method} ${url}`,
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === null || body === '' ? [] : ['', body]),
]

/** An answer as HTTP text, or why no answer came. */
export const receivedLines = (received: ReceivedAnswer): string[] => {
  if (received.kind === 'failure') return [`No usable answer: ${received.message}.`]
  const { status, headers, body } = received
  return [
    `HTTP ${status}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', body]),
  ]
}

export const seconds = (durationMs: number): string =>
  `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`

/** The result of the run, in sentences. Only a report that conforms is a certificate. */
export const verdict = (summary: Summary): string => {
  const { passed, failed, skipped, warned, required, requiredPassed, conforms } = summary
  const warnings = warned === 0 ? '' : ` (${warned} with a warning)`
  const counts = `${passed} passed${warnings}, ${failed} failed, ${skipped} skipped`
  if (failed > 0) return `Does not conform: ${counts}.`
  if (conforms) return `Conforms: ${required} of ${required} checks. ${counts}.`
  return `${requiredPassed} of ${required} checks: no certificate. ${counts}.`
}

/** The state that a report is coloured by: only a certificate is green. */
export const stateOf = ({ failed, conforms }: Summary): 'passed' | 'failed' | 'partial' => {
  if (failed > 0) return 'failed'
  return conforms ? 'passed' : 'partial'
}

/** One sentence about the checks that were skipped because of a failed check; null without any. */
export const cascade = (checks: readonly CheckResult[]): string | null => {
  const skipped = checks.filter(({ blockedBy }) => blockedBy !== null)
  if (skipped.length === 0) return null
  const causes = [...new Set(skipped.map(({ blockedBy }) => blockedBy))].join(', ')
  const subject = skipped.length === 1 ? '1 check was' : `${skipped.length} checks were`
  return `${subject} skipped because these failed: ${causes}.`
}
