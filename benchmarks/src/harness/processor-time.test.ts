import { expect, test } from 'vitest'
import { foreignShare, loadBetween, processorTime } from './processor-time.ts'

const START = { total: 1_000, idle: 500, interrupts: 10, stolen: 5, own: 100 }

test('time that is not idle, not interrupts, not stolen and not ours was used by others', () => {
  const end = { total: 1_200, idle: 600, interrupts: 20, stolen: 15, own: 150 }
  // 200 ticks passed: 100 idle, 10 of interrupts, 10 stolen, 50 ours.
  const { others, stolen } = loadBetween(START, end)
  expect(others).toBeCloseTo(30 / 200)
  expect(stolen).toBeCloseTo(10 / 200)
  // A measurement lacks both.
  expect(foreignShare(START, end)).toBeCloseTo(40 / 200)
})

test('rounding in the kernel never makes a share negative', () => {
  const end = { total: 1_100, idle: 550, interrupts: 10, stolen: 5, own: 152 }
  expect(foreignShare(START, end)).toBe(0)
  expect(foreignShare(START, START)).toBe(0)
})

/** Several ticks of the kernel, however much of a processor this process gets. */
const workFor = (processorMicroseconds: number): void => {
  const start = process.cpuUsage()
  const used = (): number => {
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  while (used() < processorMicroseconds);
}

test.runIf(process.platform === 'linux')('the work of this process counts as ours', () => {
  const before = processorTime()
  workFor(50_000)
  const after = processorTime()
  expect(after.own - before.own).toBeGreaterThan(0)
  expect(after.total).toBeGreaterThan(before.total)
})
