import type { WebhookDeliveryState } from '@wasl/protocol'
import type pg from 'pg'
import { DELIVERY_STATE } from '../delivery/webhooks/queue/delivery.ts'
import { OUTCOME } from '../delivery/webhooks/event.ts'
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
  partner_name: string
  channel_name: string
  /** A test channel took it: no real money (W266). */
  is_test: boolean
  webhook_delivery: WebhookDeliveryState
  /** It was released, and its cash waits for a decision. */
  has_open_case: boolean
}

/** The same with its labels. */
export type OperatorPaymentRow = PaymentRow &
  PaymentRecordRow & {
    /** How its lookup was answered; null for a QR code. */
    lookup_ms: number | null
    lookup_bytes: number | null
    request_id: string | null
    /** Null when the partner was changed after the opening: it may have had another address. */
    asked_url: string | null
  }

/** Whether the lock of `payment` has lapsed at `clock.now` and it is still locked. */
export const HAS_LAPSED = `(payment.stage = 'locked' and payment.lock_expires_at <= clock.now)`

/** The columns of a PaymentRecordRow, of the payment `payment` at `clock.now`. */
export const PAYMENT_RECORD = `
  payment.partner_id, payment.payment_id, payment.reference, payment.channel_id,
  payment.channel_kind, payment.stage, payment.amount, payment.currency, payment.opened_at,
  payment.lock_expires_at, payment.paid_at, payment.released_at, payment.refunded_at,
  payment.refunded_amount, payment.fail_reason, payment.qr_token, payment.agent_id,
  payment.taken_by, ${HAS_LAPSED} as has_lapsed,
  (select name from partners where partner_id = payment.partner_id) as partner_name,
  coalesce((select name from channels where channel_id = payment.channel_id), '') as channel_name,
  coalesce((select is_test from channels where channel_id = payment.channel_id), false) as is_test,
  coalesce((
    select ${DELIVERY_STATE}
    from webhook_deliveries delivery
    where delivery.partner_id = payment.partner_id
      and delivery.event_id = event_id_of(payment.payment_id, ${OUTCOME})
      and payment.paid_at is not null
  ), 'none') as webhook_delivery,
  (payment.stage = 'released' and exists (
    select from cases
    where cases.partner_id = payment.partner_id
      and cases.payment_id = payment.payment_id
      and cases.status = 'open'
  )) as has_open_case`

/** The columns of an OperatorPaymentRow. */
export const OPERATOR_PAYMENT = `${PAYMENT_RECORD}, payment.amount_detail, payment.details,
  payment.lookup_ms, payment.lookup_bytes, payment.request_id, (
    select api_url
    from partners
    where partner_id = payment.partner_id and updated_at <= payment.opened_at
  ) as asked_url`

export const CLOCK = `with clock as materialized (select wasl_now() as now)`
