import { describe, expect, test } from 'vitest'
import {
  acknowledgementSchema,
  webhookEnvelopeSchema,
  webhookEventSchema,
} from './webhook-event.ts'

const success = {
  event: 'payment.success',
  data: {
    reference: 'INV-1',
    paymentId: '019aa5b1-3080-7abc-8def-0123000003e9',
    channel: 'AGENCY',
    amount: 1250.5,
    currency: 'DZD',
    paidAt: '2026-11-21T09:03:20.125Z',
  },
}

describe('webhookEventSchema', () => {
  test('keeps unknown fields, in the envelope and in the data', () => {
    const later = { ...success, version: 2, data: { ...success.data, qrCodeToken: 'abc' } }
    expect(webhookEventSchema.parse(later)).toEqual(later)
  })
})

describe('webhookEnvelopeSchema', () => {
  test('accepts an event of an unknown kind', () => {
    const later = { event: 'payment.refunded', data: { reference: 'INV-1' } }
    expect(webhookEnvelopeSchema.parse(later)).toEqual(later)
    expect(webhookEventSchema.safeParse(later).success).toBe(false)
  })

  test.each([
    [null],
    [[]],
    [{ event: '', data: {} }],
    [{ event: 'a' }],
    [{ event: 'a', data: [] }],
  ])('refuses %j', (body) => {
    expect(webhookEnvelopeSchema.safeParse(body).success).toBe(false)
  })
})

describe('acknowledgementSchema', () => {
  test('is success true, with any other fields', () => {
    expect(acknowledgementSchema.safeParse({ success: true, note: 'ok' }).success).toBe(true)
    for (const body of [{}, { success: false }, { success: 'true' }, { success: 1 }, true, null]) {
      expect(acknowledgementSchema.safeParse(body).success).toBe(false)
    }
  })
})
