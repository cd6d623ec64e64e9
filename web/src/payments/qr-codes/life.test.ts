import { expect, test } from 'vitest'
import { lifeBody, lifeOf } from './life.ts'

const permanent = { singleUse: false, expiresAt: null }
const single = { singleUse: true, expiresAt: null }
const until = { singleUse: false, expiresAt: '2026-11-30T13:00:00.000Z' }

test.each([
  ['nothing', undefined, {}],
  ['permanent amounts', permanent, {}],
  ['a single use', single, { singleUse: true }],
  ['an end', until, { expiresAt: until.expiresAt }],
])('%s saved again stays as it is', (_, current, body) => {
  expect(lifeBody(lifeOf(current), current)).toEqual(body)
})

test('another day is the whole of that day in the operator’s time zone', () => {
  const other = { ...lifeOf(until), expiresAt: '2026-12-01' }
  expect(lifeBody(other, until)).toEqual({ expiresAt: '2026-12-01T22:59:59.999Z' })
  expect(lifeBody(other, undefined)).toEqual({ expiresAt: '2026-12-01T22:59:59.999Z' })
})

test('an end shortly before midnight is of that day', () => {
  expect(lifeOf({ singleUse: false, expiresAt: '2026-12-01T22:59:59.999Z' }).expiresAt).toBe(
    '2026-12-01',
  )
})
