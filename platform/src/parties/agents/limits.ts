/**
 * The limits on the cash that an agent holds, without I/O (D30). They are advisory: confirmations of
 * other partners' payments may add to the cash at the same moment. So an agent is warned before the
 * limit, then refused new openings. A confirmation is never refused.
 */
import type { AgentWarning, Centimes } from '@wasl/protocol'

/** Null: no limit. */
export type AgentLimits = {
  cashMax: Centimes | null
  /** How many days after its business date cash may still be held. */
  heldDaysMax: number | null
}

export type Holding = {
  cash: Centimes
  /** How many days ago the oldest cash was taken; null when the agent holds none. */
  oldestDays: number | null
}

export type LimitDecision =
  | { ok: true; warnings: AgentWarning[] }
  | { ok: false; code: 'AGENT409_CASH_LIMIT' }

/** Warnings start at this share of the limit: a fifth is left for the way to the safe. */
const WARN_PERCENT = 80

export const decideLimits = (
  { cash, oldestDays }: Holding,
  { cashMax, heldDaysMax }: AgentLimits,
): LimitDecision => {
  const isFull = cashMax !== null && cash >= cashMax
  const isTooOld = heldDaysMax !== null && oldestDays !== null && oldestDays > heldDaysMax
  if (isFull || isTooOld) return { ok: false, code: 'AGENT409_CASH_LIMIT' }
  const warnings: AgentWarning[] = []
  // Centimes are below 2^53, and a limit is below 10^12, so the products are exact.
  if (cashMax !== null && cash * 100 >= cashMax * WARN_PERCENT) {
    warnings.push('AGENT_CASH_NEAR_LIMIT')
  }
  if (heldDaysMax !== null && oldestDays === heldDaysMax) warnings.push('AGENT_HOLDS_CASH_LONG')
  return { ok: true, warnings }
}
