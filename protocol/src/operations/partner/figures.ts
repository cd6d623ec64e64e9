/** A partner's own figures (W144). */
import { ownFigures, ownFiguresQuery } from '../../figures.ts'
import type { OperationTable } from '../../operation.ts'
import { callFigures, moneyFigures } from '../examples/figures.ts'

export const PARTNER_FIGURES = {
  readOwnFigures: {
    method: 'GET',
    path: '/partner/figures/v1',
    caller: 'partner',
    permission: 'payments.view',
    tag: 'Books API',
    summary: 'Read your money by day, and how you answered by hour',
    description:
      'What was collected and refunded on each business date, and how your lookups and webhooks were ' +
      'answered in each of the last hours. The limit is that of the list of payments.',
    query: ownFiguresQuery,
    answer: {
      description: 'The oldest first.',
      schema: ownFigures,
      examples: { figures: { money: moneyFigures.items, calls: callFigures.items } },
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
