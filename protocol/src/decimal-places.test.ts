import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalPlaces } from './decimal-places.ts'

describe('decimal places', () => {
  test.each([
    ['1', 0],
    ['0', 0],
    ['0.000', 0],
    ['0e-5', 0],
    ['-12.5', 1],
    ['599.80', 1],
    ['599.8000000000000001', 16],
    ['10.000', 0],
    ['1e3', 0],
    ['1.5E-1', 2],
    ['12e-3', 3],
    ['1.234e1', 2],
    ['100e-2', 0],
    ['1e-400', 400],
  ])('%s has %i', (literal, places) => {
    expect(decimalPlaces(literal)).toBe(places)
  })

  test('are counted fast in a number as long as a body', () => {
    const zeros = '0'.repeat(64 * 1024)
    const startedAt = performance.now()
    expect(decimalPlaces(`1.${zeros}1`)).toBe(zeros.length + 1)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  test('agree with the digits of every number of centimes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (centimes) => {
        expect(decimalPlaces((centimes / 100).toFixed(2))).toBeLessThanOrEqual(2)
        expect(decimalPlaces(`${(centimes / 100).toFixed(2)}00000000000001`)).toBe(16)
      }),
    )
  })
})
