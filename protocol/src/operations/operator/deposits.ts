/** Bags of cash and what the bank credited, in the operator API (D30). */
import { bankDepositRequest, deposit, disputeDepositRequest } from '../../deposits.ts'
import { channelIdSchema, depositIdSchema } from '../../ids.ts'
import { byAgent, moneyFilters } from '../../money-filters.ts'
import type { OperationTable } from '../../operation.ts'
import { depositList, depositsQuery } from '../channel/deposits.ts'
import * as examples from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const ofDeposit = {
  ...common,
  params: { depositId: depositIdSchema },
  malformedParams: 'unknown',
} as const

const BINARY = { type: 'string', format: 'binary' }

export const allDepositsQuery = depositsQuery.extend({
  ...moneyFilters,
  agentId: byAgent('Of this agent, who closed the bag.'),
  channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
})

export const OPERATOR_DEPOSITS = {
  listAllDeposits: {
    ...common,
    method: 'GET',
    path: '/operator/v1/deposits',
    permission: 'cash.view',
    summary: 'List the bags of all channels',
    description: 'Newest first.',
    query: allDepositsQuery,
    answer: onePage(depositList, examples.depositedDeposit),
  },
  bankDeposit: {
    ...ofDeposit,
    method: 'POST',
    path: '/operator/v1/deposits/{depositId}/bank',
    permission: 'deposits.confirm',
    summary: 'Record what the bank credited for a bag',
    description:
      'For a bag that is deposited or disputed. A difference is a variance of the bag, about ' +
      'which a second person decides. The same amount a second time, from a person or a bank ' +
      'line, gets the same answer and posts nothing.',
    body: { schema: bankDepositRequest, example: { amount: 9_800 } },
    answer: {
      description: 'The bag is banked.',
      schema: deposit,
      examples: { banked: examples.bankedDeposit },
    },
    errors: ['DEPOSIT404_NOT_FOUND', 'DEPOSIT409_WRONG_STATUS'],
  },
  disputeDeposit: {
    ...ofDeposit,
    method: 'POST',
    path: '/operator/v1/deposits/{depositId}/dispute',
    permission: 'deposits.confirm',
    summary: 'Dispute a bag: the bank did not receive it',
    description:
      'Its cash stays in transit until the bank credits an amount, which may be 0: then all of it is a ' +
      'variance.',
    body: {
      schema: disputeDepositRequest,
      example: { reason: 'The bank has no such slip' },
    },
    answer: {
      description: 'The bag is disputed.',
      schema: deposit,
      examples: { disputed: examples.disputedDeposit },
    },
    errors: ['DEPOSIT404_NOT_FOUND', 'DEPOSIT409_WRONG_STATUS'],
  },
  readSlipPicture: {
    ...ofDeposit,
    method: 'GET',
    path: '/operator/v1/deposits/{depositId}/picture',
    permission: 'cash.view',
    summary: "See the picture of a bag's slip",
    description: 'As the channel sent it.',
    answer: {
      description: 'The picture.',
      content: { 'image/png': BINARY, 'image/jpeg': BINARY },
    },
    errors: ['DEPOSIT404_NOT_FOUND'],
  },
} as const satisfies OperationTable
