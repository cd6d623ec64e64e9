import { expect, test } from 'vitest'
import { whyNotPaid } from './may-be-paid.ts'

test('testing partners and test channels are for each other alone (D40)', () => {
  const why = (state: 'testing' | 'live' | 'paused', isTest: boolean) =>
    whyNotPaid({ status: 'active', state }, { isTest })
  expect([why('testing', true), why('live', false)]).toEqual([null, null])
  expect(why('testing', false)).toBe('PARTNER409_TESTING')
  expect([why('live', true), why('paused', true)]).toEqual(Array(2).fill('CHANNEL403_TEST_ONLY'))
  expect(why('paused', false)).toBe('PARTNER409_PAUSED')
})

test('an inactive partner is refused as such, whatever its state', () => {
  for (const state of ['testing', 'live', 'paused'] as const) {
    for (const isTest of [true, false]) {
      expect(whyNotPaid({ status: 'inactive', state }, { isTest })).toBe('PARTNER403_INACTIVE')
    }
  }
})
