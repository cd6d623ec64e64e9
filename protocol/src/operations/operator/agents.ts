/** The agents and the devices of channels, for operators (D29, D30). */
import { agentRecord, createAgentRequest } from '../../agents.ts'
import { deviceLink, deviceList, enrolDeviceRequest } from '../../credentials.ts'
import { channelIdSchema } from '../../ids.ts'
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
    description: 'Ordered by id. Only the channel changes them.',
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
