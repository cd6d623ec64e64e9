/** The agents of a channel (D30). */
import { agentRecord, createAgentRequest, patchAgentRequest } from '../../agents.ts'
import { agentIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/agents.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API: cash' } as const

export const agentList = listOf(agentRecord)

named({ AgentList: agentList })

export const CHANNEL_AGENTS = {
  listAgents: {
    ...common,
    method: 'GET',
    path: '/channel/v1/agents',
    permission: 'cash.view',
    summary: 'List your agents',
    description: 'Ordered by id. A channel sees only its own.',
    query: listQuery,
    answer: onePage(agentList, examples.agentRecord),
  },
  createAgent: {
    ...common,
    method: 'POST',
    path: '/channel/v1/agents',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Add an agent',
    description:
      'An agent is a person who takes money: at a counter or on the road. An agent keeps its id and its ' +
      'channel, and is never deleted: make it inactive instead.',
    idempotent: true,
    body: { schema: createAgentRequest, example: examples.createAgent },
    answer: {
      status: 201,
      description: 'The agent.',
      schema: agentRecord,
      examples: { added: examples.agentRecord },
    },
    errors: ['IDEMPOTENCY422_KEY_REUSED'],
  },
  changeAgent: {
    ...common,
    method: 'PATCH',
    path: '/channel/v1/agents/{agentId}',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Change an agent',
    description:
      'Changes the given fields; null removes a limit. Confirmations in the name of an inactive ' +
      'agent are still accepted, because the cash has been taken. Raising or removing a limit needs a ' +
      'second person: another user of the channel who says the same, or the operator. What a key asks ' +
      'for, the operator confirms (W258). Lowering one needs nobody.',
    params: { agentId: agentIdSchema },
    malformedParams: 'unknown',
    body: { schema: patchAgentRequest, example: { status: 'inactive' } },
    answer: {
      description: 'The agent after the change.',
      schema: agentRecord,
      examples: { inactive: { ...examples.agentRecord, status: 'inactive' } },
    },
    errors: ['AGENT404_NOT_FOUND', 'APPROVAL409_SAME_PERSON', 'APPROVAL409_SECOND_PERSON'],
  },
} as const satisfies OperationTable
