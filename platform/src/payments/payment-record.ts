import type { WebhookDeliveryState } from '@wasl/protocol'
import type pg from 'pg'
import { DELIVERY_STATE } from '../webhooks/queue/delivery.ts'
import { OUTCOME } from '../webhooks/event.ts'
import type { MakeTransition } from './transition.ts'
import type { PaymentRow } from './payment-row.ts'

/** What reading an operator's payments needs. */
export type OperatorPaymentDeps = { pool: pg.Pool; makeTransition: MakeTransition }

/**
 * A payment in operators' lists: without its partner's labels, which may be hundreds of kilobytes.
 */
export type PaymentRecordRow = Omit<PaymentRow, 'amount_detail' | 'details'> & {
  /** Its lock has lapsed and it is still locked: see `releaseLapsedRecord`. */
  has_lapsed: boolean
  webhook_delivery: WebhookDeliveryState
}

/** The same with its labels. */
export type OperatorPaymentRow = PaymentRow & PaymentRecordRow

/** Whether the lock of `payment` has lapsed at `clock.now` and it is still locked. */
export const HAS_LAPSED = `(payment.stage = 'locked' and payment.lock_expires_at <= clock.now)`

/** The columns of a PaymentRecordRow, of the payment `payment` at `clock.now`. */
export const PAYMENT_RECORD = `
  payment.partner_id, payment.payment_id, payment.reference, payment.channel_id,
  payment.channel_kind, payment.stage, payment.amount, payment.currency, payment.opened_at,
  payment.lock_expires_at, payment.paid_at, payment.released_at, payment.refunded_at,
  payment.fail_reason, payment.qr_token, ${HAS_LAPSED} as has_lapsed,
  coalesce((
    select ${DELIVERY_STATE}
    from webhook_deliveries delivery
    where delivery.partner_id = payment.partner_id
      and delivery.event_id = event_id_of(payment.payment_id, ${OUTCOME})
      and payment.paid_at is not null
  ), 'none') as webhook_delivery`

/** The columns of an OperatorPaymentRow. */
export const OPERATOR_PAYMENT = `${PAYMENT_RECORD}, payment.amount_detail, payment.details`

export const CLOCK = `with clock as materialized (select wasl_now() as now)`
