import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admit, type Breaker, createBreaker, record, type Ticket } from './circuit-breaker.ts'

const LIMITS = { failuresMax: 3, openMs: 1_000 }

const call = (breaker: Breaker, hasFailed: boolean, nowMs = 0): boolean => {
  const admission = admit(breaker, LIMITS, nowMs)
  if (admission.ok) record(breaker, LIMITS, admission.ticket, hasFailed, nowMs)
  return admission.ok
}

const opened = (): Breaker => {
  const breaker = createBreaker()
  for (let count = 0; count < LIMITS.failuresMax; count += 1) call(breaker, true)
  return breaker
}

describe('a circuit breaker', () => {
  test('opens after failures in a row', () => {
    const breaker = createBreaker()
    expect([call(breaker, true), call(breaker, true), call(breaker, true)]).toEqual([
      true,
      true,
      true,
    ])
    expect(breaker.state).toBe('open')
    expect(call(breaker, false, LIMITS.openMs - 1)).toBe(false)
  })

  test('does not open when a success comes in between', () => {
    const breaker = createBreaker()
    for (let count = 0; count < 50; count += 1) call(breaker, count % 3 !== 2)
    expect(breaker.state).toBe('closed')
  })

  test('allows one probe when its time has passed, and no other call', () => {
    const breaker = opened()
    expect(admit(breaker, LIMITS, LIMITS.openMs)).toMatchObject({ ok: true })
    expect(admit(breaker, LIMITS, LIMITS.openMs)).toMatchObject({ ok: false })
    expect(admit(breaker, LIMITS, LIMITS.openMs * 100)).toMatchObject({ ok: false })
  })

  test('closes when the probe succeeds', () => {
    const breaker = opened()
    expect(call(breaker, false, LIMITS.openMs)).toBe(true)
    expect(breaker).toMatchObject({ state: 'closed', failuresInRow: 0 })
  })

  test('opens again when the probe fails', () => {
    const breaker = opened()
    expect(call(breaker, true, LIMITS.openMs)).toBe(true)
    expect(breaker.state).toBe('open')
    expect(admit(breaker, LIMITS, LIMITS.openMs + 1)).toEqual({ ok: false, retryInMs: 999 })
  })

  test('does not count late outcomes', () => {
    const breaker = createBreaker()
    const late = admit(breaker, LIMITS, 0)
    for (let count = 0; count < LIMITS.failuresMax; count += 1) call(breaker, true)
    if (late.ok) record(breaker, LIMITS, late.ticket, false, 1)
    expect(breaker.state).toBe('open')
  })

  test('refuses calls only after failures in a row, and always recovers', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 800 }),
      starts: fc.boolean(),
      hasFailed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const breaker = createBreaker()
        const inFlight: Ticket[] = []
        let nowMs = 0
        let failuresInRow = 0
        const refusals: { retryInMs: number; failuresInRow: number }[] = []
        for (const { waitMs, starts, hasFailed } of steps) {
          nowMs += waitMs
          const ticket = starts ? undefined : inFlight.shift()
          if (ticket !== undefined) {
            // What comes late tells of a time that is over.
            if (ticket.epoch === breaker.epoch) failuresInRow = hasFailed ? failuresInRow + 1 : 0
            record(breaker, LIMITS, ticket, hasFailed, nowMs)
          } else {
            const admission = admit(breaker, LIMITS, nowMs)
            if (admission.ok) inFlight.push(admission.ticket)
            else refusals.push({ ...admission, failuresInRow })
          }
          const current = inFlight.filter(({ epoch }) => epoch === breaker.epoch)
          const allowed = { closed: [current.length], half_open: [1], open: [0] }
          expect(allowed[breaker.state]).toContain(current.length)
        }
        for (const refusal of refusals) {
          expect(refusal.retryInMs).toBeLessThanOrEqual(LIMITS.openMs)
          expect(refusal.failuresInRow).toBeGreaterThanOrEqual(LIMITS.failuresMax)
        }
        for (const ticket of inFlight) record(breaker, LIMITS, ticket, true, nowMs)
        expect(call(breaker, false, nowMs + LIMITS.openMs)).toBe(true)
        expect(breaker.state).toBe('closed')
      }),
    )
  })
})
