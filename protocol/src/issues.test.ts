import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPartnerRequest, rotateRequest } from './operator-partners.ts'
import { stepUpRequest } from './credentials.ts'
import { describeIssues } from './issues.ts'
import { paymentDetailsSchema } from './payment-details.ts'
import { timeSchema } from './time.ts'
import { webhookEventSchema } from './webhook-event.ts'

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? [] : describeIssues(result.error, value)
}

describe('describeIssues', () => {
  test('names the field, the expected and the received value', () => {
    const details = {
      reference: 'INV-1',
      total_amount: 12,
      currency: 'EUR',
      amount_detail: [{ value: '12' }],
      details: [{}],
    }
    expect(issuesOf(paymentDetailsSchema, details)).toEqual([
      { path: 'currency', message: 'expected "DZD", received "EUR"' },
      { path: 'amount_detail.0.value', message: 'expected a number, received "12"' },
      { path: 'details.0.value', message: 'expected a string, received nothing' },
    ])
  })

  test.each([
    [{ code: '12345' }, 'expected a length of at least 6, received 5 characters'],
    [{ code: 123_456 }, 'expected a string, received a number'],
  ])('does not repeat the code of a confirmation: %j', (value, message) => {
    expect(issuesOf(stepUpRequest, value)).toEqual([{ path: 'code', message }])
  })

  test('names the received type when the value is not given', () => {
    const result = paymentDetailsSchema.safeParse({ reference: 5, total_amount: '5' })
    expect(result.success ? [] : describeIssues(result.error)).toEqual([
      { path: 'reference', message: 'expected a string, received a number' },
      { path: 'total_amount', message: 'expected a number, received a string' },
      { path: 'currency', message: 'expected "DZD"' },
    ])
  })

  test.each<[z.ZodType, unknown, string]>([
    [z.int(), 1.5, 'expected an integer, received 1.5'],
    [z.boolean(), 'true', 'expected true or false, received "true"'],
    [z.array(z.string()), {}, 'expected an array, received an object'],
    [z.object({}), [], 'expected an object, received an array'],
    [z.object({}), null, 'expected an object, received null'],
    [z.int().min(0), -1, 'expected at least 0, received -1'],
    [z.int().max(9), 10, 'expected at most 9, received 10'],
    [z.string().min(1), '', 'expected a length of at least 1, received ""'],
    [z.guid(), 'x', 'expected a UUID, received "x"'],
    [z.enum(['a', 'b']), 'c', 'expected one of "a", "b", received "c"'],
    [
      timeSchema,
      '2026-11-21',
      'expected a time in UTC with milliseconds such as 2026-11-21T09:00:00.000Z, ' +
        'received "2026-11-21"',
    ],
    [
      timeSchema,
      1_795_251_600,
      'expected a time in UTC with milliseconds such as 2026-11-21T09:00:00.000Z, ' +
        'received 1795251600',
    ],
    [z.array(z.int()).min(1), [], 'expected a number of items of at least 1, received 0'],
    [z.array(z.int()).max(2), [1, 2, 3], 'expected a number of items of at most 2, received 3'],
  ])('%# %o', (schema, value, message) => {
    expect(issuesOf(schema, value)).toEqual([{ path: '', message }])
  })

  test('lists the known kinds for an event of an unknown kind', () => {
    expect(issuesOf(webhookEventSchema, { event: 'payment.nope', data: {} })).toEqual([
      {
        path: 'event',
        message:
          'expected one of "payment.initialized", "payment.success", "payment.fail", ' +
          '"payment.refunded", received "payment.nope"',
      },
    ])
  })

  test('long values are cut and lone surrogates replaced', () => {
    const [issue] = issuesOf(z.number(), `${'a'.repeat(59)}\ud83d\ude00${'b'.repeat(500)}`)
    expect(issue?.message).toBe(`expected a number, received "${'a'.repeat(59)}\ufffd"…`)
  })

  test('does not repeat a password in a refused URL', () => {
    const body = { name: 'A', apiUrl: 'https://user:hunter2@shop.example' }
    const [issue] = issuesOf(createPartnerRequest, body)
    expect(issue?.path).toBe('apiUrl')
    expect(issue?.message).not.toContain('hunter2')
  })

  test('describes every problem of any value by what was expected', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        const value = { secret: one, overlapSeconds: other }
        for (const { message } of issuesOf(rotateRequest, value)) {
          expect(message).toMatch(/^expected .+, received .+/)
          expect(message.isWellFormed()).toBe(true)
        }
      }),
    )
  })
})
