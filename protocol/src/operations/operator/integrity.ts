/** The checks of what must always be true (D31). */
import { integrityReport, integrityRun } from '../../integrity.ts'
import { limitUpTo, listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/integrity.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const integrityRunList = listOf(integrityRun)

named({ IntegrityRunList: integrityRunList })

/** A run has a line for each check. */
const RUNS_MAX = 20

export const OPERATOR_INTEGRITY = {
  checkIntegrity: {
    ...common,
    method: 'GET',
    path: '/operator/v1/integrity',
    permission: 'audit.view',
    summary: 'Check the integrity of payments, webhooks and books',
    description:
      'Checks what must always be true, such as that debits equal credits, and shows the rows ' +
      'that contradict it. Takes at most half a minute; checks that would take longer are not ' +
      'run. Simultaneous requests share one run. The result is kept.',
    answer: {
      description: 'Each check with its result.',
      schema: integrityReport,
      examples: { 'all hold': examples.integrityReport },
    },
  },
  listIntegrityRuns: {
    ...common,
    method: 'GET',
    path: '/operator/v1/integrity/runs',
    permission: 'audit.view',
    summary: 'List the latest integrity checks',
    description: 'Newest first. The platform checks by itself once for each sealed day.',
    query: listQuery.extend({ limit: limitUpTo(RUNS_MAX, 1) }),
    answer: onePage(integrityRunList, examples.integrityRun),
  },
} as const satisfies OperationTable
