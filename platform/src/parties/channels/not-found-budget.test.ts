import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBudget, refill, secondsUntilNext } from './not-found-budget.ts'

test('a budget is used up, and refills evenly', () => {
  const budget = createBudget(60, 0)
  budget.left -= 60
  expect(secondsUntilNext(budget, 60)).toBe(1)
  refill(budget, 60, 500)
  expect(secondsUntilNext(budget, 60)).toBe(1)
  refill(budget, 60, 1_000)
  expect(secondsUntilNext(budget, 60)).toBe(0)
  refill(budget, 60, 3_600_000)
  expect(budget.left).toBe(60)
})

test('an overdrawn budget waits until the debt is paid back', () => {
  const budget = createBudget(60, 0)
  budget.left -= 90
  expect(secondsUntilNext(budget, 60)).toBe(31)
})

test('a smaller limit holds at once', () => {
  const budget = createBudget(600, 0)
  refill(budget, 2, 1)
  expect(budget.left).toBe(2)
})

test('no period allows more than the bucket’s size and its refill', () => {
  const perMinute = fc.integer({ min: 1, max: 1_000 })
  fc.assert(
    fc.property(perMinute, fc.array(fc.integer({ min: 0, max: 5_000 })), (limit, waits) => {
      const budget = createBudget(limit, 0)
      let nowMs = 0
      let passed = 0
      for (const waitMs of waits) {
        nowMs += waitMs
        refill(budget, limit, nowMs)
        while (secondsUntilNext(budget, limit) === 0) {
          budget.left -= 1
          passed += 1
        }
        expect(passed).toBeLessThanOrEqual(limit + (nowMs * limit) / 60_000 + 1e-6)
      }
    }),
  )
})
