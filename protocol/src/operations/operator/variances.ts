/** What counts found too little or too much, for operators (D30). */
import { varianceIdSchema } from '../../cash-ids.ts'
import { agentIdSchema, channelIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import { moneyFilters } from '../../money-filters.ts'
import type { OperationTable } from '../../operation.ts'
import {
  agentDifferences,
  decideVarianceRequest,
  varianceRecord,
  varianceStatusSchema,
} from '../../variances.ts'
import * as examples from '../examples/shifts.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API: cash' } as const

const ofVariance = {
  ...common,
  params: { varianceId: varianceIdSchema },
  malformedParams: 'unknown',
} as const

export const varianceList = listOf(varianceRecord)

named({ VarianceList: varianceList })

export const variancesQuery = listQuery.extend({
  channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
  agentId: agentIdSchema
    .optional()
    .meta({ description: 'Of this agent: its cash, or a bag that it closed.' }),
  ...moneyFilters,
  status: varianceStatusSchema.optional().meta({ description: 'Filter by status.' }),
})

export const OPERATOR_VARIANCES = {
  listVariances: {
    ...common,
    method: 'GET',
    path: '/operator/v1/variances',
    permission: 'cash.view',
    summary: 'List variances',
    description: 'What counts found too little or too much, newest first.',
    query: variancesQuery,
    answer: onePage(varianceList, examples.openVariance),
  },
  readVariance: {
    ...ofVariance,
    method: 'GET',
    path: '/operator/v1/variances/{varianceId}',
    permission: 'cash.view',
    summary: 'Read a variance',
    description: 'With the decision, once there is one.',
    answer: {
      description: 'The variance.',
      schema: varianceRecord,
      examples: { open: examples.openVariance },
    },
    errors: ['VARIANCE404_NOT_FOUND'],
  },
  readAgentDifferences: {
    ...common,
    method: 'GET',
    path: '/operator/v1/agents/{agentId}/differences',
    permission: 'cash.view',
    params: { agentId: agentIdSchema },
    malformedParams: 'unknown',
    summary: 'Read what counts found of an agent, month by month',
    description:
      'Includes the differences within the tolerance, about which nobody decides: many small ' +
      'ones become visible here.',
    answer: {
      description: 'The differences of the agent.',
      schema: agentDifferences,
      examples: { agent: examples.agentDifferences },
    },
    errors: ['AGENT404_NOT_FOUND'],
  },
  decideVariance: {
    ...ofVariance,
    method: 'POST',
    path: '/operator/v1/variances/{varianceId}/decide',
    permission: 'cash.adjust',
    approves: true,
    summary: 'Decide about a difference',
    description:
      'The person who counted may not decide. payer_held opens a case for the payer of a ' +
      'surplus. A repetition gets the same answer; another decision is refused.',
    body: { schema: decideVarianceRequest, example: examples.decideVariance },
    answer: {
      description: 'The variance is decided.',
      schema: varianceRecord,
      examples: { decided: examples.decidedVariance },
    },
    errors: [
      'VARIANCE404_NOT_FOUND',
      'VARIANCE409_DECIDED',
      'VARIANCE409_WRONG_OUTCOME',
      'APPROVAL409_SAME_PERSON',
    ],
  },
} as const satisfies OperationTable
