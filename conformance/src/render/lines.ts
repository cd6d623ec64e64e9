/** The parts that every form of a report has in common. */
import type { Group } from '../check.ts'
import type { Received, Sent } from '../report.ts'

/** The checks in groups, in the order in which the groups first come. */
export function inGroups<Member extends { group: Group }>(
  checks: readonly Member[],
): [group: Group, checks: Member[]][] {
  return [...Map.groupBy(checks, ({ group }) => group)]
}

/** A request as it looks on the wire. */
export function sentLines({ method, url, headers, body }: Sent): string[] {
  return [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null || body === '' ? [] : ['', body]),
  ]
}

/** An answer as it looked on the wire, or why there was none. */
export function receivedLines(received: Received): string[] {
  if (received.kind === 'failure') return [`No usable answer: ${received.message}.`]
  const { status, headers, body } = received
  return [
    `HTTP ${status}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', body]),
  ]
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`
}

/** The last word of a report, as a sentence. */
export function verdict({
  passed,
  failed,
  skipped,
}: Record<'passed' | 'failed' | 'skipped', number>): string {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
  if (failed > 0) return `Does not conform: ${counts}.`
  if (passed === 0) return `Nothing was checked: ${counts}.`
  return skipped === 0 ? `Conforms: ${counts}.` : `Conforms as far as it was checked: ${counts}.`
}
