/** Every endpoint that the platform hosts, and the errors that come with its access. */
import { ERRORS } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { CHANNEL_OPERATIONS } from './channel-operations.ts'
import * as examples from './examples.ts'
import type { Access, PlatformOperation } from './operation.ts'
import { OPERATOR_KEY_OPERATIONS } from './operator-key-operations.ts'
import { OPERATOR_OPERATIONS } from './operator-operations.ts'
import { OPERATOR_RECORD_OPERATIONS } from './operator-record-operations.ts'
import { PARTNER_WEBHOOK_OPERATIONS } from './partner-webhook-operations.ts'
import { CHANNEL_QR_OPERATIONS, QR_CODE_OPERATIONS, QR_CONFIG_OPERATIONS } from './qr-operations.ts'
import { SERVICE_OPERATIONS } from './service-operations.ts'

const STATUS: PlatformOperation = {
  method: 'get',
  path: '/partner/payments/v1/{reference}/status',
  operationId: 'readPaymentStatus',
  tag: 'Payment Status API',
  summary: 'Payment status of a reference',
  description:
    'Whether the reference is locked or paid (section 4.3). A reference that the platform does not ' +
    'know is answered with HTTP 200 and stage not_found. 60 requests within 60 seconds for each ' +
    'partner; webhooks remain the primary signal.',
  access: 'partner',
  parameters: ['Reference'],
  success: {
    status: 200,
    description: 'The status; every field is always present (D7).',
    schema: 'PaymentStatus',
    examples: examples.paymentStatuses,
    rateLimited: true,
  },
  errors: ['VALIDATION400', 'PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_RATE_LIMITED'],
}

export const PLATFORM_OPERATIONS: readonly PlatformOperation[] = [
  STATUS,
  ...QR_CONFIG_OPERATIONS,
  ...PARTNER_WEBHOOK_OPERATIONS,
  ...CHANNEL_OPERATIONS,
  ...CHANNEL_QR_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...OPERATOR_KEY_OPERATIONS,
  ...QR_CODE_OPERATIONS,
  ...OPERATOR_RECORD_OPERATIONS,
  ...SERVICE_OPERATIONS,
]

const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  none: [],
  partner: ['PARTNER_API401_UNAUTHORIZED', 'REQUEST429_RATE_LIMITED'],
  partnerQr: ['AUTH401_UNAUTHORIZED_ACCESS', 'REQUEST429_RATE_LIMITED'],
  channel: ['CHANNEL401_UNAUTHORIZED', 'REQUEST429_RATE_LIMITED'],
  operator: ['OPERATOR401_UNAUTHORIZED', 'REQUEST429_RATE_LIMITED'],
}

const BODY_ERRORS: readonly ErrorCode[] = [
  'REQUEST413_TOO_LARGE',
  'REQUEST415_UNSUPPORTED_MEDIA_TYPE',
]

/** What any request may meet, whatever its path; the document's `default` responses. */
export const ANYWHERE: readonly ErrorCode[] = [
  'VALIDATION400',
  'ROUTE404_NOT_FOUND',
  'REQUEST405_METHOD_NOT_ALLOWED',
  'REQUEST413_TOO_LARGE',
  'SERVER500_INTERNAL',
  'SERVER503_UNAVAILABLE',
]

/**
 * Every code one endpoint can answer with, those of ANYWHERE apart. A `default` response is only for
 * statuses that are not named: an endpoint with a 503 of its own names the platform's beside it, because
 * "the partner is away" and "we are away" ask for different things.
 */
export function errorsOf(operation: PlatformOperation): readonly ErrorCode[] {
  const body = operation.method === 'get' ? [] : BODY_ERRORS
  const away = operation.errors.filter((code) => ERRORS[code].status === 503)
  const ownAway: readonly ErrorCode[] = away.length > 0 ? ['SERVER503_UNAVAILABLE'] : []
  return [...operation.errors, ...ownAway, ...ACCESS_ERRORS[operation.access], ...body]
}
