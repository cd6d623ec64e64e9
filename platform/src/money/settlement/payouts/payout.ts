/**
 * A payout is a bank transfer that pays an approved statement, or a part of it (D32).
 *
 * proposed → approved → instructed → paid → returned
 *
 * - *proposed*: it reserves its amount. All payouts of a statement that are not declined or returned never
 *   exceed its net, nor what is released.
 * - *approved*: by another person than the one who proposed it.
 * - *instructed*: it is in the file of a batch, with the bank account that the partner has then.
 * - *paid*: the bank has paid it. Posts PAYOUT (COMMISSION_PAID for a channel). It is instructed again when
 *   its bank line is taken back.
 * - *returned*: the bank did not pay an instructed one, or sent a paid one back, which posts
 *   PAYOUT_RETURNED. Another payout of the same statement replaces it.
 * - *declined*: a proposed or approved one that is not to be paid.
 */
import type { Centimes, PayoutStatus } from '@wasl/protocol'

export type PayoutRow = {
  payoutId: string
  partnerId: number
  statementId: string
  owner: string
  statementNumber: string
  amount: Centimes
  currency: 'DZD'
  status: PayoutStatus
  madeBy: string
  madeAt: Date
  declinedBy: string | null
  declinedAt: Date | null
  approvedBy: string | null
  approvedAt: Date | null
  batchId: string | null
  instructedBy: string | null
  instructedAt: Date | null
  bankLineId: string | null
  paidBy: string | null
  paidAt: Date | null
  returnedBy: string | null
  returnedAt: Date | null
  returnReason: string | null
  /** How often its bank line was taken back. */
  timesUnpaid: number
}

/** The statuses that each status may follow. */
export const FOLLOWS = {
  approved: ['proposed'],
  declined: ['proposed', 'approved'],
  instructed: ['approved'],
  paid: ['instructed'],
  returned: ['instructed', 'paid'],
} as const satisfies Partial<Record<PayoutStatus, readonly PayoutStatus[]>>

export type PayoutStep = keyof typeof FOLLOWS

/** Whether a payout with this status may get that one. */
export const mayFollow = (step: PayoutStep, status: PayoutStatus): boolean =>
  (FOLLOWS[step] as readonly PayoutStatus[]).includes(status)

/** Those that are paid or may still be. */
export const LIVE = `('proposed', 'approved', 'instructed', 'paid')`

export const PAYOUT_COLUMNS = `
  payout.payout_id as "payoutId", payout.partner_id as "partnerId",
  payout.statement_id as "statementId", statement.owner,
  statement_number(statement.owner, statement.year, statement.number, '') as "statementNumber",
  payout.amount, payout.currency, payout.status, payout.made_by as "madeBy", payout.made_at as "madeAt",
  payout.declined_by as "declinedBy", payout.declined_at as "declinedAt",
  payout.approved_by as "approvedBy", payout.approved_at as "approvedAt",
  payout.batch_id as "batchId", payout.instructed_by as "instructedBy",
  payout.instructed_at as "instructedAt", payout.bank_line_id as "bankLineId",
  payout.paid_by as "paidBy", payout.paid_at as "paidAt", payout.returned_by as "returnedBy",
  payout.returned_at as "returnedAt", payout.return_reason as "returnReason",
  payout.times_unpaid as "timesUnpaid"`

export const PAYOUTS = `payouts payout join statements statement using (partner_id, statement_id)`
