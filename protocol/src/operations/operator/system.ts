/** What runs, for the page of the system. */
import type { OperationTable } from '../../operation.ts'
import { systemReport } from '../../system.ts'
import { systemReport as example } from '../examples/system.ts'

export const OPERATOR_SYSTEM = {
  readSystem: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/system',
    permission: 'audit.view',
    summary: 'Read the state of the system',
    description:
      'The processes that are alive or were within the last hour, the database, or that of each cell, and ' +
      'what needs somebody now. The metrics and alert rules of deploy/ say more, over time.',
    answer: {
      description: 'The state at this moment.',
      schema: systemReport,
      examples: { 'all is well': example },
    },
  },
} as const satisfies OperationTable
