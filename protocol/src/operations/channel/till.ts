/** What a till asks once, and keeps for the time without the network (W155). */
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { payeeList, tillRecord } from '../../till.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

export const CHANNEL_TILL = {
  readTill: {
    ...common,
    permission: 'references.view',
    method: 'GET',
    path: '/channel/v1/till',
    summary: 'Read your channel',
    description: 'Its name, and what applies to the payments that it opens.',
    answer: {
      description: 'The channel of the caller.',
      schema: tillRecord,
      examples: {
        courier: {
          channelId: 'chn_7',
          name: 'Express Livraison Oran',
          kind: 'DELIVERY',
          status: 'active',
          requiresAgent: true,
          isTest: false,
          lockSecondsMax: 86_400,
        },
      },
    },
  },
  listPayees: {
    ...common,
    permission: 'references.view',
    method: 'GET',
    path: '/channel/v1/partners',
    summary: 'List the partners whose references you may open',
    description: 'Active partners, ordered by id: all, or those that the operator allows you.',
    query: listQuery,
    answer: onePage(payeeList, {
      partnerId: 'prt_1001',
      name: 'Dar El Bahia',
      nameAr: 'دار البهية',
    }),
  },
} as const satisfies OperationTable
