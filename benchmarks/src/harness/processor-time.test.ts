import { expect, test } from 'vitest'
import { foreignShare, processorTime } from './processor-time.ts'

const START = { total: 1_000, idle: 500, interrupts: 10, own: 100 }

test('time that is not idle, not interrupts and not ours was used by others', () => {
  const end = { total: 1_200, idle: 600, interrupts: 20, own: 150 }
  // 200 ticks passed: 100 idle, 10 of interrupts, 50 ours.
  expect(foreignShare(START, end)).toBeCloseTo(40 / 200)
})

test('rounding in the kernel never makes a share negative', () => {
  expect(foreignShare(START, { total: 1_100, idle: 550, interrupts: 10, own: 152 })).toBe(0)
  expect(foreignShare(START, START)).toBe(0)
})

test.runIf(process.platform === 'linux')('the work of this process counts as ours', () => {
  const before = processorTime()
  const end = performance.now() + 100
  while (performance.now() < end) Math.sqrt(end)
  const after = processorTime()
  expect(after.own - before.own).toBeGreaterThan(0)
  expect(after.total).toBeGreaterThan(before.total)
})
