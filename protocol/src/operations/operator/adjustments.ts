/** Transfers by hand, made by two people. */
import { z } from 'zod'
import { adjustment, adjustmentList, adjustmentRequest } from '../../ledger.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/ledger.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const ofAdjustment = {
  ...common,
  params: { adjustmentId: z.guid() },
} as const

export const OPERATOR_ADJUSTMENTS = {
  proposeAdjustment: {
    ...common,
    method: 'POST',
    path: '/operator/v1/ledger/adjustments',
    permission: 'cash.adjust',
    summary: 'Propose an adjustment',
    description:
      'A transfer by hand, with a reason, between two accounts that may be adjusted (W104); never of a ' +
      'bank account. Another person must approve it.',
    body: { schema: adjustmentRequest, example: examples.adjustmentRequest },
    answer: {
      status: 201,
      description: 'The adjustment waits for another person.',
      schema: adjustment,
      examples: { proposed: examples.proposedAdjustment },
    },
    errors: ['ADJUSTMENT409_PAIR_NOT_ALLOWED'],
  },
  listAdjustments: {
    ...common,
    method: 'GET',
    path: '/operator/v1/ledger/adjustments',
    permission: 'statements.view',
    summary: 'List adjustments',
    description: 'Newest first.',
    query: listQuery,
    answer: {
      description: 'One page.',
      schema: adjustmentList,
      examples: { 'last page': { items: [examples.approvedAdjustment], nextCursor: null } },
    },
  },
  approveAdjustment: {
    ...ofAdjustment,
    method: 'POST',
    path: '/operator/v1/ledger/adjustments/{adjustmentId}/approve',
    permission: 'statements.approve',
    stepUp: true,
    approves: true,
    summary: 'Approve an adjustment',
    description:
      'By a person other than the one who proposed it. Writes the transfer. A repetition gets ' +
      'the first answer. Send no body.',
    answer: {
      description: 'The transfer is in the books.',
      schema: adjustment,
      examples: { approved: examples.approvedAdjustment },
    },
    errors: ['ADJUSTMENT404_NOT_FOUND', 'ADJUSTMENT409_DECIDED', 'APPROVAL409_SAME_PERSON'],
  },
  declineAdjustment: {
    ...ofAdjustment,
    method: 'POST',
    path: '/operator/v1/ledger/adjustments/{adjustmentId}/decline',
    permission: 'statements.approve',
    summary: 'Decline an adjustment',
    description:
      'Anyone may decline, including the person who proposed it. A repetition gets the first ' +
      'answer. Send no body.',
    answer: {
      description: 'The adjustment is declined. Nothing was written.',
      schema: adjustment,
      examples: { declined: examples.declinedAdjustment },
    },
    errors: ['ADJUSTMENT404_NOT_FOUND', 'ADJUSTMENT409_DECIDED'],
  },
} as const satisfies OperationTable
