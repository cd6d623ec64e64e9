/** What counts found too little or too much, for a channel (D30, W196). */
import { varianceIdSchema } from '../../cash-ids.ts'
import { agentIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import {
  agentDifferences,
  decideVarianceRequest,
  varianceRecord,
  varianceStatusSchema,
} from '../../variances.ts'
import * as examples from '../examples/shifts.ts'
import { onePage } from '../list-answer.ts'
import { varianceList } from '../operator/variances.ts'

const common = { caller: 'channel', tag: 'Channel API: cash' } as const

export const CHANNEL_VARIANCES = {
  listChannelVariances: {
    ...common,
    method: 'GET',
    path: '/channel/v1/variances',
    permission: 'cash.view',
    summary: "List the channel's variances",
    description: 'What counts found too little or too much, newest first. An agent sees its own.',
    query: listQuery.extend({
      agentId: agentIdSchema
        .optional()
        .meta({ description: 'Of this agent: its cash, or a bag that it closed.' }),
      status: varianceStatusSchema.optional().meta({ description: 'Filter by status.' }),
    }),
    answer: onePage(varianceList, examples.openVariance),
  },
  readDifferencesOfAgent: {
    ...common,
    method: 'GET',
    path: '/channel/v1/agents/{agentId}/differences',
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
  decideChannelVariance: {
    ...common,
    method: 'POST',
    path: '/channel/v1/variances/{varianceId}/decide',
    permission: 'cash.adjust',
    approves: true,
    params: { varianceId: varianceIdSchema },
    malformedParams: 'unknown',
    summary: 'Decide about a difference of an agent',
    description:
      'For a supervisor or a manager in a session, and never the one who counted. The operator ' +
      'decides whether a shortage is the operator’s loss, and about the difference of a bag or ' +
      'of the safe. A repetition gets the same answer; another decision is refused.',
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
