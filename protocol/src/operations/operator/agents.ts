/** The agents and the devices of channels, for operators (D29, D30). */
import { agentLimitsRequest, agentRecord, createAgentRequest } from '../../agents.ts'
import { deviceLink, deviceList, enrolDeviceRequest } from '../../credentials.ts'
import { agentIdSchema, channelIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { agentList } from '../channel/agents.ts'
import * as examples from '../examples/agents.ts'
import {
  deviceLink as deviceLinkExample,
  deviceRecord as deviceExample,
} from '../examples/credentials.ts'
import { onePage } from '../list-answer.ts'

const ofChannel = {
  caller: 'operator',
  params: { channelId: channelIdSchema },
  malformedParams: 'unknown',
} as const

export const OPERATOR_AGENTS = {
  listAgentsOfChannel: {
    ...ofChannel,
    tag: 'Operator API: cash',
    method: 'GET',
    path: '/operator/v1/channels/{channelId}/agents',
    permission: 'cash.view',
    summary: 'List the agents of a channel',
    description: 'Ordered by id. The channel changes them; the operator changes their limits.',
    query: listQuery,
    answer: onePage(agentList, examples.agentRecord),
    errors: ['CHANNEL404_NOT_FOUND'],
  },
  addAgentOfChannel: {
    ...ofChannel,
    tag: 'Operator API: cash',
    method: 'POST',
    path: '/operator/v1/channels/{channelId}/agents',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Add an agent to a channel',
    description: 'For a channel where nobody can do it yet.',
    idempotent: true,
    body: { schema: createAgentRequest, example: examples.createAgent },
    answer: {
      status: 201,
      description: 'The agent.',
      schema: agentRecord,
      examples: { added: examples.agentRecord },
    },
    errors: ['CHANNEL404_NOT_FOUND', 'IDEMPOTENCY422_KEY_REUSED'],
  },
  changeAgentLimits: {
    caller: 'operator',
    tag: 'Operator API: cash',
    method: 'PATCH',
    path: '/operator/v1/agents/{agentId}',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Change the limits of an agent',
    description:
      'Lowering takes effect at once. Raising or removing a limit takes effect when another person says ' +
      'the same: so this also confirms what a channel has asked for (W258).',
    params: { agentId: agentIdSchema },
    malformedParams: 'unknown',
    body: { schema: agentLimitsRequest, example: { cashMax: 1_500_000 } },
    answer: {
      description: 'The agent after the change.',
      schema: agentRecord,
      examples: { raised: { ...examples.agentRecord, cashMax: 1_500_000 } },
    },
    errors: [
      'AGENT404_NOT_FOUND',
      'APPROVAL403_NOT_A_PERSON',
      'APPROVAL409_SAME_PERSON',
      'APPROVAL409_SECOND_PERSON',
    ],
  },
  inviteDevice: {
    ...ofChannel,
    tag: 'Operator API',
    method: 'POST',
    path: '/operator/v1/channels/{channelId}/devices',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Make a link that enrols a device',
    description:
      'The browser that opens the link within a day becomes a shared till of the channel. ' +
      'Agents sign in on it with their PINs; the link alone lets nobody in.',
    body: { schema: enrolDeviceRequest, example: { name: 'Counter 2' } },
    answer: {
      status: 201,
      description: 'The link.',
      schema: deviceLink,
      examples: { made: deviceLinkExample },
    },
    errors: ['CHANNEL404_NOT_FOUND'],
  },
  listDevicesOfChannel: {
    ...ofChannel,
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/channels/{channelId}/devices',
    permission: 'cash.view',
    summary: 'List the devices of a channel',
    description: 'Revoked ones last, and at most 1,000.',
    answer: {
      description: 'The devices.',
      schema: deviceList,
      examples: { one: { items: [{ ...deviceExample, isThis: false }] } },
    },
    errors: ['CHANNEL404_NOT_FOUND'],
  },
} as const satisfies OperationTable
