/** Bags of cash on their way to the bank, in the channel API (D30). */
import {
  bagCashRequest,
  deposit,
  depositedRequest,
  DEPOSITED_BYTES_MAX,
  depositStatusSchema,
} from '../../deposits.ts'
import { depositIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

const ofDeposit = {
  ...common,
  params: { depositId: depositIdSchema },
  malformedParams: 'unknown',
} as const

export const depositList = listOf(deposit)

named({ DepositList: depositList })

export const depositsQuery = listQuery.extend({
  status: depositStatusSchema.optional().meta({ description: 'Filter by status.' }),
})

export const CHANNEL_DEPOSITS = {
  bagCash: {
    ...common,
    method: 'POST',
    path: '/channel/v1/deposits',
    permission: 'deposits.make',
    summary: 'Put cash into a bag for the bank',
    description:
      'The cash of the safe or of an agent moves into the bag. A bag has the cash of one ' +
      'channel, and until it is banked no other bag of the channel has its seal. In a session, ' +
      'agents bag their own cash, and those who act for the safe bag the cash of the safe.',
    idempotent: 'required',
    body: { schema: bagCashRequest, example: examples.bagCash },
    answer: {
      status: 201,
      description: 'The bag is closed.',
      schema: deposit,
      examples: { bagged: examples.baggedDeposit },
    },
    errors: [
      'HOLDER404_NOT_FOUND',
      'HOLDER409_INACTIVE',
      'CASH409_NOT_ENOUGH',
      'DEPOSIT409_SEAL_IN_USE',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
  listDeposits: {
    ...common,
    method: 'GET',
    path: '/channel/v1/deposits',
    permission: 'cash.view',
    summary: 'List deposits',
    description: 'The bags of this channel, newest first.',
    query: depositsQuery,
    answer: onePage(depositList, examples.depositedDeposit),
  },
  readDeposit: {
    ...ofDeposit,
    method: 'GET',
    path: '/channel/v1/deposits/{depositId}',
    permission: 'cash.view',
    summary: 'Read a deposit',
    description: 'A channel sees only its own bags.',
    answer: {
      description: 'The deposit.',
      schema: deposit,
      examples: { deposited: examples.depositedDeposit, banked: examples.bankedDeposit },
    },
    errors: ['DEPOSIT404_NOT_FOUND'],
  },
  recordDeposited: {
    ...ofDeposit,
    method: 'POST',
    path: '/channel/v1/deposits/{depositId}/deposited',
    permission: 'deposits.make',
    summary: 'Record the slip of the bank: you deposited the bag',
    description:
      'The bank line is found by this number later. A repetition gets the same answer; no other ' +
      'bag can have the number.',
    bodyBytesMax: DEPOSITED_BYTES_MAX,
    body: { schema: depositedRequest, example: { slip: { number: '0071-558213' } } },
    answer: {
      description: 'The bag is deposited.',
      schema: deposit,
      examples: { deposited: examples.depositedDeposit },
    },
    errors: ['DEPOSIT404_NOT_FOUND', 'DEPOSIT409_WRONG_STATUS', 'DEPOSIT409_SLIP_IN_USE'],
  },
} as const satisfies OperationTable
