import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf } from '../../../../platform/src/money/settlement/fees/fee.ts'
import { chargeOf } from './charge.ts'

/** Up to the fee of the largest payment. */
const centimesUpTo = fc.integer({ min: 0, max: 999_999_999_999 })

const rates = fc.integer({ min: 0, max: 10_000 })

const charged = (centimes: number, vatBasisPoints: number): number =>
  Math.round(chargeOf({ fee: centimes / 100, vatBasisPoints }) * 100)

test('a charge is the fee and its VAT as the platform rounds it, also of a fee that goes back', () => {
  fc.assert(
    fc.property(centimesUpTo, fc.boolean(), rates, (size, isBack, rate) => {
      const fee = isBack ? -size : size
      expect(charged(fee, rate)).toBe(fee + shareOf(fee, rate, 10_000))
    }),
  )
})

test('a fee that goes back whole brings back its whole charge', () => {
  fc.assert(
    fc.property(centimesUpTo, rates, (fee, rate) => {
      expect(charged(fee, rate) + charged(-fee, rate)).toBe(0)
    }),
  )
})

test('a charge is never below its fee, and at most twice as much', () => {
  fc.assert(
    fc.property(centimesUpTo, rates, (fee, rate) => {
      const charge = charged(fee, rate)
      expect(charge).toBeGreaterThanOrEqual(fee)
      expect(charge).toBeLessThanOrEqual(2 * fee)
    }),
  )
})

test.each([
  [150, 1900, 178.5],
  [0.5, 1900, 0.6],
  // 0.5 of a centime goes away from zero on both sides.
  [0.5, 100, 0.51],
  [-0.5, 100, -0.51],
  [0, 1900, 0],
])('a fee of %d with %d basis points of VAT is %d', (fee, vatBasisPoints, charge) => {
  expect(chargeOf({ fee, vatBasisPoints })).toBe(charge)
})
