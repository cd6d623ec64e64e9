/** The parts that every form of a report has in common. */
import type { ReceivedAnswer, SentRequest } from '../http/exchange.ts'
import type { CheckResult, Summary } from '../report.ts'

/** The checks in groups, in the order in which the groups first come. */
export const inGroups = <Member extends { group: string }>(
  checks: readonly Member[],
): [group: Member['group'], checks: Member[]][] => [...Map.groupBy(checks, ({ group }) => group)]

/** A request as it looks on the wire. */
export const sentLines = ({ method, url, headers, body }: SentRequest): string[] => [
  `${method} ${url}`,
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === null || body === '' ? [] : ['', body]),
]

/** An answer as it looked on the wire, or why there was none. */
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

/** The last word of a report, as a sentence. Only a report that conforms is a certificate. */
export const verdict = (summary: Summary): string => {
  const { passed, failed, skipped, warned, required, requiredPassed, conforms } = summary
  const warnings = warned === 0 ? '' : ` (${warned} with a warning)`
  const counts = `${passed} passed${warnings}, ${failed} failed, ${skipped} skipped`
  if (failed > 0) return `Does not conform: ${counts}.`
  if (conforms) return `Conforms: ${required} of ${required} checks. ${counts}.`
  return `${requiredPassed} of ${required} checks: no certificate. ${counts}.`
}

/** How a report looks: only a certificate is green. */
export const stateOf = ({ failed, conforms }: Summary): 'passed' | 'failed' | 'partial' => {
  if (failed > 0) return 'failed'
  return conforms ? 'passed' : 'partial'
}

/** Every check that was skipped because one of these failed, in one sentence; null without any. */
export const cascade = (checks: readonly CheckResult[]): string | null => {
  const skipped = checks.filter(({ blockedBy }) => blockedBy !== null)
  if (skipped.length === 0) return null
  const causes = [...new Set(skipped.map(({ blockedBy }) => blockedBy))].join(', ')
  const subject = skipped.length === 1 ? '1 check was' : `${skipped.length} checks were`
  return `${subject} skipped because of a failure before them: ${causes}.`
}
