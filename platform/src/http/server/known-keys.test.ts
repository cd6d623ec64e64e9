import { expect, test } from 'vitest'
import { createKnownKeys } from './known-keys.ts'

test('the least recently used key is dropped first', () => {
  const keys = createKnownKeys(2)
  keys.add('a')
  keys.add('b')
  expect(keys.has('a')).toBe(true)
  keys.add('c')
  expect(['a', 'b', 'c'].map((hash) => keys.has(hash))).toEqual([true, false, true])
})

test('a key that became invalid is dropped', () => {
  const keys = createKnownKeys()
  keys.add('a')
  keys.forget('a')
  expect(keys.has('a')).toBe(false)
})
