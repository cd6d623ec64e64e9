import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPacer } from './pacer.ts'

/** A call that starts after idling, takes a while, and is accepted at some point of that while. */
const call = fc.record({
  idleMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })),
  tookMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 })),
  acceptedAfter: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** The most that any sliding 60 s hold, counted as the platform does: (now - 60 s, now]. */
const mostInAnyMinute = (acceptedMs: readonly number[]): number => {
  const inMinuteBefore = (at: number): number =>
    acceptedMs.filter((ms) => ms > at - 60_000 && ms <= at).length
  return Math.max(0, ...acceptedMs.map(inMinuteBefore))
}

describe('the pace', () => {
  test('is never more than asked for in any sliding 60 s, whenever calls are accepted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(call, { minLength: 1, maxLength: 200 }),
        (perMinute, calls) => {
          const pacer = createPacer(perMinute)
          const acceptedMs: number[] = []
          let nowMs = 1_000
          for (const { idleMs, tookMs, acceptedAfter } of calls) {
            nowMs += idleMs
            nowMs += pacer.waitMs(nowMs)
            acceptedMs.push(nowMs + tookMs * acceptedAfter)
            nowMs += tookMs
            pacer.ended(nowMs)
          }
          expect(mostInAnyMinute(acceptedMs)).toBeLessThanOrEqual(perMinute)
        },
      ),
    )
  })

  test('lets the first ones go at once, and then as many a minute as asked for', () => {
    const pacer = createPacer(50)
    let nowMs = 0
    for (let calls = 0; calls < 50; calls += 1) {
      expect(pacer.waitMs(nowMs)).toBe(0)
      pacer.ended(nowMs)
    }
    expect(pacer.waitMs(nowMs)).toBe(60_100)
    for (let calls = 0; calls < 500; calls += 1) {
      nowMs += pacer.waitMs(nowMs)
      pacer.ended(nowMs)
    }
    expect(nowMs).toBe(10 * 60_100)
  })

  test('counts the calls of the run before', () => {
    const pacer = createPacer(2, [-59_000, -30_000, 0])
    expect(pacer.waitMs(0)).toBe(30_100)
    expect(pacer.endings(0)).toEqual([-30_000, 0])
    expect(pacer.endings(30_099)).toEqual([-30_000, 0])
    expect(pacer.endings(30_100)).toEqual([0])
  })

  test('is what the platform allows when that is less, and never more than asked for', () => {
    const pacer = createPacer(3)
    for (const nowMs of [0, 1_000, 2_000]) pacer.ended(nowMs)
    expect(pacer.waitMs(2_000, 1)).toBe(60_100)
    expect(pacer.waitMs(2_000, 2)).toBe(59_100)
    expect(pacer.waitMs(2_000, 60)).toBe(58_100)
    pacer.ended(3_000)
    expect(pacer.endings(3_000)).toEqual([1_000, 2_000, 3_000])
  })
})
