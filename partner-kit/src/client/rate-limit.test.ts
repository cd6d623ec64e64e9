import { describe, expect, test } from 'vitest'
import { rateLimitOf } from './rate-limit.ts'

const read = (ratelimit?: string) => rateLimitOf(new Headers(ratelimit ? { ratelimit } : {}))

describe('RateLimit', () => {
  test.each([
    ['"partner";r=59;t=60', { remaining: 59, resetMs: 60_000 }],
    ['"partner"; r=0; t=1', { remaining: 0, resetMs: 1_000 }],
    ['"partner";t=5;r=3', { remaining: 3, resetMs: 5_000 }],
    ['"partner";r=3', { remaining: 3, resetMs: 0 }],
    ['"day";r=900;t=80000, "minute";r=2;t=30', { remaining: 2, resetMs: 30_000 }],
    ['"minute";r=2;t=30, "day";r=900;t=80000', { remaining: 2, resetMs: 30_000 }],
  ])('%j is read', (value, limit) => {
    expect(read(value)).toEqual(limit)
  })

  test.each([undefined, '', 'none', '"partner";r=-1;t=2', '"partner";r=1.5', 'r=5'])(
    '%j says nothing',
    (value) => {
      expect(read(value)).toBeNull()
    },
  )
})
