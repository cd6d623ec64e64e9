import { describe, expect, test } from 'vitest'
import {
  claimableIn,
  closeAttempt,
  hasFreePlace,
  openWindow,
  SIZE_MAX,
  type DeliveryWindow,
} from './delivery-window.ts'

/** A window after attempts that ended so, one after another. */
const after = (endings: (number | null)[], window = openWindow()): DeliveryWindow => {
  for (const answeredMs of endings) {
    window.inFlight += 1
    closeAttempt(window, answeredMs)
  }
  return window
}

const times = <Ending>(count: number, ending: Ending): Ending[] => Array(count).fill(ending)

describe('the window of attempts to one partner', () => {
  test('narrows fast for a partner that does not answer, and never closes', () => {
    const window = after(times(20, null))
    expect(window.size).toBe(2)
    expect(hasFreePlace(window)).toBe(true)
    expect(claimableIn(window)).toBe(2)
  })

  test('opens again with answers, up to its limit', () => {
    const window = after(times(1_000, 3_000), after(times(20, null)))
    expect(window.size).toBe(SIZE_MAX)
    expect(claimableIn(window)).toBe(SIZE_MAX)
  })

  test('has as many again claimed ahead while the partner answers quickly', () => {
    expect(claimableIn(openWindow())).toBe(32)
    expect(claimableIn(after([500]))).toBe(66)
    expect(claimableIn(after([500, 501]))).toBe(34)
    expect(claimableIn(after([500, null]))).toBe(16)
  })

  test('has no free place when so many are under way', () => {
    expect(hasFreePlace({ size: 2, inFlight: 1, isQuick: true })).toBe(true)
    expect(hasFreePlace({ size: 2, inFlight: 2, isQuick: true })).toBe(false)
  })
})
