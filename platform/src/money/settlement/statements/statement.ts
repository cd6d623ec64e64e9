/**
 * A statement says what a partner is owed for consecutive business dates, or what a channel has earned
 * (D32). A channel's statement has partner 0.
 *
 * open → closed → approved
 *
 * - *open*: its dates are taken, so that no other statement can cover them. The dates are sealed, so its
 *   lines cannot change. Its figures are not computed yet. A statement is open for some seconds, or until
 *   a process that was killed is replaced.
 * - *closed*: one transaction gave it its number, its figures and the transfers of its fees. They never
 *   change again; a trigger of the table checks this.
 * - *approved*: another person than the one who closed it named its net. It can be paid from now on.
 *
 * Its lines are derived from the ledger. `net = gross − refunds − fees − VAT + adjustments +
 * carriedForward`. A negative net is carried forward to the next statement, and nothing is paid.
 */
import type { ChannelKind, Centimes } from '@wasl/protocol'
import type { TransferCode } from '../../../ledger/codes.ts'

export type StatementStatus = 'open' | 'closed' | 'approved'

export type Statement = {
  statementId: string
  /** 0 for a channel's. */
  partnerId: number
  /** `prt_1001`, or `chn_7`. */
  owner: string
  /** Such as `1001-2026-0001`; null while it is open. */
  number: string | null
  /** The number of the credit note for `feesBack`, such as `1001-2026-C0001`; null without one. */
  creditNoteNumber: string | null
  /** Business dates, both inclusive: `2026-11-22`. */
  from: string
  until: string
  status: StatementStatus
  currency: 'DZD'
  /** Null while it is open. */
  figures: Figures | null
  /** By kind of channel and VAT rate; their sums are those of the figures. */
  fees: StatementFee[]
  /** What was paid of the net, without what was returned. */
  paid: Centimes
  openedAt: Date
  closedAt: Date | null
  /** The person who closed it; null when the schedule did. */
  closedBy: string | null
  approvedAt: Date | null
  approvedBy: string | null
  /** When all of a positive net was paid; null before. */
  paidAt: Date | null
}

export type Figures = {
  /** How many lines it has, and how many of them are payments. */
  lines: number
  payments: number
  gross: Centimes
  refunds: Centimes
  /** What is charged, and what refunds give back of earlier fees. D32's fees is the difference. */
  fees: Centimes
  feesBack: Centimes
  vat: Centimes
  vatBack: Centimes
  /** Of adjustments by hand and of what the partner paid in; may be negative. */
  adjustments: Centimes
  /** The negative net of the statement before; 0 or less. */
  carriedForward: Centimes
  net: Centimes
}

export type StatementFee = {
  channelKind: ChannelKind
  /** 1,900 is 19 %. */
  vatBasisPoints: number
  payments: number
  fee: Centimes
  feeBack: Centimes
}

/** A line: a transfer that is not a fee or a payout. */
export type StatementLine = {
  businessDate: string
  at: Date
  code: Extract<TransferCode, 'COLLECT' | 'REFUND' | 'REFUND_EXPIRED' | 'TOPUP' | 'ADJUST'>
  /** The payment, the refund, the adjustment, … */
  sourceId: string
  /** The line of the transfer; with the source and the code it identifies it. */
  line: number
  /** The payment, for COLLECT, REFUND and REFUND_EXPIRED. */
  paymentId: string | null
  /** Null when the payment was dropped after its retention age, too. */
  reference: string | null
  channelId: number | null
  channelKind: ChannelKind | null
  /** What it adds to what the partner is owed; a refund is below 0. */
  amount: Centimes
  /** What it costs, without VAT; below 0 when a refund gives a part of the fee back. */
  fee: Centimes
  vatBasisPoints: number
}
