import { describe, expect, test } from 'vitest'
import { confirmPaymentRequest, idempotencyKeySchema, openPaymentRequest } from './channel-api.ts'
import { patchChannelKindRequest } from './channel-kinds.ts'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { listQuery } from './lists.ts'
import { paymentsQuery } from './operations/operator/payments.ts'
import { webhookEventsQuery } from './operations/operator/webhook-events.ts'
import { createPartnerRequest, patchPartnerRequest, rotateRequest } from './operator-partners.ts'

const apiUrl = 'https://shop.example/payments'

describe('ids', () => {
  test.each([['prt_1'], ['prt_1001'], ['prt_2147483647']])('accepts %s', (id) => {
    expect(partnerIdSchema.safeParse(id).success).toBe(true)
  })

  test.each([
    ['prt_0'],
    ['prt_01'],
    ['prt_2147483648'],
    ['prt_9999999999'],
    ['prt_-1'],
    ['prt_1e3'],
    ['prt_'],
    ['1001'],
    ['chn_7'],
    ['PRT_7'],
    ['prt_7\n'],
    ['prt_٧'],
    [''],
  ])('refuses %j as a partner id', (id) => {
    expect(partnerIdSchema.safeParse(id).success).toBe(false)
  })

  test('a channel id is no partner id', () => {
    expect(channelIdSchema.safeParse('chn_7').success).toBe(true)
    expect(channelIdSchema.safeParse('prt_7').success).toBe(false)
  })
})

describe('the channel API', () => {
  test('an opening refuses the fields it does not know', () => {
    const body = { partnerId: 'prt_1001', reference: 'INV-1' }
    expect(openPaymentRequest.parse(body)).toEqual(body)
    expect(openPaymentRequest.safeParse({ ...body, amount: 5 }).success).toBe(false)
  })

  test('a confirm may name an amount, which must be one', () => {
    expect(confirmPaymentRequest.parse({})).toEqual({})
    expect(confirmPaymentRequest.parse({ amount: 599.8 })).toEqual({ amount: 599.8 })
    expect(confirmPaymentRequest.safeParse({ amount: '599.80' }).success).toBe(false)
    expect(confirmPaymentRequest.safeParse({ amount: null }).success).toBe(false)
  })

  test.each([['a'], ['0b6f1d2e-7c00'], ['~'.repeat(255)]])('%s is an idempotency key', (key) => {
    expect(idempotencyKeySchema.safeParse(key).success).toBe(true)
  })

  test.each([[''], ['a b'], ['é'], ['a'.repeat(256)], ['a\n']])(
    '%j is no idempotency key',
    (key) => {
      expect(idempotencyKeySchema.safeParse(key).success).toBe(false)
    },
  )
})

describe('the operator API', () => {
  test.each([[''], [' A'], ['A '], ['a\tb'], ['a'.repeat(101)], ['\ud800'], [7]])(
    'refuses %j as a name',
    (name) => {
      expect(createPartnerRequest.safeParse({ name, apiUrl }).success).toBe(false)
    },
  )

  test.each([['Sonelgaz'], ['مدرسة النجاح'], ['é'.repeat(100)], ['🏫'.repeat(100)]])(
    'accepts %s as a name',
    (name) => {
      expect(createPartnerRequest.safeParse({ name, apiUrl }).success).toBe(true)
    },
  )

  test('a change names at least one field', () => {
    expect(patchPartnerRequest.safeParse({}).success).toBe(false)
    expect(patchPartnerRequest.safeParse({ colour: 'red' }).success).toBe(false)
    expect(patchPartnerRequest.safeParse({ webhookUrl: null }).success).toBe(true)
    expect(patchPartnerRequest.safeParse({ status: 'inactive' }).success).toBe(true)
    expect(patchPartnerRequest.safeParse({ apiUrl: null }).success).toBe(false)
  })

  test('a rotation overlaps by a day by default', () => {
    expect(rotateRequest.parse({ secret: 'apiKey' }).overlapSeconds).toBe(86_400)
    expect(rotateRequest.parse({ secret: 'apiKey', overlapSeconds: 0 }).overlapSeconds).toBe(0)
    for (const overlapSeconds of [-1, 0.5, 2_592_001, '60', null, Infinity]) {
      expect(rotateRequest.safeParse({ secret: 'apiKey', overlapSeconds }).success).toBe(false)
    }
  })

  test('a lock lasts from 30 seconds to a day, or the default', () => {
    const verdicts = [29, 30, 86_400, 86_401, null, 30.5].map(
      (lockSeconds) => patchChannelKindRequest.safeParse({ lockSeconds }).success,
    )
    expect(verdicts).toEqual([false, true, true, false, true, false])
    expect(patchChannelKindRequest.safeParse({}).success).toBe(false)
  })

  test.each(['openLocksMax', 'notFoundPerMinute'])('%s is at least 1, or the default', (name) => {
    const verdicts = [0, 1, 1_000_000, 10_000_001, null, 1.5].map(
      (value) => patchChannelKindRequest.safeParse({ [name]: value }).success,
    )
    expect(verdicts).toEqual([false, true, true, false, true, false])
  })
})

describe('the query of a list', () => {
  test('has a limit of 50 by default', () => {
    expect(listQuery.parse({})).toEqual({ limit: 50 })
    expect(listQuery.parse({ limit: '200', cursor: 'abc_-9' })).toEqual({
      limit: 200,
      cursor: 'abc_-9',
    })
  })

  test.each([
    ['0'],
    ['201'],
    ['-1'],
    ['1.5'],
    ['1e2'],
    ['0x10'],
    [' 5'],
    ['05'],
    [''],
    [['5', '6']],
  ])('refuses %j as a limit', (limit) => {
    expect(listQuery.safeParse({ limit }).success).toBe(false)
  })

  test('filters are checked', () => {
    expect(paymentsQuery.safeParse({ stage: 'paid', reference: 'INV/1' }).success).toBe(true)
    expect(paymentsQuery.safeParse({ stage: 'not_found' }).success).toBe(false)
    expect(webhookEventsQuery.safeParse({ state: 'failed', partnerId: 'prt_1' }).success).toBe(true)
    expect(webhookEventsQuery.safeParse({ paymentId: 'x' }).success).toBe(false)
    expect(listQuery.safeParse({ cursor: 'a b' }).success).toBe(false)
  })
})
