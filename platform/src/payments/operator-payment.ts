import type { WebhookDeliveryState } from '@wasl/protocol'
import type { PaymentRow } from './payment-row.ts'

/**
 * A payment as an operator's lists show it at this moment: a lapsed lock reads as released (D7). The
 * labels of its partner are left out, which may be hundreds of kilobytes each.
 */
export type PaymentRecordRow = Omit<PaymentRow, 'amount_detail' | 'details'> & {
  webhook_delivery: WebhookDeliveryState
}

/** The same, whole. */
export type OperatorPaymentRow = PaymentRow & PaymentRecordRow

/** Whether the payment `payment` is locked by a lock that has lapsed at `clock.now`. */
export const HAS_LAPSED = `(payment.stage = 'locked' and payment.lock_expires_at <= clock.now)`

/** The columns of a PaymentRecordRow, of the payment `payment` at `clock.now`. */
export const PAYMENT_RECORD = `
  payment.partner_id, payment.payment_id, payment.reference, payment.channel_id,
  payment.channel_kind, payment.amount, payment.currency, payment.opened_at,
  payment.lock_expires_at, payment.paid_at, payment.refunded_at, payment.qr_token,
  case when ${HAS_LAPSED} then 'released' else payment.stage end as stage,
  case when ${HAS_LAPSED} then payment.lock_expires_at else payment.released_at end as released_at,
  case when ${HAS_LAPSED} then 'expired' else payment.fail_reason end as fail_reason,
  coalesce((
    select case
      when delivery.delivered_at is not null then 'delivered'
      when delivery.failed_at is not null then 'failed'
      else 'pending'
    end
    from webhook_deliveries delivery
    where delivery.partner_id = payment.partner_id
      and delivery.payment_id = payment.payment_id
      and delivery.is_outcome
      and payment.paid_at is not null
  ), 'none') as webhook_delivery`

/** The columns of an OperatorPaymentRow. */
export const OPERATOR_PAYMENT = `${PAYMENT_RECORD}, payment.amount_detail, payment.details`

export const CLOCK = `with clock as materialized (select wasl_now() as now)`
