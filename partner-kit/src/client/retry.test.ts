import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retryWaitMs } from './retry.ts'

describe('the wait before a retry', () => {
  test('is anything up to a bound that doubles to 5 s', () => {
    const almost = 0.999999
    const waits = [1, 2, 3, 4, 5, 6, 7].map((retry) => retryWaitMs(retry, null, almost))
    expect(waits).toEqual([249, 499, 999, 1999, 3999, 4999, 4999])
    expect(retryWaitMs(3, null, 0)).toBe(0)
  })

  test('is never shorter than Retry-After', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(86_400_000), random, (retry, ms, by) => {
        const wait = retryWaitMs(retry, ms, by)
        expect(wait).toBeGreaterThanOrEqual(ms)
        expect(wait).toBeLessThan(ms + 5_000)
      }),
    )
  })
})
