import { expect, test } from 'vitest'
import { createPartnerFailures } from './partner-failures.ts'

const MINUTE_MS = 60_000

test('the ten partners with the most failures of both kinds together are named, the worst first', () => {
  const { count, worst } = createPartnerFailures(() => 0)
  for (let partnerId = 1; partnerId <= 12; partnerId += 1) {
    for (let time = 0; time < partnerId; time += 1) {
      count(partnerId, time % 2 === 0 ? 'lookup' : 'webhook')
    }
  }
  expect(worst().map(({ partnerId }) => partnerId)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(worst()[1]).toEqual({ partnerId: 11, lookup: 6, webhook: 5 })
})

test('a failure stops counting after ten minutes, also without newer failures', () => {
  let now = 0
  const { count, worst } = createPartnerFailures(() => now)
  count(1, 'lookup')
  now = 5 * MINUTE_MS
  count(2, 'webhook')
  now = 10 * MINUTE_MS - 1
  expect(worst()).toHaveLength(2)
  now = 10 * MINUTE_MS
  expect(worst().map(({ partnerId }) => partnerId)).toEqual([2])
  now = 20 * MINUTE_MS
  expect(worst()).toEqual([])
})

test('the number of partners kept in memory is limited', () => {
  let now = 0
  const { count, worst } = createPartnerFailures(() => now)
  for (let partnerId = 1; partnerId <= 20_000; partnerId += 1) count(partnerId, 'lookup')
  for (let time = 0; time < 3; time += 1) count(20_000, 'lookup')
  // It came when the minute was full, so it is counted from the next minute on.
  expect(worst()[0]).toEqual({ partnerId: 1, lookup: 1, webhook: 0 })
  now = MINUTE_MS
  for (let time = 0; time < 3; time += 1) count(20_000, 'lookup')
  expect(worst()[0]).toEqual({ partnerId: 20_000, lookup: 3, webhook: 0 })
})
