import { describe, expect, test } from 'vitest'
import {
  claimableIn,
  closeAttempt,
  hasFreePlace,
  openAttempt,
  openWindow,
  paceOf,
  SIZE_MAX,
  type AttemptEnd,
  type DeliveryWindow,
} from './delivery-window.ts'

const answered = (durationMs: number): AttemptEnd => ({ durationMs, isAnswered: true })
const timedOut: AttemptEnd = { durationMs: 10_000, isAnswered: false }
const refused: AttemptEnd = { durationMs: 1, isAnswered: false }

/** A window after attempts that ended so, one after another, at the time 0. */
const after = (ends: AttemptEnd[], window = openWindow()): DeliveryWindow => {
  for (const end of ends) {
    openAttempt(window, 0)
    closeAttempt(window, end, 0)
  }
  return window
}

const times = <Ending>(count: number, ending: Ending): Ending[] => Array(count).fill(ending)

const opened = (count: number, nowMs: number, window = openWindow()): DeliveryWindow => {
  for (let attempt = 0; attempt < count; attempt += 1) openAttempt(window, nowMs)
  return window
}

describe('the window of attempts to one partner', () => {
  test('narrows fast for a partner that does not answer, and never closes', () => {
    const window = after(times(20, timedOut))
    expect(window.size).toBe(2)
    expect(hasFreePlace(window)).toBe(true)
    expect(claimableIn(window)).toBe(2)
  })

  test('opens again with answers, up to its limit', () => {
    const window = after(times(100, answered(900)), after(times(20, timedOut)))
    expect(window.size).toBe(SIZE_MAX)
    expect(claimableIn(window)).toBe(SIZE_MAX)
  })

  test('is smaller for a partner that takes longer to answer', () => {
    const sizes = [1_000, 2_000, 3_000, 9_500].map(
      (durationMs) => after(times(100, answered(durationMs))).size,
    )
    expect(sizes).toEqual([64, 32, 21, 6])
    // One slow answer among quick ones counts for a quarter.
    expect(after([answered(9_500)], after(times(100, answered(20)))).size).toBe(26)
  })

  test('allows as many deliveries claimed ahead while the partner answers quickly', () => {
    expect(claimableIn(openWindow())).toBe(8)
    expect(claimableIn(after([answered(500)]))).toBe(18)
    expect(claimableIn(after([answered(500), answered(501)]))).toBe(10)
    expect(claimableIn(after([answered(500), refused]))).toBe(4)
  })

  test('has no free place when its size is under way', () => {
    expect(hasFreePlace({ ...openWindow(), size: 2, inFlight: 1 })).toBe(true)
    expect(hasFreePlace({ ...openWindow(), size: 2, inFlight: 2 })).toBe(false)
  })
})

describe('the pace of a partner', () => {
  test('follows the duration of its attempts', () => {
    expect(paceOf(openWindow(), 0)).toBe('unproven')
    expect(paceOf(after([answered(1_000)]), 0)).toBe('quick')
    expect(paceOf(after([answered(1_001)]), 0)).toBe('slow')
    expect(paceOf(after([timedOut]), 0)).toBe('slow')
    // Connections that are refused hold no place for long.
    expect(paceOf(after([refused]), 0)).toBe('quick')
    expect(paceOf(after(times(10, answered(20)), after(times(10, timedOut))), 0)).toBe('quick')
  })

  test('is slow when nothing has ended for a second while attempts are under way', () => {
    const window = opened(2, 5_000, after([answered(20)]))
    expect([paceOf(window, 6_000), paceOf(window, 6_001)]).toEqual(['quick', 'slow'])
    expect(paceOf(opened(1, 5_000), 6_001)).toBe('slow')
    closeAttempt(window, answered(20), 6_001)
    expect(paceOf(window, 7_001)).toBe('quick')
    closeAttempt(window, answered(20), 9_000)
    expect(paceOf(window, 60_000)).toBe('quick')
  })
})
