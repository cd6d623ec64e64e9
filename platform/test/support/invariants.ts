import type { PaymentStatus } from '@wasl/protocol'
import type pg from 'pg'
import { INTEGRITY, withLeaseGrace } from '../../src/operations/integrity/integrity.ts'
import { isConsistent, type StatusAnswer } from './status-history.ts'

/** A status call that was not refused, by this machine's clock. */
export type AcceptedCall = { partnerId: number; sentAtMs: number; receivedAtMs: number }

export type InvariantInput = {
  /** For I9: every status call that was answered with 200, 400 or 403. */
  acceptedCalls?: AcceptedCall[]
  /** For I10: what the status API said, and when. */
  statusAnswers?: StatusAnswer[]
  /** How long a lease may have lapsed before somebody must have taken it over: more than a poll. */
  leaseGraceSeconds?: number
}

export type { StatusAnswer }
export type { PaymentStatus }

/**
 * The invariants of the design, each a query that must return no row. Ask for them when the storm is
 * over and the deliveries have settled.
 *
 * @returns what is violated, one sentence with the offending row each; empty when all hold.
 */
export const checkInvariants = async (
  pool: pg.Pool,
  { acceptedCalls = [], statusAnswers = [], leaseGraceSeconds = 3 }: InvariantInput = {},
): Promise<string[]> => {
  const violations: string[] = []
  for (const [name, query] of Object.entries(INTEGRITY)) {
    const { rows } = await pool.query(withLeaseGrace(query, leaseGraceSeconds))
    for (const row of rows.slice(0, 5)) violations.push(`${name}: ${JSON.stringify(row)}`)
  }
  violations.push(...quotaViolations(acceptedCalls))
  for (const answer of statusAnswers) {
    const problem = await isConsistent(pool, answer)
    if (problem !== null) violations.push(`I10: ${problem}`)
  }
  return violations
}

const WINDOW_MS = 60_000
const CALLS_MAX = 60

/**
 * I9 from the caller's side: 61 accepted calls that were all sent and answered within less than 60
 * seconds must have been accepted within less than 60 seconds.
 */
const quotaViolations = (calls: AcceptedCall[]): string[] => {
  const violations: string[] = []
  for (const [partnerId, own] of Map.groupBy(calls, (call) => call.partnerId)) {
    const sent = own.toSorted((one, other) => one.sentAtMs - other.sentAtMs)
    for (const [index, first] of sent.entries()) {
      const received = sent
        .slice(index)
        .map((call) => call.receivedAtMs)
        .toSorted((one, other) => one - other)
      const last = received[CALLS_MAX]
      if (last === undefined) break
      if (last - first.sentAtMs < WINDOW_MS) {
        violations.push(
          `I9: partner ${partnerId} was given 61 status calls in ${last - first.sentAtMs} ms`,
        )
        break
      }
    }
  }
  return violations
}
