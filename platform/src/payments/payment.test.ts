import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decide,
  isLockLapsed,
  lockReleaseTime,
  TRANSITIONS,
  type Cause,
  type Decision,
  type PaymentState,
} from './payment.ts'

const OPENED_MS = Date.parse('2026-11-21T09:00:00.000Z')
const LOCK_MS = 900_000
const AMOUNT = 59_980

type Step = { cause: Cause; afterMs: number; amount: number | null }

const step: fc.Arbitrary<Step> = fc.record({
  cause: fc.constantFrom('confirm', 'cancel', 'fail', 'expire'),
  // Steps crowd around the end of the lock, where it matters.
  afterMs: fc.oneof(
    fc.nat({ max: 2 }),
    fc.nat({ max: 400_000 }),
    fc.constantFrom(LOCK_MS - 1, LOCK_MS, LOCK_MS + 1),
  ),
  amount: fc.constantFrom(null, null, AMOUNT, AMOUNT + 1),
})

/** Applies a decision as the guarded statement does. */
const apply = (payment: PaymentState, cause: Cause, decision: Decision): PaymentState =>
  decision === 'made'
    ? { ...payment, stage: TRANSITIONS[cause].to, failReason: TRANSITIONS[cause].failReason }
    : payment

/**
 * The same rules told another way: not by stages but by what has happened to the payment so far.
 */
const model = () => {
  let ended: Cause | null = null
  return (cause: Cause, isLapsed: boolean, amount: number | null): Decision => {
    const mismatch = amount !== null && amount !== AMOUNT
    if (ended === null) {
      if (cause === 'expire' && !isLapsed) return 'PAYMENT409_WRONG_STAGE'
      if (cause !== 'expire' && isLapsed) return 'PAYMENT409_LOCK_LOST'
      if (mismatch) return 'PAYMENT409_AMOUNT_MISMATCH'
      ended = cause
      return 'made'
    }
    if (ended === cause) return mismatch ? 'PAYMENT409_AMOUNT_MISMATCH' : 'repeat'
    return ended === 'expire' ? 'PAYMENT409_LOCK_LOST' : 'PAYMENT409_WRONG_STAGE'
  }
}

describe('a payment', () => {
  // 20,000 runs of up to 100 steps, 50 on average: a million decisions in all.
  test('follows the model through a million random operations', () => {
    let operations = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }), (steps) => {
        operations += steps.length
        runAgainstModel(steps)
      }),
      { numRuns: 21_000 },
    )
    expect(operations).toBeGreaterThan(1_000_000)
  })

  test('is confirmed until its lock expires, and not at that very moment', () => {
    const payment = locked()
    const expiry = payment.lockExpiresAt.getTime()
    expect(decide(payment, 'confirm', new Date(expiry - 1))).toBe('made')
    expect(decide(payment, 'confirm', new Date(expiry))).toBe('PAYMENT409_LOCK_LOST')
    expect(decide(payment, 'expire', new Date(expiry - 1))).toBe('PAYMENT409_WRONG_STAGE')
    expect(decide(payment, 'expire', new Date(expiry))).toBe('made')
    expect(isLockLapsed(payment.lockExpiresAt, new Date(expiry))).toBe(true)
  })

  test('gives a repeated confirm its first answer after a refund', () => {
    const refunded = { ...locked(), stage: 'refunded' as const }
    expect(decide(refunded, 'confirm', refunded.lockExpiresAt)).toBe('repeat')
  })

  test('cannot be cancelled after it failed', () => {
    const failed = { ...locked(), stage: 'released' as const, failReason: 'failed' as const }
    expect(decide(failed, 'fail', new Date(OPENED_MS))).toBe('repeat')
    expect(decide(failed, 'cancel', new Date(OPENED_MS))).toBe('PAYMENT409_WRONG_STAGE')
  })
})

test('the lock release time exists for locks that end or ended without payment', () => {
  const lock_expires_at = new Date(OPENED_MS + LOCK_MS)
  const released_at = new Date(OPENED_MS + 5)
  const timeIn = (stage: PaymentState['stage']) =>
    lockReleaseTime({ stage, lock_expires_at, released_at })
  expect(timeIn('locked')).toBe(lock_expires_at)
  expect(timeIn('released')).toBe(released_at)
  expect(timeIn('paid')).toBeNull()
  expect(timeIn('refunded')).toBeNull()
})

const locked = (): PaymentState => ({
  stage: 'locked',
  failReason: null,
  amount: AMOUNT,
  lockExpiresAt: new Date(OPENED_MS + LOCK_MS),
})

const EVENTS_BY_STAGE = {
  locked: '',
  paid: 'payment.success',
  released: 'payment.fail',
  // Only a refund leads to it.
  refunded: '',
}

const runAgainstModel = (steps: Step[]): void => {
  let payment = locked()
  let nowMs = OPENED_MS
  const events: string[] = []
  const expected = model()
  for (const { cause, afterMs, amount } of steps) {
    nowMs += afterMs
    const decision = decide(payment, cause, new Date(nowMs), amount)
    const wanted = expected(cause, nowMs >= payment.lockExpiresAt.getTime(), amount)
    assert.equal(decision, wanted, `${cause} after ${nowMs - OPENED_MS} ms`)
    const event = TRANSITIONS[cause].event
    if (decision === 'made') events.push(event)
    payment = apply(payment, cause, decision)
  }
  // A payment ends with exactly one of success and fail.
  assert.equal(events.join(), EVENTS_BY_STAGE[payment.stage])
}
