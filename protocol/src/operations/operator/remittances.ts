/** Bank transfers of channels, in the operator API (D30). */
import { channelIdSchema, remittanceIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import { bankRemittanceRequest, remittance } from '../../remittances.ts'
import { remittanceList, remittancesQuery } from '../channel/remittances.ts'
import * as examples from '../examples/custody.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

export const OPERATOR_REMITTANCES = {
  listAllRemittances: {
    ...common,
    method: 'GET',
    path: '/operator/v1/remittances',
    permission: 'cash.view',
    summary: 'List the remittances of all channels',
    description: 'Newest first.',
    query: remittancesQuery.extend({
      channelId: channelIdSchema.optional().meta({ description: 'Filter by channel.' }),
    }),
    answer: onePage(remittanceList, examples.announcedRemittance),
  },
  bankRemittance: {
    ...common,
    method: 'POST',
    path: '/operator/v1/remittances/{remittanceId}/bank',
    permission: 'deposits.confirm',
    params: { remittanceId: remittanceIdSchema },
    malformedParams: 'unknown',
    summary: 'Record what the bank credited for a remittance',
    description:
      'What the bank credited, and the commission that the channel keeps, are no longer cash of ' +
      'the channel. The same amount a second time, from a person or a bank line, gets the same ' +
      'answer and posts nothing.',
    body: { schema: bankRemittanceRequest, example: { amount: 9_900 } },
    answer: {
      description: 'The remittance is confirmed.',
      schema: remittance,
      examples: { confirmed: examples.confirmedRemittance },
    },
    errors: ['REMITTANCE404_NOT_FOUND', 'REMITTANCE409_WRONG_STATUS'],
  },
} as const satisfies OperationTable
