/** Bank transfers of a channel to the operator, in the channel API (D30). */
import { remittanceIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { announceRemittanceRequest, remittance, remittanceStatusSchema } from '../../remittances.ts'
import * as examples from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

const ofRemittance = {
  ...common,
  params: { remittanceId: remittanceIdSchema },
  malformedParams: 'unknown',
} as const

export const remittanceList = listOf(remittance)

named({ RemittanceList: remittanceList })

export const remittancesQuery = listQuery.extend({
  status: remittanceStatusSchema.optional().meta({ description: 'Filter by status.' }),
})

export const CHANNEL_REMITTANCES = {
  announceRemittance: {
    ...common,
    method: 'POST',
    path: '/channel/v1/remittances',
    permission: 'payouts.instruct',
    summary: 'Announce a bank transfer of what you took',
    description:
      'For a channel without agents. Write the reference of the answer on the transfer, so that ' +
      'the line of the bank finds it. Nothing moves until the operator confirms what the bank ' +
      'credited.',
    idempotent: 'required',
    body: { schema: announceRemittanceRequest, example: examples.announceRemittance },
    answer: {
      status: 201,
      description: 'The remittance is announced.',
      schema: remittance,
      examples: { announced: examples.announcedRemittance },
    },
    errors: ['CASH409_NOT_ENOUGH', 'REMITTANCE409_NETTED_TOO_MUCH', 'IDEMPOTENCY422_KEY_REUSED'],
  },
  listRemittances: {
    ...common,
    method: 'GET',
    path: '/channel/v1/remittances',
    permission: 'statements.view',
    summary: 'List remittances',
    description: 'Those of this channel, newest first.',
    query: remittancesQuery,
    answer: onePage(remittanceList, examples.confirmedRemittance),
  },
  readRemittance: {
    ...ofRemittance,
    method: 'GET',
    path: '/channel/v1/remittances/{remittanceId}',
    permission: 'statements.view',
    summary: 'Read a remittance',
    description: 'A channel sees only its own.',
    answer: {
      description: 'The remittance.',
      schema: remittance,
      examples: { confirmed: examples.confirmedRemittance },
    },
    errors: ['REMITTANCE404_NOT_FOUND'],
  },
  cancelRemittance: {
    ...ofRemittance,
    method: 'POST',
    path: '/channel/v1/remittances/{remittanceId}/cancel',
    permission: 'payouts.instruct',
    summary: 'Cancel a remittance that the bank has not confirmed',
    description: 'Nothing moves. A repetition gets the same answer. Send no body.',
    answer: {
      description: 'The remittance is cancelled.',
      schema: remittance,
      examples: { cancelled: examples.cancelledRemittance },
    },
    errors: ['REMITTANCE404_NOT_FOUND', 'REMITTANCE409_WRONG_STATUS'],
  },
} as const satisfies OperationTable
