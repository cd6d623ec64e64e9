/** Cash whose confirmation was refused (D30). */
import { caseRecord, caseStatusSchema, reportTakenRequest } from '../../cases.ts'
import { caseIdSchema } from '../../cash-ids.ts'
import { paymentIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/cases.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API: cash' } as const

export const caseList = listOf(caseRecord)

named({ CaseList: caseList })

export const casesQuery = listQuery.extend({
  status: caseStatusSchema.optional().meta({ description: 'Filter by status.' }),
})

export const CHANNEL_CASES = {
  reportTaken: {
    ...common,
    method: 'POST',
    path: '/channel/v1/payments/{paymentId}/taken',
    permission: 'cash.receive',
    summary: 'Report cash whose confirmation was refused',
    description:
      'For a released payment of yours whose confirmation was refused, when you hold the cash ' +
      'of the payer and could not confirm a new payment with it. An operator resolves the case. ' +
      'A repeated report gets the same case.',
    params: { paymentId: paymentIdSchema },
    malformedParams: 'unknown',
    idempotent: 'required',
    body: { schema: reportTakenRequest, example: examples.reportTaken },
    answer: {
      status: 201,
      description: 'The case.',
      schema: caseRecord,
      examples: { open: examples.openCase },
    },
    errors: [
      'PAYMENT404_NOT_FOUND',
      'AGENT404_NOT_FOUND',
      'CASE409_NOT_REFUSED',
      'CASE409_REPORTED_OTHERWISE',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
  listCases: {
    ...common,
    method: 'GET',
    path: '/channel/v1/cases',
    permission: 'cash.view',
    summary: 'List your cases',
    description: 'Newest first. A channel sees only its own.',
    query: casesQuery,
    answer: onePage(caseList, examples.openCase),
  },
  readCase: {
    ...common,
    method: 'GET',
    path: '/channel/v1/cases/{caseId}',
    permission: 'cash.view',
    summary: 'Read a case',
    description: 'Says what became of the cash, once an operator has resolved the case.',
    params: { caseId: caseIdSchema },
    malformedParams: 'unknown',
    answer: {
      description: 'The case.',
      schema: caseRecord,
      examples: { open: examples.openCase, resolved: examples.resolvedCase },
    },
    errors: ['CASE404_NOT_FOUND'],
  },
  giveBackCase: {
    ...common,
    method: 'POST',
    path: '/channel/v1/cases/{caseId}/give-back',
    permission: 'cash.adjust',
    approves: true,
    params: { caseId: caseIdSchema },
    malformedParams: 'unknown',
    summary: 'Confirm that an agent gave the cash of a case back',
    description:
      'For a supervisor or a manager in a session, once the payer has got the cash back from ' +
      'the agent who took it. The cash then no longer counts as held by that agent. The ' +
      'operator resolves all other cases. A repetition gets the same answer.',
    answer: {
      description: 'The case is resolved.',
      schema: caseRecord,
      examples: { resolved: examples.givenBackCase },
    },
    errors: [
      'CASE404_NOT_FOUND',
      'CASE409_RESOLVED',
      'CASH409_NOT_ENOUGH',
      'APPROVAL409_SAME_PERSON',
    ],
  },
} as const satisfies OperationTable
