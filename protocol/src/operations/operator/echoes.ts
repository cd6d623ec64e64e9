/** Echoes in the operator API (W126). */
import { echoRecord, echoStateSchema, type EchoRecord } from '../../echoes.ts'
import { partnerIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { PAYMENT_ID } from '../examples/payments.ts'
import { onePage } from '../list-answer.ts'

const echoesQuery = listQuery.extend({
  partnerId: partnerIdSchema.optional().meta({ description: 'Only echoes of this partner.' }),
  state: echoStateSchema.optional().meta({ description: 'Only echoes in this state.' }),
})

const echoList = listOf(echoRecord)

named({ EchoRecordList: echoList })

const example: EchoRecord = {
  partnerId: 'prt_1001',
  paymentId: PAYMENT_ID,
  reference: 'INV/2026 01',
  state: 'unbooked',
  acknowledgedAt: '2026-11-21T09:03:20.310Z',
  lookedUpAt: '2026-11-21T09:13:21.000Z',
  nextLookupAt: '2026-11-21T10:13:21.000Z',
  answer: 'the partner still asks for 1250.50 DZD',
}

export const OPERATOR_ECHOES = {
  listEchoes: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/echoes',
    permission: 'events.view',
    summary: 'List acknowledged payments that were looked up again',
    description:
      'Newest payment first. With state=unbooked: the payments that their partners acknowledged and ' +
      'have not booked.',
    query: echoesQuery,
    answer: onePage(echoList, example),
  },
} as const satisfies OperationTable
