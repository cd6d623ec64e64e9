/** The Payment Status API (section 4.3). */
import type { OperationTable } from '../../operation.ts'
import { paymentStatusSchema } from '../../payment-status.ts'
import { referenceSchema } from '../../reference.ts'

export const referenceInPath = referenceSchema.meta({
  description:
    'The reference as one percent-encoded path segment (D1): "INV/2026 01" is sent as INV%2F2026%2001.',
})

export const PARTNER_STATUS = {
  readPaymentStatus: {
    method: 'GET',
    path: '/partner/payments/v1/{reference}/status',
    permission: 'payments.view',
    keyOnly: true,
    caller: 'partner',
    tag: 'Payment Status API',
    summary: 'Payment status of a reference',
    description:
      'Whether the reference is locked or paid (section 4.3). An unknown reference gets HTTP 200 with ' +
      'stage not_found. The limit is 60 requests in 60 seconds for each partner; webhooks remain the ' +
      'primary signal.',
    params: { reference: referenceInPath },
    // The key and the quota are checked first (D8).
    malformedParams: 'unknown',
    answer: {
      description: 'The status; every field is always present (D7).',
      schema: paymentStatusSchema,
      vectors: {
        file: 'payment-status',
        names: {
          locked: 'locked',
          paid: 'paid, webhook delivered',
          released: 'released',
          refunded: 'refunded',
          not_found: 'not found',
        },
      },
    },
    rateLimited: true,
    errors: ['VALIDATION400', 'PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_RATE_LIMITED'],
  },
} as const satisfies OperationTable
