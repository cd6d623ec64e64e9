/**
 * A case: cash whose payer has no payment (D30). A channel reports one when it has taken cash and the
 * confirmation was refused. A count makes one when its surplus belongs to a payer.
 *
 * - `open`: the cash is in custody, and the account of the case says that it is the payer's.
 * - `confirmed`: another payment of the same payer was confirmed with this cash. Its COLLECT counted
 *   the same cash a second time, so the cash leaves the holder whom that COLLECT charged.
 * - `given_back`: the payer has the cash back, from a holder of cash or from the bank.
 *
 * Both ends are final. `resolve.ts` has the only statement that reaches one.
 */
import type { CaseStatus, Centimes } from '@wasl/protocol'

export type CaseRow = {
  /** 0 for a case that a count found. */
  partner_id: number
  case_id: string
  channel_id: number
  payment_id: string | null
  variance_id: string | null
  amount: Centimes
  /** The holder that took the cash: an agent, the safe or the channel. */
  taken_by: string
  taken_at: Date
  reported_at: Date
  status: CaseStatus
  confirmed_by: string | null
  given_back_by: string | null
  resolved_at: Date | null
  resolved_by: string | null
}

export const CASE_COLUMNS = `partner_id, case_id, channel_id, payment_id, variance_id, amount, taken_by,
  taken_at, reported_at, status, confirmed_by, given_back_by, resolved_at, resolved_by`

const PARTNER_DIGITS = 8

/** The partner in the id of a case, 0 included. */
export const partnerOfCase = (caseId: string): number =>
  Number.parseInt(caseId.slice(-PARTNER_DIGITS), 16)
