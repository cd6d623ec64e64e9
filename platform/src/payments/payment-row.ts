import type { ChannelKind, PaymentStage } from '@wasl/protocol'
import type { FailReason } from './payment.ts'

/**
 * A payment as the database stores it. Amounts are centimes; labels are the partner's, unchanged.
 */
export type PaymentRow = {
  partner_id: number
  payment_id: string
  reference: string
  channel_id: number
  channel_kind: ChannelKind
  stage: PaymentStage
  amount: number
  currency: 'DZD'
  amount_detail: unknown[]
  details: unknown[]
  opened_at: Date
  lock_expires_at: Date
  paid_at: Date | null
  released_at: Date | null
  refunded_at: Date | null
  /** Centimes: the sum of its refunds. */
  refunded_amount: number
  fail_reason: FailReason | null
  /** Only for a payment by QR code. */
  qr_token: string | null
  /** The agent in whose name it was opened. */
  agent_id: number | null
  /** The agent who took the money. */
  taken_by: number | null
}

const COLUMNS = [
  'partner_id',
  'payment_id',
  'reference',
  'channel_id',
  'channel_kind',
  'stage',
  'amount',
  'currency',
  'amount_detail',
  'details',
  'opened_at',
  'lock_expires_at',
  'paid_at',
  'released_at',
  'refunded_at',
  'refunded_amount',
  'fail_reason',
  'qr_token',
  'agent_id',
  'taken_by',
] as const satisfies readonly (keyof PaymentRow)[]

/**
 * The columns of a payment by name. A prepared statement with `*` would fail as soon as a newer
 * release adds a column.
 *
 * @param table its name or alias in the statement.
 */
export const paymentColumns = (table: string): string =>
  COLUMNS.map((column) => `${table}.${column}`).join(', ')
