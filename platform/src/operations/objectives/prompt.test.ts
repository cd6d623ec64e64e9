import { expect, test } from 'vitest'
import { promptOf } from './prompt.ts'

const ended = {
  isAcknowledged: false,
  attempt: 1,
  ageSeconds: 1,
  durationMs: 100,
  nextDelayMs: 10_000,
}

test('an event is prompt when it is acknowledged within a minute', () => {
  expect(promptOf({ ...ended, isAcknowledged: true, nextDelayMs: null })).toBe('prompt')
  expect(promptOf({ ...ended, isAcknowledged: true, attempt: 2, ageSeconds: 59 })).toBe('prompt')
})

test('an event is late once, by the attempt that lets the minute pass', () => {
  // Another attempt may still be in time.
  expect(promptOf(ended)).toBeNull()
  expect(promptOf({ ...ended, attempt: 2, ageSeconds: 12, nextDelayMs: 60_000 })).toBe('late')
  expect(promptOf({ ...ended, attempt: 3, ageSeconds: 75, nextDelayMs: 300_000 })).toBeNull()
  expect(promptOf({ ...ended, attempt: 3, ageSeconds: 75, isAcknowledged: true })).toBeNull()
  // It began in time and ended too late.
  expect(promptOf({ ...ended, attempt: 2, ageSeconds: 61, durationMs: 9_000 })).toBe('late')
  // No dispatcher ran.
  expect(promptOf({ ...ended, ageSeconds: 600, isAcknowledged: true })).toBe('late')
  expect(promptOf({ ...ended, nextDelayMs: null })).toBe('late')
})
