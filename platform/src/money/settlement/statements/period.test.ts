import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOfPeriod, type Schedule } from './period.ts'

const dates = fc
  .integer({ min: 0, max: 40_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

const dayAfter = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

describe('endOfPeriod', () => {
  test.for([
    ['2026-11-22', 'daily', '2026-11-22'],
    ['2026-11-22', 'weekly', '2026-11-28'],
    ['2026-11-28', 'weekly', '2026-11-28'],
    ['2026-12-31', 'weekly', '2027-01-02'],
    ['2026-11-30', 'monthly', '2026-11-30'],
    ['2027-02-01', 'monthly', '2027-02-28'],
    ['2028-02-10', 'monthly', '2028-02-29'],
    ['2026-12-31', 'monthly', '2026-12-31'],
  ] as const)('of %s, %s, is %s', ([date, schedule, end]) => {
    expect(endOfPeriod(date, schedule)).toBe(end)
  })

  test.for(['daily', 'weekly', 'monthly'] as const)(
    'is never before the date, and the same for every date up to it: %s',
    (schedule: Schedule) => {
      fc.assert(
        fc.property(dates, (date) => {
          const end = endOfPeriod(date, schedule)
          expect(end >= date).toBe(true)
          expect(endOfPeriod(end, schedule)).toBe(end)
          const next = dayAfter(date)
          expect(endOfPeriod(next, schedule) === end).toBe(date < end)
          expect(endOfPeriod(dayAfter(end), schedule) > end).toBe(true)
        }),
      )
    },
  )
})
