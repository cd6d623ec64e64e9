/** How far the objectives of the service are kept (W278). */
import { serviceLevels } from '../../objectives.ts'
import type { OperationTable } from '../../operation.ts'
import { serviceLevels as example } from '../examples/objectives.ts'

export const OPERATOR_SERVICE_LEVELS = {
  readServiceLevels: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/service-levels',
    permission: 'audit.view',
    summary: 'Read this month’s service levels',
    description:
      'What was good and what failed since the beginning of the month, the error budget that is left, and the ' +
      'partners with the most failures. Counted each minute.',
    answer: {
      description: 'The levels until now.',
      schema: serviceLevels,
      examples: { month: example },
    },
  },
} as const satisfies OperationTable
