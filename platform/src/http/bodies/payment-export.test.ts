import { EXPORT_ROWS_MAX, type OwnPaymentRecord } from '@wasl/protocol'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { OWN_COLUMNS } from './payment-columns.ts'
import { paymentsFile } from './payment-export.ts'

const PAYMENT = {
  paymentId: '01989d2e-5c00-7a10-8f3b-9c1e000003e9',
  reference: 'INV/1',
  amount: 12.5,
  refundedAmount: 0,
  stage: 'paid',
  createdAt: '2026-11-23T10:00:00.000Z',
  paidAt: null,
  channelName: 'Counter',
  webhookDelivery: 'none',
} as OwnPaymentRecord

const PAGE = 500

const pages = async function* (count: number) {
  for (let left = count; left > 0; left -= PAGE) {
    yield Array.from({ length: Math.min(left, PAGE) }, () => PAYMENT)
  }
}

const csvOf = (count: number) =>
  paymentsFile(pages(count), OWN_COLUMNS, {
    format: 'csv',
    acceptLanguage: 'fr',
    readTimeZone: () => Promise.resolve('Africa/Algiers'),
    tooMany: () => new Error('too many'),
  })

test('a file has as many payments as it may have, and is as long as it says', async () => {
  const { body, headers } = await csvOf(EXPORT_ROWS_MAX)
  const file = await buffer(body)
  expect(file.toString().split('\r\n')).toHaveLength(EXPORT_ROWS_MAX + 2)
  expect(headers['content-length']).toBe(String(file.length))
})

test('one payment more is refused, and nothing is cut', async () => {
  await expect(csvOf(EXPORT_ROWS_MAX + 1)).rejects.toThrow('too many')
})
