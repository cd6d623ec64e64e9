/** Channels and their kinds in the operator API (D10, D22, W79). */
import { channelIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { channelKindList, channelKindRecord, patchChannelKindRequest } from '../../channel-kinds.ts'
import {
  channelRecord,
  createChannelRequest,
  createdChannel,
  patchChannelRequest,
  rotateChannelRequest,
  rotatedChannel,
} from '../../operator-channels.ts'
import { channelKindSchema } from '../../payment-status.ts'
import * as examples from '../examples/channels.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const channelList = listOf(channelRecord)

named({ ChannelList: channelList })

export const OPERATOR_CHANNELS = {
  createChannel: {
    ...common,
    method: 'POST',
    path: '/operator/v1/channels',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Create a channel',
    description: 'Only this answer shows the key.',
    body: { schema: createChannelRequest, example: examples.createChannel },
    answer: {
      status: 201,
      description: 'The channel with its key.',
      schema: createdChannel,
      examples: { created: examples.createdChannel },
    },
  },
  listChannels: {
    ...common,
    method: 'GET',
    path: '/operator/v1/channels',
    permission: 'payments.view',
    summary: 'List channels',
    description: 'Ordered by id, without keys.',
    query: listQuery,
    answer: onePage(channelList, examples.channelRecord),
  },
  changeChannel: {
    ...common,
    method: 'PATCH',
    path: '/operator/v1/channels/{channelId}',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Rename, disable or restrict a channel, or change its settings',
    description:
      'Changes the given fields. Every process applies them within 5 seconds. A disabled ' +
      'channel, or one restricted to other partners, may still confirm, cancel and fail the ' +
      'payments that it opened, because it may have taken the cash (W123). A new countTolerance ' +
      'also needs cash.adjust, and another person who sends the same value (D34).',
    params: { channelId: channelIdSchema },
    malformedParams: 'unknown',
    body: { schema: patchChannelRequest, example: { requiresAgent: true, countTolerance: 50 } },
    answer: {
      description: 'The channel after the change.',
      schema: channelRecord,
      examples: { changed: examples.channelRecord },
    },
    errors: [
      'CHANNEL404_NOT_FOUND',
      'APPROVAL403_NOT_A_PERSON',
      'APPROVAL409_SECOND_PERSON',
      'APPROVAL409_SAME_PERSON',
    ],
  },
  rotateChannelKey: {
    ...common,
    method: 'POST',
    path: '/operator/v1/channels/{channelId}/rotate',
    permission: 'channels.edit',
    stepUp: true,
    summary: "Rotate a channel's key",
    description:
      'The old key stays valid until previousValidUntil. overlapSeconds 0 revokes it: every process ' +
      'refuses it within 5 seconds.',
    params: { channelId: channelIdSchema },
    malformedParams: 'unknown',
    body: { schema: rotateChannelRequest, optional: true, example: { overlapSeconds: 86_400 } },
    answer: {
      description: 'The new key, shown only here.',
      schema: rotatedChannel,
      examples: { rotated: examples.rotatedChannel },
    },
    errors: ['CHANNEL404_NOT_FOUND'],
  },
  listChannelKinds: {
    ...common,
    method: 'GET',
    path: '/operator/v1/channel-kinds',
    permission: 'payments.view',
    summary: 'Lock times and limits of the channel kinds',
    description:
      'Null means the default: WASL_LOCK_SECONDS (D10), 1,000 open locks and 300 unknown references a minute, for each channel (W79).',
    answer: {
      description: 'All three kinds.',
      schema: channelKindList,
      examples: { kinds: examples.channelKindList },
    },
  },
  changeChannelKind: {
    ...common,
    method: 'PATCH',
    path: '/operator/v1/channel-kinds/{kind}',
    permission: 'channels.edit',
    stepUp: true,
    summary: 'Change the lock time and the limits of a channel kind',
    description:
      'Changes the given fields for payments opened from now on; null restores the default. ' +
      'Lock times and openLocksMax also need cash.adjust, and another person who sends the same ' +
      'values (D34).',
    params: { kind: channelKindSchema },
    malformedParams: 'unknown',
    body: { schema: patchChannelKindRequest, example: { lockSeconds: 3600, openLocksMax: 5000 } },
    answer: {
      description: 'The kind after the change.',
      schema: channelKindRecord,
      examples: { kind: examples.channelKindRecord },
    },
    errors: [
      'CHANNEL404_NOT_FOUND',
      'APPROVAL403_NOT_A_PERSON',
      'APPROVAL409_SECOND_PERSON',
      'APPROVAL409_SAME_PERSON',
    ],
  },
} as const satisfies OperationTable
