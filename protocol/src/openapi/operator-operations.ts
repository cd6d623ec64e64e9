/** The operator API (D22): partners and channels. */
import * as examples from './examples.ts'
import type { PlatformOperation } from './operation.ts'
import * as partners from './partner-examples.ts'
import { onePage } from './shared-answers.ts'

const common = { tag: 'Operator API', access: 'operator' } as const

export const OPERATOR_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    method: 'post',
    path: '/operator/v1/partners',
    operationId: 'createPartner',
    summary: 'Create a partner',
    description: 'The three secrets in the answer are shown this once.',
    body: { schema: 'CreatePartnerRequest', required: true, example: partners.createPartner },
    success: {
      status: 201,
      description: 'The partner, active, with its three secrets.',
      schema: 'CreatedPartner',
      examples: { created: partners.createdPartner },
    },
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/partners',
    operationId: 'listPartners',
    summary: 'List partners',
    description: 'In the order of their ids.',
    parameters: ['Limit', 'Cursor'],
    success: onePage('PartnerList', partners.partner),
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/partners/{partnerId}',
    operationId: 'readPartner',
    summary: 'Read a partner',
    description: 'With the warnings that its developers should mend (D11).',
    parameters: ['PartnerId'],
    success: {
      status: 200,
      description: 'The partner, without secrets.',
      schema: 'Partner',
      examples: { partner: partners.partner },
    },
    errors: ['VALIDATION400', 'PARTNER404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'patch',
    path: '/operator/v1/partners/{partnerId}',
    operationId: 'changePartner',
    summary: 'Change a partner',
    description:
      'At least one field. webhookUrl: null goes back to {apiUrl}/webhooks/platform. When either ' +
      'address now leads to another host, both shared secrets rotate at once and the answer carries ' +
      'the new ones, this once.',
    parameters: ['PartnerId'],
    body: { schema: 'PatchPartnerRequest', required: true, example: partners.patchPartner },
    success: {
      status: 200,
      description: 'The partner after the change.',
      schema: 'PatchedPartner',
      examples: { 'another host': partners.patchedPartner },
    },
    errors: ['VALIDATION400', 'PARTNER404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/partners/{partnerId}/rotate',
    operationId: 'rotateSecret',
    summary: 'Rotate a secret of a partner',
    description:
      'Until previousValidUntil an old API key is still accepted, and the platform itself goes on ' +
      'using an old API secret or HMAC secret, so that the partner can install the new one beside it.',
    parameters: ['PartnerId'],
    body: {
      schema: 'RotateRequest',
      required: true,
      example: { secret: 'hmacSecret', overlapSeconds: 86_400 },
    },
    success: {
      status: 200,
      description: 'The new secret, shown this once.',
      schema: 'Rotated',
      examples: { rotated: partners.rotated },
    },
    errors: ['VALIDATION400', 'PARTNER404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/channels',
    operationId: 'createChannel',
    summary: 'Create a channel',
    description: 'The key in the answer is shown this once.',
    body: { schema: 'CreateChannelRequest', required: true, example: examples.createChannel },
    success: {
      status: 201,
      description: 'The channel with its key.',
      schema: 'CreatedChannel',
      examples: { created: examples.createdChannel },
    },
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/channels',
    operationId: 'listChannels',
    summary: 'List channels',
    description: 'In the order of their ids, without their keys.',
    parameters: ['Limit', 'Cursor'],
    success: onePage('ChannelList', examples.channelRecord),
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/channels/{channelId}/rotate',
    operationId: 'rotateChannelKey',
    summary: "Rotate a channel's key",
    description:
      'Until previousValidUntil the old key is still accepted. overlapSeconds 0 withdraws it: every ' +
      'process refuses it within 5 seconds.',
    parameters: ['ChannelId'],
    body: { schema: 'RotateChannelRequest', required: false, example: { overlapSeconds: 86_400 } },
    success: {
      status: 200,
      description: 'The new key, shown this once.',
      schema: 'RotatedChannel',
      examples: { rotated: examples.rotatedChannel },
    },
    errors: ['VALIDATION400', 'CHANNEL404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/channel-kinds',
    operationId: 'listChannelKinds',
    summary: 'Lock times and limits of the channel kinds',
    description:
      'Null means the default: WASL_LOCK_SECONDS (D10), 1,000 open locks and 300 unknown references a minute, for each channel (W79).',
    success: {
      status: 200,
      description: 'All three kinds.',
      schema: 'ChannelKindList',
      examples: { kinds: examples.channelKindList },
    },
    errors: [],
  },
  {
    ...common,
    method: 'patch',
    path: '/operator/v1/channel-kinds/{kind}',
    operationId: 'changeChannelKind',
    summary: 'Change the lock time and the limits of a channel kind',
    description:
      'Changes what is named, for payments opened from now on; null goes back to the default.',
    parameters: ['ChannelKind'],
    body: {
      schema: 'PatchChannelKindRequest',
      required: true,
      example: { lockSeconds: 3600, openLocksMax: 5000 },
    },
    success: {
      status: 200,
      description: 'The kind after the change.',
      schema: 'ChannelKindRecord',
      examples: { kind: examples.channelKindRecord },
    },
    errors: ['VALIDATION400', 'CHANNEL404_NOT_FOUND'],
  },
]
