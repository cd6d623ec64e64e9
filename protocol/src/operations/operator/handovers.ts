/** Handovers in the operator API (D30). */
import { channelIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import { handoverList, handoversQuery } from '../channel/handovers.ts'
import { receivedHandover } from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

export const OPERATOR_HANDOVERS = {
  listAllHandovers: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/handovers',
    permission: 'cash.view',
    summary: 'List the handovers of all channels',
    description: 'Newest first, with their amounts. Disputed ones wait for a decision.',
    query: handoversQuery.extend({
      channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
    }),
    answer: onePage(handoverList, receivedHandover),
  },
} as const satisfies OperationTable
