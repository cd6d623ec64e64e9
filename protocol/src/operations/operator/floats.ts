/** Floats of channels' safes in the operator API (D30). */
import { float, floatStatusSchema, fundFloatRequest } from '../../floats.ts'
import { channelIdSchema, floatIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const floatList = listOf(float)

named({ FloatList: floatList })

export const OPERATOR_FLOATS = {
  fundFloat: {
    ...common,
    method: 'POST',
    path: '/operator/v1/floats',
    permission: 'cash.adjust',
    stepUp: true,
    summary: 'Put a float into the safe of a channel',
    description:
      "The channel's own money, which the operator owes it, or the operator's from a bank account. The " +
      'safe gives it to an agent by a handover, or at the start of a shift.',
    idempotent: 'required',
    body: { schema: fundFloatRequest, example: examples.fundFloat },
    answer: {
      status: 201,
      description: 'The float is in the safe.',
      schema: float,
      examples: { funded: examples.fundedFloat },
    },
    errors: ['CHANNEL404_NOT_FOUND', 'IDEMPOTENCY422_KEY_REUSED'],
  },
  listFloats: {
    ...common,
    method: 'GET',
    path: '/operator/v1/floats',
    permission: 'cash.view',
    summary: 'List floats',
    description: 'Newest first.',
    query: listQuery.extend({
      channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
      status: floatStatusSchema.optional().meta({ description: 'Filter by status.' }),
    }),
    answer: onePage(floatList, examples.fundedFloat),
  },
  returnFloat: {
    ...common,
    method: 'POST',
    path: '/operator/v1/floats/{floatId}/return',
    permission: 'cash.adjust',
    params: { floatId: floatIdSchema },
    malformedParams: 'unknown',
    summary: 'Take a float out of the safe',
    description:
      'The whole float goes back to where it came from. A repetition gets the same answer. Send ' +
      'no body.',
    answer: {
      description: 'The float is returned.',
      schema: float,
      examples: { returned: examples.returnedFloat },
    },
    errors: ['FLOAT404_NOT_FOUND', 'CASH409_NOT_ENOUGH'],
  },
} as const satisfies OperationTable
