import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closeAttempt,
  createDeliveryWindows,
  freeSlots,
  openWindow,
  SIZE_MAX,
} from './delivery-window.ts'

describe('the window of attempts to one partner', () => {
  test('narrows fast for a partner that does not answer, and never closes', () => {
    let window = openWindow()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      window = closeAttempt({ ...window, inFlight: 1 }, false)
    }
    expect(window.size).toBe(2)
    expect(freeSlots(window)).toBe(2)
  })

  test('opens again with answers, up to its limit', () => {
    let window = { size: 2, inFlight: 0 }
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      window = closeAttempt({ ...window, inFlight: 1 }, true)
    }
    expect(window.size).toBe(SIZE_MAX)
  })

  test('counts what is under way, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('begin', 'answered', 'silent')), (steps) => {
        const windows = createDeliveryWindows()
        let inFlight = 0
        for (const step of steps) {
          if (step === 'begin') {
            windows.begin(1)
            inFlight += 1
          } else if (inFlight > 0) {
            windows.end(1, step === 'answered')
            inFlight -= 1
          }
          const free = windows.free().get(1) ?? windows.atFirst
          expect(free).toBeGreaterThanOrEqual(0)
          expect(free + inFlight).toBeLessThanOrEqual(Math.max(SIZE_MAX, inFlight))
        }
      }),
    )
  })
})
