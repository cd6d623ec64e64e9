/** Shifts of a channel's agents, and the cash that they hold (D30). */
import { cashView } from '../../cash.ts'
import { shiftIdSchema } from '../../cash-ids.ts'
import { agentIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  countShiftRequest,
  shiftRecord,
  shiftStatusSchema,
  startShiftRequest,
} from '../../shifts.ts'
import * as examples from '../examples/shifts.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API: cash' } as const

const ofShift = {
  ...common,
  params: { shiftId: shiftIdSchema },
  malformedParams: 'unknown',
} as const

export const shiftList = listOf(shiftRecord)

named({ ShiftList: shiftList })

export const shiftsQuery = listQuery.extend({
  agentId: agentIdSchema.optional().meta({ description: 'Filter by agent.' }),
  status: shiftStatusSchema.optional().meta({ description: 'Filter by status.' }),
})

export const CHANNEL_SHIFTS = {
  readCash: {
    ...common,
    method: 'GET',
    path: '/channel/v1/cash',
    permission: 'cash.view',
    summary: 'See who holds how much cash',
    description:
      'Your agents in the order of their ids, your safe, and the channel itself. What an agent holds ' +
      'is hidden while it counts.',
    query: listQuery,
    answer: {
      description: 'One page of agents.',
      schema: cashView,
      examples: { 'last page': examples.cashView },
    },
  },
  startShift: {
    ...common,
    method: 'POST',
    path: '/channel/v1/shifts',
    permission: 'cash.count',
    summary: 'Start a shift',
    description:
      'An agent on shift can open payments in its name. The float moves from your safe to the agent. An ' +
      'agent has one shift at a time: after its count the next one can start.',
    idempotent: 'required',
    body: { schema: startShiftRequest, example: examples.startShift },
    answer: {
      status: 201,
      description: 'The shift is open.',
      schema: shiftRecord,
      examples: { open: examples.openShift },
    },
    errors: [
      'AGENT404_NOT_FOUND',
      'AGENT409_INACTIVE',
      'SHIFT409_ALREADY_OPEN',
      'CASH409_NOT_ENOUGH',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
  listShifts: {
    ...common,
    method: 'GET',
    path: '/channel/v1/shifts',
    permission: 'cash.view',
    summary: 'List shifts',
    description: 'Newest first. A channel sees only its own.',
    query: shiftsQuery,
    answer: onePage(shiftList, examples.countedShift),
  },
  readShift: {
    ...ofShift,
    method: 'GET',
    path: '/channel/v1/shifts/{shiftId}',
    permission: 'cash.view',
    summary: 'Read a shift',
    description: 'With its count, once it is counted.',
    answer: {
      description: 'The shift.',
      schema: shiftRecord,
      examples: { open: examples.openShift, counted: examples.countedShift },
    },
    errors: ['SHIFT404_NOT_FOUND'],
  },
  countShift: {
    ...ofShift,
    method: 'POST',
    path: '/channel/v1/shifts/{shiftId}/count',
    permission: 'cash.count',
    summary: 'Count the cash of a shift',
    description:
      'The count is blind: nothing shows what is expected before the answer does. A request ' +
      'without denominations begins the count: from then on no payment can be opened in the ' +
      'name of the agent. A request with denominations records it, once; a repetition gets the ' +
      'same answer. Confirmations never wait: one that comes after the count belongs to the ' +
      'next shift. A difference beyond your tolerance waits for a supervisor or the operator.',
    body: { schema: countShiftRequest, optional: true, example: examples.countShift },
    answer: {
      description: 'The shift, with its count.',
      schema: shiftRecord,
      examples: { counted: examples.countedShift },
    },
    errors: ['SHIFT404_NOT_FOUND', 'SHIFT409_WRONG_STATUS'],
  },
  closeShift: {
    ...ofShift,
    method: 'POST',
    path: '/channel/v1/shifts/{shiftId}/close',
    permission: 'cash.count',
    summary: 'Close a shift',
    description:
      'After the count, and after the decision about its difference. Send no body. A repetition ' +
      'gets the same answer.',
    answer: {
      description: 'The shift is closed.',
      schema: shiftRecord,
      examples: { closed: examples.closedShift },
    },
    errors: ['SHIFT404_NOT_FOUND', 'SHIFT409_WRONG_STATUS', 'SHIFT409_VARIANCE_OPEN'],
  },
} as const satisfies OperationTable
