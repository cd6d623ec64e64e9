import { expect, test } from 'vitest'
import { createDeadlineTime } from './deadline-time.ts'

const EVERY_MS = 20

test('no deadline passes within the second after a standstill', () => {
  const time = createDeadlineTime(EVERY_MS)
  time.start(50_000)
  expect(time.passed(50_020)).toBe(50_020)
  // Late, as timers are, and no standstill.
  expect(time.passed(50_200)).toBe(50_200)
  expect(time.passed(56_000)).toBe(50_200)
  expect(time.passed(56_020)).toBe(50_200)
  for (let now = 56_040; now < 57_000; now += EVERY_MS) time.passed(now)
  expect(time.passed(57_000)).toBe(57_000)
})

test('a process that is always late ends its calls all the same', () => {
  const time = createDeadlineTime(EVERY_MS)
  time.start(0)
  const passed: number[] = []
  for (let now = 300; now <= 30_000; now += 300) passed.push(now - time.passed(now))
  expect(Math.max(...passed)).toBeLessThan(1_300)
  expect(passed.filter((late) => late > 0)).toHaveLength(12)
})

test('an idle time is no standstill', () => {
  const time = createDeadlineTime(EVERY_MS)
  time.start(0)
  time.passed(20)
  time.start(90_000)
  expect(time.passed(90_020)).toBe(90_020)
})
