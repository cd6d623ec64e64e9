/** A partner's list of its payments (D31). */
import type { OperationTable } from '../../operation.ts'
import type { ErrorCodeOf } from '../../operation-errors.ts'
import { partnerPaymentList, partnerPaymentsQuery } from '../../partner-payments.ts'
import { partnerPaymentsPage } from '../examples/partner-payments.ts'

export const PARTNER_PAYMENTS = {
  listOwnPayments: {
    method: 'GET',
    path: '/partner/payments/v1',
    permission: 'payments.view',
    caller: 'partner',
    tag: 'Books API',
    summary: 'List your payments by business date',
    description:
      'For your books (D31). Payments are in the order of their opening, the oldest first, so a payment ' +
      'has one place in the list, whatever happens to it while you read the pages. from and to are ' +
      'inclusive business dates. A page may have fewer items than limit, or none: read on until ' +
      'nextCursor is null. The limit is 60 requests in 60 seconds for each partner, apart from the limit ' +
      'of the status (W124).',
    query: partnerPaymentsQuery,
    answer: {
      description: 'One page.',
      schema: partnerPaymentList,
      examples: { 'last page': partnerPaymentsPage },
    },
    rateLimited: true,
    errors: [
      'VALIDATION400',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_LISTS',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
} as const satisfies OperationTable

export type ListPaymentsError = ErrorCodeOf<typeof PARTNER_PAYMENTS.listOwnPayments>
