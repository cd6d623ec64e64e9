/** What is still open in the money, in the operator API. */
import { openWork, WORK_STEPS } from '../../open-work.ts'
import type { OperationTable } from '../../operation.ts'

const example = {
  today: '2026-11-22',
  completeThrough: '2026-11-21',
  items: WORK_STEPS.map((step) =>
    step === 'variances'
      ? { step, count: 1, amount: 200, oldest: '2026-11-21T17:04:30.000Z' }
      : { step, count: 0, amount: 0, oldest: null },
  ),
}

export const OPERATOR_OPEN_WORK = {
  readOpenWork: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/open-work',
    permission: 'statements.view',
    summary: 'See what is still open in the money',
    description:
      'In the order in which a finance team does it: cash, the bank, then partners. Each step ' +
      'has the number of open items, their sum, and the time of the oldest.',
    answer: {
      description: 'Every step, also those with nothing open.',
      schema: openWork,
      examples: { 'one difference is open': example },
    },
  },
} as const satisfies OperationTable
