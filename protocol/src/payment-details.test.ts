import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTIMES, dinarsFromCentimes } from './centimes.ts'
import { breakdownAddsUp, paymentDetailsSchema } from './payment-details.ts'

const details = (total: number, values?: number[]) => ({
  reference: 'INV-1',
  total_amount: total,
  currency: 'DZD' as const,
  ...(values === undefined ? {} : { amount_detail: values.map((value) => ({ value })) }),
})

describe('paymentDetailsSchema', () => {
  test('drops the fields that the specification does not name', () => {
    const parsed = paymentDetailsSchema.parse({
      ...details(5, [5]),
      dueDate: '2026-12-31',
      details: [{ label_en: 'Class', value: '3 A', order: 1 }],
    })
    expect(parsed).toEqual({ ...details(5, [5]), details: [{ label_en: 'Class', value: '3 A' }] })
  })

  test('names a value that is not an object', () => {
    const parsed = paymentDetailsSchema.parse(
      JSON.parse('{"reference":"r","total_amount":5,"currency":"DZD","__proto__":{"x":1}}'),
    )
    expect(Object.keys(parsed)).toEqual(['reference', 'total_amount', 'currency'])
    expect(Reflect.get(parsed, 'x')).toBe(undefined)
  })

  test('an amount beyond every double is refused in the breakdown as well', () => {
    const body: unknown = JSON.parse(
      '{"reference":"r","total_amount":5,"currency":"DZD","amount_detail":[{"value":1e400}]}',
    )
    expect(paymentDetailsSchema.safeParse(body).success).toBe(false)
  })

  test('refuses lone surrogates in labels, which UTF-8 cannot encode', () => {
    const body: unknown = JSON.parse(
      '{"reference":"r","total_amount":5,"currency":"DZD","details":[{"value":"\\ud800"}]}',
    )
    expect(paymentDetailsSchema.safeParse(body).success).toBe(false)
  })
})

describe('breakdownAddsUp', () => {
  test('any amount adds up however it is split', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), {
      minLength: 1,
      maxLength: 50,
    })
    fc.assert(
      fc.property(parts, (centimes) => {
        const total = centimes.reduce((sum, part) => sum + part, 0)
        fc.pre(total <= MAX_CENTIMES)
        const values = centimes.map(dinarsFromCentimes)
        expect(breakdownAddsUp(details(dinarsFromCentimes(total), values))).toBe(true)
        if (total === MAX_CENTIMES) return
        expect(breakdownAddsUp(details(dinarsFromCentimes(total + 1), values))).toBe(false)
      }),
    )
  })

  test.each<[string, number, number[] | undefined, boolean]>([
    ['no breakdown', 5, undefined, true],
    ['an empty breakdown', 5, [], true],
    ['a discount and a free line', 5, [7, -2, 0], true],
    ['a sum that floating point misses', 0.3, [0.1, 0.2], true],
    ['a line with three decimals', 5, [4.995, 0.005], false],
    ['a line too large to be exact', 5, [1e20, -1e20, 5], false],
    ['a centime too little', 5, [4.99], false],
  ])('%s', (_name, total, values, expected) => {
    expect(breakdownAddsUp(details(total, values))).toBe(expected)
  })
})
