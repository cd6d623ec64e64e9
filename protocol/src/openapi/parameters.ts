/** The parameters of the document by name. */
import { LIMIT_DEFAULT, LIMIT_MAX } from '../lists.ts'
import { QR_IMAGE_CONTENTS, QR_IMAGE_FORMATS, QR_POSTER_SIZES } from '../qr-codes.ts'
import { schemaRef } from './components.ts'
import type { JsonObject } from './components.ts'

const timeParameter = (name: string, description: string) => ({
  name,
  in: 'query' as const,
  description,
  schema: schemaRef('Time'),
})

export const PARAMETERS = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'The language of errorMessage: en, fr or ar; English without it (D4).',
    schema: { type: 'string' },
    example: 'fr-DZ, ar;q=0.8',
  },
  AuditActor: {
    name: 'actor',
    in: 'query',
    description:
      "Only what was done by this: the id or the name of an operator's key, or a partner's id.",
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  AuditSubject: {
    name: 'subject',
    in: 'query',
    description: "Only what was done to this: an id, or a QR code's token.",
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  ChannelId: { name: 'channelId', in: 'path', required: true, schema: schemaRef('ChannelId') },
  ChannelKind: {
    name: 'kind',
    in: 'path',
    required: true,
    schema: schemaRef('ChannelKind'),
  },
  CreatedBefore: timeParameter('createdBefore', 'Only those opened before this moment.'),
  CreatedSince: timeParameter('createdSince', 'Only those opened at this moment or later.'),
  Cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The nextCursor of an earlier page.',
    schema: { type: 'string', maxLength: 512 },
  },
  EventId: { name: 'eventId', in: 'path', required: true, schema: schemaRef('EventId') },
  EventPaymentId: {
    name: 'paymentId',
    in: 'query',
    description: 'Only the events of this payment.',
    schema: schemaRef('PaymentId'),
  },
  EventState: {
    name: 'state',
    in: 'query',
    description: 'Only the events in this state.',
    schema: schemaRef('WebhookEventState'),
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: the same key with the same body is answered as the first ' +
      'time, with another body it is refused (422). A key belongs to a channel and a partner: the same ' +
      'key for another partner is another request (D25). Kept for 24 hours (D21), refusals too: to ' +
      'try again, take a new key. What the platform or the partner failed to answer (500 and above) is ' +
      'not kept.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'How many items a page holds at most.',
    schema: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
  },
  OfAmount: {
    name: 'amount',
    in: 'query',
    description:
      'Only those of this amount, in dinars. Goes with createdSince, paidSince, refundedSince, a ' +
      'reference or a qrCodeToken.',
    schema: schemaRef('Amount'),
  },
  OfChannel: {
    name: 'channelId',
    in: 'query',
    description:
      'Only those of this channel. Goes with createdSince, paidSince, refundedSince, a reference or ' +
      'a qrCodeToken.',
    schema: schemaRef('ChannelId'),
  },
  OfPartner: {
    name: 'partnerId',
    in: 'query',
    description: 'Only those of this partner.',
    schema: schemaRef('PartnerId'),
  },
  OfQrCode: {
    name: 'qrCodeToken',
    in: 'query',
    description: 'Only those by this QR code.',
    schema: schemaRef('QrCodeToken'),
  },
  OfReference: {
    name: 'reference',
    in: 'query',
    description: 'Only those of this reference.',
    schema: schemaRef('Reference'),
  },
  OfStage: {
    name: 'stage',
    in: 'query',
    description: 'Only those in this stage.',
    schema: schemaRef('PaymentStage'),
  },
  OperatorKeyId: {
    name: 'operatorKeyId',
    in: 'path',
    required: true,
    schema: schemaRef('OperatorKeyId'),
  },
  PaidBefore: timeParameter('paidBefore', 'Only those paid before this moment.'),
  PaidSince: timeParameter(
    'paidSince',
    'Only those paid at this moment or later, refunded since or not.',
  ),
  PartnerId: { name: 'partnerId', in: 'path', required: true, schema: schemaRef('PartnerId') },
  PaymentId: { name: 'paymentId', in: 'path', required: true, schema: schemaRef('PaymentId') },
  QrCodeToken: { name: 'token', in: 'path', required: true, schema: schemaRef('QrCodeToken') },
  QrImageContent: {
    name: 'content',
    in: 'query',
    description: 'What the image holds: the page for the payer, or the EMVCo payload (D20).',
    schema: { type: 'string', enum: QR_IMAGE_CONTENTS, default: 'url' },
  },
  QrImageFormat: {
    name: 'format',
    in: 'query',
    description: 'The format of the image.',
    schema: { type: 'string', enum: QR_IMAGE_FORMATS, default: 'svg' },
  },
  QrPosterSize: {
    name: 'size',
    in: 'query',
    description: 'The sheet that the poster is printed on.',
    schema: { type: 'string', enum: QR_POSTER_SIZES, default: 'A6' },
  },
  Reference: {
    name: 'reference',
    in: 'path',
    required: true,
    description: 'The reference as one percent-encoded path segment (D1).',
    schema: schemaRef('Reference'),
    examples: {
      plain: { value: 'INV-2026-0001' },
      slashAndSpace: { summary: 'Travels as INV%2F2026%2001.', value: 'INV/2026 01' },
    },
  },
  RefundedBefore: timeParameter('refundedBefore', 'Only those refunded before this moment.'),
  RefundedSince: timeParameter('refundedSince', 'Only those refunded at this moment or later.'),
  XEventId: {
    name: 'X-Event-Id',
    in: 'header',
    required: true,
    description:
      'The same on every attempt of one event. It is not signed: recognise repetitions by event ' +
      'and data.paymentId.',
    schema: schemaRef('EventId'),
  },
  XSignature: {
    name: 'X-Signature',
    in: 'header',
    required: true,
    description:
      'HMAC-SHA256, keyed with the HMAC secret, of the exact bytes of the body followed by the ten ' +
      'digits of X-Timestamp; in lowercase hexadecimal (D13).',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  XTimestamp: {
    name: 'X-Timestamp',
    in: 'header',
    required: true,
    description: 'Unix time in seconds, ten digits. Refuse what is more than 300 s off (D13).',
    schema: { type: 'string', pattern: '^[0-9]{10}$' },
  },
} as const satisfies Record<string, JsonObject>

export type ParameterName = keyof typeof PARAMETERS

export function parameterRef(name: ParameterName): JsonObject {
  return { $ref: `#/components/parameters/${name}` }
}
