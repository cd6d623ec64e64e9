import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeApiKey } from './api-key.ts'
import { isStrongOperatorKey } from './key-strength.ts'

test.each([
  makeApiKey({ kind: 'operator' }),
  randomBytes(32).toString('hex'),
  randomBytes(24).toString('base64'),
  'correct-horse-battery-staple-and-more',
])('%s is accepted', (key) => {
  expect(isStrongOperatorKey(key)).toBe(true)
})

test.each([
  '',
  'a'.repeat(16),
  'a'.repeat(64),
  'ab'.repeat(32),
  'password12'.repeat(4),
  '0123456789abcdef0123456789abcdef',
  'thirty-one-characters-and-not-1',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabcdef',
  `${'x'.repeat(200)}0123456789${'y'.repeat(47)}`,
  'with spaces between the words of the key',
  'clé-d’opérateur-accentuée-et-assez-longue',
  makeApiKey({ kind: 'operator' }).slice(0, -1),
  makeApiKey({ kind: 'channel', channelId: 1 }),
  'wasl_opr_0123456789abcdefghijklmnop',
])('%j is refused', (key) => {
  expect(isStrongOperatorKey(key)).toBe(false)
})
