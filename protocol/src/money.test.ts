import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_CENTIMES,
  centimesFromDinars,
  dinarsFromCentimes,
  dinarsFromSum,
  formatDinars,
  formatSum,
  signedCentimesFromDinars,
} from './centimes.ts'
import { amountSchema } from './money.ts'

const centimes = fc.integer({ min: 1, max: MAX_CENTIMES })
const RUNS = { numRuns: 20_000 }

describe('centimesFromDinars', () => {
  test('every amount in range survives the way to JSON and back', () => {
    fc.assert(
      fc.property(centimes, (amount) => {
        const received: unknown = JSON.parse(JSON.stringify(dinarsFromCentimes(amount)))
        expect(centimesFromDinars(received)).toEqual({ ok: true, centimes: amount })
      }),
      RUNS,
    )
  })

  test('the text with two decimals reads as the same amount', () => {
    fc.assert(
      fc.property(centimes, (amount) => {
        expect(centimesFromDinars(JSON.parse(formatDinars(amount)))).toEqual({
          ok: true,
          centimes: amount,
        })
      }),
      RUNS,
    )
  })

  test('every number up to 1500.00 is exact, where multiplying by 100 is not', () => {
    let lostByFloat = 0
    const lost: number[] = []
    for (let amount = 1; amount <= 150_000; amount += 1) {
      const dinars = Number(`${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`)
      if (Math.trunc(dinars * 100) !== amount) lostByFloat += 1
      if (signedCentimesFromDinars(dinars) !== amount) lost.push(dinars)
    }
    expect(lost).toEqual([])
    expect(lostByFloat).toBeGreaterThan(0)
  })

  test('a number is accepted exactly when its shortest decimal has at most two decimals', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const fits = /^[0-9]+(\.[0-9]{1,2})?$/.test(JSON.stringify(value) ?? '')
        const inRange = value >= 0.01 && value <= 9999999999.99
        expect(centimesFromDinars(value).ok).toBe(fits && inRange)
      }),
      RUNS,
    )
  })

  test.each([
    ['5'],
    [Number.NaN],
    [Infinity],
    [-Infinity],
    [0],
    [-0],
    [-1],
    [1.005],
    [0.1 + 0.2],
    [1e21],
    [1e-7],
    [10_000_000_000],
    [null],
    [undefined],
    [true],
    [5n],
    [[5]],
    [{ valueOf: () => 5 }],
  ])('refuses %o and shows it', (value) => {
    const result = centimesFromDinars(value)
    expect(result.ok).toBe(false)
    expect(result.ok ? '' : result.problem).toMatch(/^expected a number of dinars .*, received \S/)
  })

  test('tells zero from negative zero in the sentence', () => {
    expect(centimesFromDinars(-0)).toMatchObject({ problem: expect.stringMatching(/received -0$/) })
  })
})

describe('signedCentimesFromDinars', () => {
  test.each([
    [-50, -5000],
    [-0.05, -5],
    [0, 0],
    [20_000_000_000, 2_000_000_000_000],
  ])('reads %d as %d centimes', (value, expected) => {
    expect(signedCentimesFromDinars(value)).toBe(expected)
  })

  test.each([[1e17], [1.005], [Number.NaN], ['1']])('has no exact centimes for %o', (value) => {
    expect(signedCentimesFromDinars(value)).toBe(null)
  })
})

describe('formatDinars', () => {
  test.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [59_980, '599.80'],
    [MAX_CENTIMES, '9999999999.99'],
  ])('shows %d centimes as %s', (amount, text) => {
    expect(formatDinars(amount)).toBe(text)
  })

  test.each([[0], [-1], [1.5], [Number.NaN], [MAX_CENTIMES + 1], [2 ** 53]])(
    'throws on %d, which is no amount',
    (amount) => {
      expect(() => formatDinars(amount)).toThrow(RangeError)
      expect(() => dinarsFromCentimes(amount)).toThrow(RangeError)
    },
  )
})

describe('formatSum', () => {
  test.for([
    [0, '0.00'],
    [-1, '-0.01'],
    [59980, '599.80'],
    [-982150, '-9821.50'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ] as const)('%d centimes are %s', ([sum, text]) => {
    expect(formatSum(sum)).toBe(text)
  })

  test.for([0.5, 2 ** 53, Number.NaN, Infinity])('%d is not a number of centimes', (value) => {
    expect(() => formatSum(value)).toThrow(RangeError)
  })

  test('a sum survives the wire', () => {
    // Above 2^46 dinars, a JSON number cannot tell two neighbouring centimes apart.
    const max = 2 ** 46 * 100
    fc.assert(
      fc.property(fc.integer({ min: -max, max }), (sum) => {
        const read: unknown = JSON.parse(JSON.stringify(dinarsFromSum(sum)))
        expect(signedCentimesFromDinars(read)).toBe(sum)
      }),
    )
  })
})

describe('amountSchema', () => {
  test('keeps the number unchanged', () => {
    expect(amountSchema.parse(599.8)).toBe(599.8)
  })

  test('refuses what centimesFromDinars refuses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.anything()), (value) => {
        expect(amountSchema.safeParse(value).success).toBe(centimesFromDinars(value).ok)
      }),
    )
  })
})
