/** The cash of channels, their shifts, and what agents pay of shortages, for operators (D30). */
import { cashView, recoverRequest, recovery } from '../../cash.ts'
import { shiftIdSchema } from '../../cash-ids.ts'
import { agentIdSchema, channelIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { shiftRecord } from '../../shifts.ts'
import { shiftList, shiftsQuery } from '../channel/shifts.ts'
import * as examples from '../examples/shifts.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API: cash' } as const

export const OPERATOR_CASH = {
  readCashOfChannel: {
    ...common,
    method: 'GET',
    path: '/operator/v1/channels/{channelId}/cash',
    permission: 'cash.view',
    summary: 'See who holds how much cash in a channel',
    description: 'As the channel sees it.',
    params: { channelId: channelIdSchema },
    malformedParams: 'unknown',
    query: listQuery,
    answer: {
      description: 'One page of agents.',
      schema: cashView,
      examples: { 'last page': examples.cashView },
    },
    errors: ['CHANNEL404_NOT_FOUND'],
  },
  listAllShifts: {
    ...common,
    method: 'GET',
    path: '/operator/v1/shifts',
    permission: 'cash.view',
    summary: 'List the shifts of all channels',
    description: 'Newest first, with their counts.',
    query: shiftsQuery.extend({
      channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
    }),
    answer: onePage(shiftList, examples.countedShift),
  },
  readAnyShift: {
    ...common,
    method: 'GET',
    path: '/operator/v1/shifts/{shiftId}',
    permission: 'cash.view',
    summary: 'Read a shift',
    description: 'With its count, once it is counted.',
    params: { shiftId: shiftIdSchema },
    malformedParams: 'unknown',
    answer: {
      description: 'The shift.',
      schema: shiftRecord,
      examples: { counted: examples.countedShift },
    },
    errors: ['SHIFT404_NOT_FOUND'],
  },
  recoverShortage: {
    ...common,
    method: 'POST',
    path: '/operator/v1/agents/{agentId}/recoveries',
    permission: 'cash.adjust',
    stepUp: true,
    summary: 'Book what an agent pays towards a shortage',
    description:
      'At most what the agent owes. The money is in the safe of the channel, or at the bank.',
    params: { agentId: agentIdSchema },
    malformedParams: 'unknown',
    idempotent: 'required',
    body: { schema: recoverRequest, example: examples.recover },
    answer: {
      status: 201,
      description: 'The payment of the agent is booked.',
      schema: recovery,
      examples: { booked: examples.recovered },
    },
    errors: ['AGENT404_NOT_FOUND', 'AGENT409_OWES_LESS', 'IDEMPOTENCY422_KEY_REUSED'],
  },
} as const satisfies OperationTable
