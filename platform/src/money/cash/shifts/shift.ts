/**
 * A shift: an agent's turn at a till or on the road (D30). It is an interval of the agent's cash, from
 * its start to its count. The ledger holds the cash; a shift holds none.
 *
 * - `open`: payments open in the name of the agent.
 * - `counting`: the agent counts. No payment opens in its name, and nobody is shown what the books
 *   expect. Confirmations go on.
 * - `counted`: the count is made and cannot be changed. It is compared with what the books said at that
 *   moment, and a difference becomes a variance. From here on the agent may start the next shift: a
 *   confirmation that comes later belongs to it.
 * - `reviewed`: a second person decided on the variance.
 * - `closed`: the end. A shift with a variance that is not decided cannot be closed.
 *
 * The steps below are all there are. `moveShift` is the only statement that makes one.
 */
import type { Centimes, Denominations, ShiftStatus } from '@wasl/protocol'

export type ShiftStep = 'begin' | 'count' | 'review' | 'close'

export const SHIFT_STEPS = {
  begin: { from: ['open'], to: 'counting' },
  count: { from: ['open', 'counting'], to: 'counted' },
  review: { from: ['counted'], to: 'reviewed' },
  close: { from: ['counted', 'reviewed'], to: 'closed' },
} as const satisfies Record<ShiftStep, { from: readonly ShiftStatus[]; to: ShiftStatus }>

export type ShiftRow = {
  shift_id: string
  channel_id: number
  agent_id: number
  status: ShiftStatus
  float: Centimes
  opening_balance: Centimes
  opened_at: Date
  counting_at: Date | null
  counted_at: Date | null
  reviewed_at: Date | null
  closed_at: Date | null
}

export const SHIFT_COLUMNS = `shift_id, channel_id, agent_id, status, float, opening_balance,
  opened_at, counting_at, counted_at, reviewed_at, closed_at`

/** An open payment of the agent at the moment of a count. */
export type OpenPayment = { paymentId: string; amount: Centimes }

export type CountRow = {
  denominations: Denominations
  counted: Centimes
  expected: Centimes
  open_locks: OpenPayment[]
  variance_id: string | null
}

/** A shift with its count, when it has one. */
export type ShiftWithCount = ShiftRow & { count: CountRow | null }
