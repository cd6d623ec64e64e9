/** Handovers in the channel API (D30). */
import {
  disputeHandoverRequest,
  endHandoverRequest,
  handover,
  handoverStatusSchema,
  holderSchema,
  offeredHandover,
  offerHandoverRequest,
  receiveHandoverRequest,
} from '../../custody.ts'
import { handoverIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

const ofHandover = {
  ...common,
  params: { handoverId: handoverIdSchema },
  malformedParams: 'unknown',
} as const

const ENDED = ['HANDOVER404_NOT_FOUND', 'HANDOVER409_WRONG_STATUS'] as const

export const handoverList = listOf(handover)

named({ HandoverList: handoverList })

export const handoversQuery = listQuery.extend({
  status: handoverStatusSchema.optional().meta({ description: 'Filter by status.' }),
  holder: holderSchema.optional().meta({ description: 'Given or received by this agent or safe.' }),
})

export const CHANNEL_HANDOVERS = {
  offerHandover: {
    ...common,
    method: 'POST',
    path: '/channel/v1/handovers',
    permission: 'cash.receive',
    summary: 'Offer cash to another holder',
    description:
      'Returns the one-time code, only here and only for the giver. Nothing moves yet. The ' +
      'receiver counts the cash without knowing the amount; then the giver tells the code. If ' +
      'this answer is lost, cancel the handover and offer the cash again.',
    body: { schema: offerHandoverRequest, example: examples.offerHandover },
    answer: {
      status: 201,
      description: 'The handover, with the code for the giver.',
      schema: offeredHandover,
      examples: { offered: examples.handoverWithCode },
    },
    errors: ['HOLDER404_NOT_FOUND', 'HOLDER409_INACTIVE', 'CASH409_NOT_ENOUGH'],
  },
  listHandovers: {
    ...common,
    method: 'GET',
    path: '/channel/v1/handovers',
    permission: 'cash.view',
    summary: 'List handovers',
    description: 'The handovers of this channel, newest first. The amount of an open one is null.',
    query: handoversQuery,
    answer: onePage(handoverList, examples.receivedHandover),
  },
  readHandover: {
    ...ofHandover,
    method: 'GET',
    path: '/channel/v1/handovers/{handoverId}',
    permission: 'cash.view',
    summary: 'Read a handover',
    description: 'Without the code. The amount of an open handover is null.',
    answer: {
      description: 'The handover.',
      schema: handover,
      examples: { offered: examples.offeredHandover, received: examples.receivedHandover },
    },
    errors: ['HANDOVER404_NOT_FOUND'],
  },
  receiveHandover: {
    ...ofHandover,
    method: 'POST',
    path: '/channel/v1/handovers/{handoverId}/receive',
    permission: 'cash.receive',
    summary: 'Receive a handover: you counted the cash',
    description:
      'What was counted moves from the giver to the receiver. A difference is a variance of the ' +
      'giver. The fifth wrong code cancels the handover. A repeated receipt gets the same ' +
      'answer.',
    body: {
      schema: receiveHandoverRequest,
      example: { code: examples.handoverWithCode.code, counted: 14_800 },
    },
    answer: {
      description: 'The handover is received.',
      schema: handover,
      examples: { received: examples.receivedHandover },
    },
    errors: [...ENDED, 'HANDOVER403_WRONG_CODE', 'CASH409_NOT_ENOUGH'],
  },
  declineHandover: {
    ...ofHandover,
    method: 'POST',
    path: '/channel/v1/handovers/{handoverId}/decline',
    permission: 'cash.receive',
    summary: 'Decline a handover: you do not take the cash',
    description: 'Nothing moves.',
    body: { schema: endHandoverRequest, optional: true, example: {} },
    answer: {
      description: 'The handover is declined.',
      schema: handover,
      examples: { declined: examples.endedHandover('declined', null) },
    },
    errors: ENDED,
  },
  cancelHandover: {
    ...ofHandover,
    method: 'POST',
    path: '/channel/v1/handovers/{handoverId}/cancel',
    permission: 'cash.receive',
    summary: 'Cancel a handover: you no longer offer the cash',
    description: 'Nothing moves.',
    body: { schema: endHandoverRequest, optional: true, example: {} },
    answer: {
      description: 'The handover is cancelled.',
      schema: handover,
      examples: { cancelled: examples.endedHandover('cancelled', null) },
    },
    errors: ENDED,
  },
  disputeHandover: {
    ...ofHandover,
    method: 'POST',
    path: '/channel/v1/handovers/{handoverId}/dispute',
    permission: 'cash.receive',
    summary: 'Dispute a handover: giver and receiver do not agree',
    description:
      'Nothing moves: in the books the giver still holds the cash. The operator sees the ' +
      'dispute with its reason. When both agree, the giver offers the cash again.',
    body: {
      schema: disputeHandoverRequest,
      example: { reason: 'Counted twice: one note of 2000 is missing' },
    },
    answer: {
      description: 'The handover is disputed.',
      schema: handover,
      examples: {
        disputed: examples.endedHandover('disputed', 'Counted twice: one note of 2000 is missing'),
      },
    },
    errors: ENDED,
  },
} as const satisfies OperationTable
