/** Examples of a payment and its webhook events. */
import type { ChannelPayment } from '../../channel-api.ts'
import type {
  OperatorPayment,
  OperatorPaymentRecord,
  WebhookAttempt,
  WebhookEventRecord,
} from '../../operator-records.ts'

export const PAYMENT_ID = '019aa5b1-3080-7abc-8def-0123000003e9'
export const REQUEST_ID = '5f0c1b1e-9a39-4c53-9d0e-6f6f1f3f7a10'
export const EVENT_ID = '019aa5b4-3d9d-7abc-8def-0456000003e9'
export const OPENED_AT = '2026-11-21T09:00:00.000Z'
export const LOCK_RELEASE_TIME = '2026-11-21T09:15:00.000Z'
export const PAID_AT = '2026-11-21T09:03:20.125Z'
const DELIVERED_AT = '2026-11-21T09:03:20.310Z'

/** A placeholder for secrets. */
export const SHOWN_ONCE = '…shown this once…'

export const lockedPayment: ChannelPayment = {
  paymentId: PAYMENT_ID,
  stage: 'locked',
  reference: 'INV/2026 01',
  partnerId: 'prt_1001',
  amount: 1250.5,
  currency: 'DZD',
  amount_detail: [
    { label_ar: 'الاشتراك', label_en: 'Subscription', label_fr: 'Abonnement', value: 1200 },
    { label_ar: 'رسوم التأخير', label_en: 'Late fee', label_fr: 'Pénalité de retard', value: 50.5 },
  ],
  details: [
    { label_ar: 'الزبون', label_en: 'Customer', label_fr: 'Client', value: 'أمينة بن علي' },
    { label_ar: 'الفترة', label_en: 'Period', label_fr: 'Période', value: '2026-10' },
  ],
  lockReleaseTime: LOCK_RELEASE_TIME,
  paidAt: null,
  refundedAt: null,
  failReason: null,
  qrCodeToken: null,
}

export const paidPayment: ChannelPayment = {
  ...lockedPayment,
  stage: 'paid',
  lockReleaseTime: null,
  paidAt: PAID_AT,
}

export const cancelledPayment: ChannelPayment = {
  ...lockedPayment,
  stage: 'released',
  lockReleaseTime: '2026-11-21T09:05:00.000Z',
  failReason: 'cancelled',
}

export const failedPayment: ChannelPayment = { ...cancelledPayment, failReason: 'failed' }

const { amount_detail: _breakdown, details: _details, ...paidRecord } = paidPayment

const seenByOperator = {
  channelId: 'chn_7',
  channel: 'AGENCY',
  createdAt: OPENED_AT,
  releasedAt: null,
  webhookDelivery: 'delivered',
} as const

export const operatorPaymentRecord: OperatorPaymentRecord = { ...paidRecord, ...seenByOperator }

export const operatorPayment: OperatorPayment = { ...paidPayment, ...seenByOperator }

export const refundedPayment: OperatorPayment = {
  ...operatorPayment,
  stage: 'refunded',
  refundedAt: '2026-11-22T10:00:00.000Z',
}

const EVENT = { eventId: EVENT_ID, event: 'payment.success' } as const

const attempt: WebhookAttempt = {
  attempt: 1,
  startedAt: '2026-11-21T09:03:20.180Z',
  finishedAt: DELIVERED_AT,
  outcome: 'acknowledged',
  status: 200,
  durationMs: 130,
  responseBody: '{"success":true}',
  error: null,
}

export const paymentDetail = {
  ...operatorPayment,
  timeline: [
    { kind: 'transition', at: OPENED_AT, from: null, to: 'locked', cause: 'open' },
    {
      kind: 'refusal',
      at: '2026-11-21T09:03:05.000Z',
      cause: 'confirm',
      code: 'PAYMENT409_AMOUNT_MISMATCH',
      amount: 1250,
    },
    { kind: 'transition', at: PAID_AT, from: 'locked', to: 'paid', cause: 'confirm' },
    { kind: 'event', at: PAID_AT, ...EVENT },
    {
      kind: 'attempt',
      at: attempt.startedAt,
      ...EVENT,
      attempt: 1,
      outcome: 'acknowledged',
      status: 200,
      durationMs: 130,
      error: null,
    },
  ],
  attemptsLeftOut: false,
}

export const eventRecord: WebhookEventRecord = {
  ...EVENT,
  partnerId: 'prt_1001',
  paymentId: PAYMENT_ID,
  createdAt: PAID_AT,
  state: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  deliveredAt: DELIVERED_AT,
  failedAt: null,
}

export const eventDetail = {
  ...eventRecord,
  attempts: [attempt],
  nextCursor: null,
  body: JSON.stringify({
    event: 'payment.success',
    data: {
      reference: paidPayment.reference,
      paymentId: PAYMENT_ID,
      channel: 'AGENCY',
      amount: paidPayment.amount,
      currency: 'DZD',
      paidAt: PAID_AT,
    },
  }),
}

/** A delivered event stays delivered while it is resent (W17). */
export const dueEventDetail = {
  ...eventDetail,
  nextAttemptAt: '2026-11-22T10:00:00.000Z',
}
