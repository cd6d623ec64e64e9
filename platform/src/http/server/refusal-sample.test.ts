import { expect, test } from 'vitest'
import { createRefusalSample } from './refusal-sample.ts'

test('logs the first refusals of a kind in each window and says how many were left out', () => {
  let now = 0
  const sample = createRefusalSample({ linesMax: 2, windowMs: 1_000, nowMs: () => now })
  const take = (times: number) => Array.from({ length: times }, () => sample('A'))
  expect(take(5)).toEqual([0, 0, null, null, null])
  expect(sample('B')).toBe(0)
  now = 999
  expect(sample('A')).toBe(null)
  now = 1_000
  expect(take(3)).toEqual([4, 0, null])
})
