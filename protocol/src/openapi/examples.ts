/**
 * Examples of the document. What the published vectors have is taken from them; the rest is made of
 * the same payment. A test holds every example against its schema.
 */
import detailsVectors from '../../vectors/payment-details.json' with { type: 'json' }
import statusVectors from '../../vectors/payment-status.json' with { type: 'json' }
import eventVectors from '../../vectors/webhook-events.json' with { type: 'json' }
import type { ChannelPayment } from '../channel-api.ts'
import type {
  OperatorPayment,
  OperatorPaymentRecord,
  WebhookAttempt,
  WebhookEventRecord,
} from '../operator-records.ts'

type Vector = { name: string; body: unknown; valid?: boolean }

function vector(vectors: readonly Vector[], name: string): Record<string, unknown> {
  const found = vectors.find((candidate) => candidate.name === name && candidate.valid === true)
  if (found === undefined) throw new Error(`expected a valid vector named "${name}"`)
  return found.body as Record<string, unknown>
}

export const PAYMENT_ID = '019aa5b1-3080-7abc-8def-0123000003e9'
export const REQUEST_ID = '5f0c1b1e-9a39-4c53-9d0e-6f6f1f3f7a10'
export const EVENT_ID = '019aa5b4-3d9d-7abc-8def-0456000003e9'
const AUDIT_ID = '019aa59a-0000-7abc-8def-0789000003e9'
export const OPENED_AT = '2026-11-21T09:00:00.000Z'
const LOCK_RELEASE_TIME = '2026-11-21T09:15:00.000Z'
export const PAID_AT = '2026-11-21T09:03:20.125Z'
const DELIVERED_AT = '2026-11-21T09:03:20.310Z'

/** In place of secrets, so that no example looks like one that works. */
export const SHOWN_ONCE = '…shown this once…'

export const paymentDetails = {
  'all fields': vector(detailsVectors, 'all fields'),
  'required fields alone': vector(detailsVectors, 'required fields alone'),
}

export const paymentStatuses = {
  locked: vector(statusVectors, 'locked'),
  paid: vector(statusVectors, 'paid, webhook delivered'),
  released: vector(statusVectors, 'released'),
  refunded: vector(statusVectors, 'refunded'),
  not_found: vector(statusVectors, 'not found'),
}

export const webhookEvents = {
  'payment.initialized': vector(eventVectors, 'payment.initialized'),
  'payment.success': vector(eventVectors, 'payment.success'),
  'payment.fail': vector(eventVectors, 'payment.fail: expired'),
}

export const acknowledgement = { success: true }

const { amount_detail, details } = paymentDetails['all fields'] as Pick<
  ChannelPayment,
  'amount_detail' | 'details'
>

export const lockedPayment: ChannelPayment = {
  paymentId: PAYMENT_ID,
  stage: 'locked',
  reference: 'INV/2026 01',
  partnerId: 'prt_1001',
  amount: 1250.5,
  currency: 'DZD',
  amount_detail,
  details,
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

export const createChannel = { name: 'Agence Didouche', kind: 'AGENCY' }
export const createdChannel = { channelId: 'chn_7', ...createChannel, apiKey: SHOWN_ONCE }

export const rotatedChannel = {
  channelId: 'chn_7',
  apiKey: SHOWN_ONCE,
  previousValidUntil: '2026-11-22T09:00:00.000Z',
}

export const channelRecord = {
  channelId: 'chn_7',
  ...createChannel,
  createdAt: '2026-11-01T08:10:00.000Z',
}

export const operatorKeyRecord = {
  operatorKeyId: 'opr_2',
  name: 'Amina, support desk',
  createdAt: '2026-11-01T08:00:00.000Z',
  withdrawnAt: null,
}

export const createdOperatorKey = { ...operatorKeyRecord, apiKey: SHOWN_ONCE }

export const withdrawnOperatorKey = {
  ...operatorKeyRecord,
  withdrawnAt: '2026-11-21T09:00:00.000Z',
}

const defaultLimits = { openLocksMax: null, notFoundPerMinute: null }
export const channelKindRecord = {
  kind: 'DELIVERY',
  lockSeconds: 3600,
  openLocksMax: 5000,
  notFoundPerMinute: null,
}
export const channelKindList = {
  items: [
    { kind: 'AGENCY', lockSeconds: null, ...defaultLimits },
    channelKindRecord,
    { kind: 'MARKETPLACE', lockSeconds: null, ...defaultLimits },
  ],
}

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
  body: JSON.stringify(webhookEvents['payment.success']),
}

/** What was delivered stays delivered while it is sent again (W17). */
export const dueEventDetail = {
  ...eventDetail,
  nextAttemptAt: '2026-11-22T10:00:00.000Z',
}

export const auditEntry = {
  auditId: AUDIT_ID,
  at: OPENED_AT,
  actorId: 'opr_1',
  actor: 'environment',
  action: 'partner.rotate',
  partnerId: 'prt_1001',
  subject: 'prt_1001',
  requestId: REQUEST_ID,
  details: { secret: 'hmacSecret', overlapSeconds: 86_400 },
}
/** One page that is also the last. */
export const lastPage = (item: unknown) => ({ items: [item], nextCursor: null })
