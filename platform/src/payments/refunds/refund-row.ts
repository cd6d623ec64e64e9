import type { Centimes, RefundStatus } from '@wasl/protocol'

/** A refund as the database stores it, with the reference of its payment. */
export type RefundRow = {
  partner_id: number
  refund_id: string
  reference: string
  status: RefundStatus
  amount: Centimes
  currency: 'DZD'
  reason: string
  requested_by: string
  requested_at: Date
  /** The persons behind who asked for it; null for one from before. */
  requested_behind: string[] | null
  approved_by: string | null
  declined_by: string | null
  declined_at: Date | null
  made_at: Date | null
  expires_at: Date | null
  paid_at: Date | null
  paid_channel_id: number | null
  paid_agent_id: number | null
  bank_line_id: string | null
  expired_at: Date | null
  times_paid: number
}

const COLUMNS = [
  'partner_id',
  'refund_id',
  'status',
  'amount',
  'currency',
  'reason',
  'requested_by',
  'requested_at',
  'requested_behind',
  'approved_by',
  'declined_by',
  'declined_at',
  'made_at',
  'expires_at',
  'paid_at',
  'paid_channel_id',
  'paid_agent_id',
  'bank_line_id',
  'expired_at',
  'times_paid',
] as const satisfies readonly (keyof RefundRow)[]

/** The columns of the refund `refund`, and the reference of its payment. */
export const REFUND_COLUMNS = `
  ${COLUMNS.map((column) => `refund.${column}`).join(', ')}, (
    select payments.reference
    from payments
    where payments.partner_id = refund.partner_id
      and payments.payment_id = event_id_of(refund.refund_id, 0)
  ) as reference`

/** The condition that `refund_id` belongs to the payment whose id is the SQL `id`. */
export const isRefundOf = (id: string): string =>
  `refund_id between ${id} and event_id_of(${id}, 255) and event_ordinal(${id}) = 0`
