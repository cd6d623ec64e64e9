/** Cash whose payer has no payment, for operators (D30). */
import { caseRecord, resolveCaseRequest } from '../../cases.ts'
import { caseIdSchema } from '../../cash-ids.ts'
import { channelIdSchema, partnerIdSchema } from '../../ids.ts'
import { byAgent, moneyFilters } from '../../money-filters.ts'
import type { OperationTable } from '../../operation.ts'
import { caseList, casesQuery } from '../channel/cases.ts'
import * as examples from '../examples/cases.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API: cash' } as const

const ofCase = {
  ...common,
  params: { caseId: caseIdSchema },
  malformedParams: 'unknown',
} as const

export const allCasesQuery = casesQuery.extend({
  ...moneyFilters,
  agentId: byAgent('Of this agent, who took the cash.'),
  channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
  partnerId: partnerIdSchema.optional().meta({ description: 'Filter by partner.' }),
})

export const OPERATOR_CASES = {
  listAllCases: {
    ...common,
    method: 'GET',
    path: '/operator/v1/cases',
    permission: 'cash.view',
    summary: 'List the cases of all channels',
    description: 'Newest first. Open ones wait for a person.',
    query: allCasesQuery,
    answer: onePage(caseList, examples.openCase),
  },
  readAnyCase: {
    ...ofCase,
    method: 'GET',
    path: '/operator/v1/cases/{caseId}',
    permission: 'cash.view',
    summary: 'Read a case',
    description: 'Says what became of the cash.',
    answer: {
      description: 'The case.',
      schema: caseRecord,
      examples: { open: examples.openCase },
    },
    errors: ['CASE404_NOT_FOUND'],
  },
  resolveCase: {
    ...ofCase,
    method: 'POST',
    path: '/operator/v1/cases/{caseId}/resolve',
    permission: 'recon.resolve',
    summary: 'Resolve a case',
    description:
      'Either the payer has the cash back (givenBackBy), or another payment was confirmed with ' +
      'it (confirmedBy): then the cash is counted once. A repetition gets the same answer; ' +
      'another resolution is refused.',
    body: { schema: resolveCaseRequest, example: examples.resolveCase },
    answer: {
      description: 'The case is resolved.',
      schema: caseRecord,
      examples: { 'given back': examples.resolvedCase },
    },
    errors: [
      'CASE404_NOT_FOUND',
      'CASE409_RESOLVED',
      'CASE409_WRONG_PAYMENT',
      'HOLDER404_NOT_FOUND',
      'CASH409_NOT_ENOUGH',
    ],
  },
} as const satisfies OperationTable
