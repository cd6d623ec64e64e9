/** A partner's search in its own payments, events and statements (W140). */
import type { OperationTable } from '../../operation.ts'
import { partnerSearchAnswer, searchQuery } from '../../search.ts'
import * as examples from '../examples/search.ts'

export const PARTNER_SEARCH = {
  searchOwn: {
    method: 'GET',
    path: '/partner/search/v1',
    permission: 'payments.view',
    caller: 'partner',
    tag: 'Books API',
    summary: 'Find your payments, events and statements',
    description:
      'By a reference or its beginning, an amount or a range, a receipt, the id of a payment, ' +
      'an event, a refund or a statement, or the number of a statement. It finds only what the ' +
      'caller may list. The limit is that of the list of payments.',
    query: searchQuery,
    answer: {
      description: 'What was found, in groups, the best first.',
      schema: partnerSearchAnswer,
      examples: { reference: examples.partnerSearchAnswer },
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
