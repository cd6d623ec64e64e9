import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../base/api-error.ts'
import { createChangeLimit } from './change-limit.ts'

// The limit counts by the second: on a slow machine one would pass in the middle.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusalOf = (counting: Promise<void>): Promise<unknown> =>
  counting.then(
    () => null,
    (error: unknown) => error,
  )

test('a partner makes 610 changes at once, then ten a second; others are not held back', async () => {
  const limit = createChangeLimit()
  const many = (count: number): Promise<unknown[]> =>
    Promise.all(Array.from({ length: count }, () => refusalOf(limit.count(1001))))
  expect(await many(610)).toEqual(Array.from({ length: 610 }, () => null))
  const refusal = (await refusalOf(limit.count(1001))) as ApiError
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({
    code: 'PARTNER_API429_TOO_MANY_CHANGES',
    headers: { 'retry-after': '1' },
  })
  expect(await refusalOf(limit.count(1002))).toBeNull()
  await vi.advanceTimersByTimeAsync(1_050)
  const later = await many(11)
  expect(later.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null))
  expect(later[10]).toBeInstanceOf(ApiError)
})
