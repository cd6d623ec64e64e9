import { OPERATIONS } from '@wasl/protocol/operations'
import type { Operation, OperationTable } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { placeOf } from './places.ts'

const ID = '01989d2e-5c00-7a10-8f3b-9c1e000003e9'
const NOBODYS = '01989d2e-5c00-7a10-8f3b-9c1e00000000'

const operations = (): [string, Operation][] =>
  [OPERATIONS.operator, OPERATIONS.channel, OPERATIONS.partner].flatMap((tables) =>
    Object.values(tables as Record<string, OperationTable>).flatMap((table) =>
      Object.entries(table),
    ),
  )

const partnerIn = (id: string, asked: Record<string, unknown>): number | null => {
  const [, operation] = operations().find(([name]) => name === id) as [string, Operation]
  const place = placeOf(id, operation)
  if (!('partnerOf' in place)) throw new Error(`${id} is ${place.kind}`)
  return place.partnerOf({ params: {}, query: {}, body: {}, caller: {}, ...asked })
}

test('somebody has decided where every operation runs', () => {
  for (const [id, operation] of operations()) expect(() => placeOf(id, operation)).not.toThrow()
  expect(operations().length).toBeGreaterThan(150)
})

test.for([
  ['confirmPayment', { params: { paymentId: ID } }, 1001],
  ['openPayment', { body: { partnerId: 'prt_7', reference: 'prt_8' } }, 7],
  ['scanQrCode', { params: { token: 'not a token' } }, null],
  ['listPayments', { query: { partnerId: 'prt_9' } }, 9],
  ['listPayments', { query: { limit: 50 } }, null],
  ['readStatement', { params: { statementId: NOBODYS } }, null],
  ['setQrConfig', { caller: { partnerId: 12 }, body: { partnerId: 'prt_13' } }, 12],
] as const)('%s of %j is of partner %s', ([id, asked, partner]) => {
  expect(partnerIn(id, asked)).toBe(partner)
})

test('an operation that nobody has decided on is refused at the start', () => {
  const planted = {
    caller: 'operator',
    method: 'GET',
    path: '/x',
    answer: {},
  } as unknown as Operation
  expect(() => placeOf('planted', planted)).toThrow('planted: nobody has decided')
})
