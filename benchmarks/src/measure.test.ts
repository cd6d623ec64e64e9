import { describe, expect, test } from 'vitest'
import { atLeast, atMost, median, medianRatio } from './measure.ts'

describe('the median', () => {
  test('is the middle value in any order', () => {
    expect(median([3, 1, 2])).toBe(2)
  })

  test('of an even number of values lies between the two in the middle', () => {
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  test('of no values is refused', () => {
    expect(() => median([])).toThrow('at least one value')
  })
})

test('a ratio is the median of the ratios of each round, not the ratio of the medians', () => {
  // In the second round the machine was half as fast for both.
  expect(medianRatio([40, 20, 60], [80, 40, 100])).toBe(0.5)
})

test('a goal is met by a value equal to it', () => {
  expect(atLeast(0.45, 0.45)).toEqual({ text: '≥ 0.45 of the floor', met: true })
  expect(atLeast(0.45, 0.449).met).toBe(false)
  expect(atMost('150 MiB', 150, 150).met).toBe(true)
  expect(atMost('150 MiB', 150, 150.1).met).toBe(false)
})
