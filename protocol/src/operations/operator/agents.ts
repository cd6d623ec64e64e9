/** The agents of channels, for operators (D30). */
import { channelIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { agentList } from '../channel/agents.ts'
import * as examples from '../examples/agents.ts'
import { onePage } from '../list-answer.ts'

export const OPERATOR_AGENTS = {
  listAgentsOfChannel: {
    caller: 'operator',
    tag: 'Operator API: cash',
    method: 'GET',
    path: '/operator/v1/channels/{channelId}/agents',
    permission: 'cash.view',
    summary: 'List the agents of a channel',
    description: 'Ordered by id. The channel adds and changes them.',
    params: { channelId: channelIdSchema },
    malformedParams: 'unknown',
    query: listQuery,
    answer: onePage(agentList, examples.agentRecord),
    errors: ['CHANNEL404_NOT_FOUND'],
  },
} as const satisfies OperationTable
