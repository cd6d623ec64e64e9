/** Examples of a payment and its webhook events. */
import type { ChannelPayment } from '../../channel-api.ts'
import type { OwnPayment, PaidHere } from '../../holding-payment.ts'
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
/** By the channel’s clock. */
export const TAKEN_AT = '2026-11-21T09:03:18.000Z'
const DELIVERED_AT = '2026-11-21T09:03:20.310Z'

export const ownPayment: OwnPayment = { paymentId: PAYMENT_ID, openedAt: OPENED_AT }

export const paidHere: PaidHere = {
  paymentId: PAYMENT_ID,
  paidAt: PAID_AT,
  agentId: 'agt_12',
  agentName: 'Yacine Brahimi',
}

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
  refundedAmount: 0,
  failReason: null,
  qrCodeToken: null,
  agentId: 'agt_12',
  takenBy: null,
}

export const paidPayment: ChannelPayment = {
  ...lockedPayment,
  stage: 'paid',
  lockReleaseTime: null,
  paidAt: PAID_AT,
  takenBy: 'agt_12',
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
  partnerName: 'Dar El Bahia',
  channelId: 'chn_7',
  channelName: 'Agence El Hamri',
  isTest: false,
  channel: 'AGENCY',
  createdAt: OPENED_AT,
  releasedAt: null,
  hasOpenCase: false,
  webhookDelivery: 'delivered',
} as const

export const channelPaymentRecord = { ...paidRecord, createdAt: OPENED_AT }

export const operatorPaymentRecord: OperatorPaymentRecord = { ...paidRecord, ...seenByOperator }

export const operatorPayment: OperatorPayment = { ...paidPayment, ...seenByOperator }

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
  headers: {
    'content-type': 'application/json',
    authorization: 'Bearer ••••••••',
    'x-timestamp': '1795251800',
    'x-signature': 'a3f1c5e2b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081',
    'x-event-id': EVENT_ID,
  },
}

export const paymentDetail = {
  ...operatorPayment,
  requestId: '019aa5b1-2f80-7abc-9d0e-6f6f1f3f7a10',
  receiptNumber: '0CDA-JV31-0ANW-73EW-0900-01YV',
  refundable: 1250.5,
  lookup: {
    at: '2026-11-21T08:59:59.588Z',
    durationMs: 412,
    request: {
      method: 'GET',
      path: '/INV%2F2026%2001',
      apiUrl: 'https://shop.example/pay',
      headers: {
        authorization: 'Bearer ••••••••',
        accept: 'application/json',
        'x-request-id': '019aa5b1-2f80-7abc-9d0e-6f6f1f3f7a10',
      },
    },
    response: {
      status: 200,
      bytes: 177,
      body: {
        reference: 'INV/2026 01',
        total_amount: 1250.5,
        currency: 'DZD',
        amount_detail: operatorPayment.amount_detail,
        details: operatorPayment.details,
      },
    },
  },
  refunds: [],
  timeline: [
    { kind: 'transition', at: OPENED_AT, from: null, to: 'locked', cause: 'open', takenAt: null },
    {
      kind: 'refusal',
      at: '2026-11-21T09:03:05.000Z',
      cause: 'confirm',
      code: 'PAYMENT409_AMOUNT_MISMATCH',
      amount: 1250,
    },
    {
      kind: 'transition',
      at: PAID_AT,
      from: 'locked',
      to: 'paid',
      cause: 'confirm',
      takenAt: null,
    },
    { kind: 'event', at: PAID_AT, ...EVENT },
    {
      kind: 'note',
      at: '2026-11-21T09:31:00.000Z',
      noteId: '019aa5cd-8d20-7abc-8def-0123000003e9',
      text: 'La cliente a appelé : le magasin disait ne rien avoir reçu.',
      byId: 'opr_2',
      by: 'Lina',
    },
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
  reference: paidPayment.reference,
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
