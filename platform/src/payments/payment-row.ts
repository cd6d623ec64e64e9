import type { FailReason, Stage } from './payment.ts'

/** A payment as the database holds it. Amounts are centimes; labels are the partner's, unchanged. */
export type PaymentRow = {
  partner_id: number
  payment_id: string
  reference: string
  channel_id: number
  channel_kind: 'AGENCY' | 'DELIVERY' | 'MARKETPLACE'
  stage: Stage
  amount: number
  currency: string
  amount_detail: unknown[]
  details: unknown[]
  opened_at: Date
  lock_expires_at: Date
  paid_at: Date | null
  released_at: Date | null
  refunded_at: Date | null
  fail_reason: FailReason | null
  /** Of a payment by QR code. */
  qr_token: string | null
}
