import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { newReference } from '../support/node.ts'
import { until } from '../support/wait.ts'
import { ledBy } from './support/led-by.ts'
import { openStorm, type Storm } from './support/storm.ts'

let storm: Storm

beforeAll(async () => {
  storm = await openStorm()
})

afterAll(() => storm.close())

test('a leader that is killed is followed: retries become due, and locks lapse', async () => {
  const { installation, shop, partner, channel, platform } = storm
  await until('the first process to lead', () => ledBy(installation, platform))
  const follower = await installation.startProcess()
  // The event waits for its second attempt when the only process that polls dies.
  shop.onWebhook(() => ({ status: 500 }))
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await until('the failed attempt to be recorded', async () => {
    const { rows } = await installation.pool.query(
      'select from webhook_deliveries where step = 1 and leased_until is null',
    )
    return rows.length === 1
  })
  await platform.kill()
  shop.onWebhook(() => undefined)
  const before = shop.requests.length
  await until('the follower to lead', () => ledBy(installation, follower))
  await installation.clock.advance(901)
  await until('the lapsed lock to be released', async () => {
    const { body } = await follower.payment(channel, paymentId)
    return body.stage === 'released'
  })
  await until('both events to be delivered', async () => {
    const { rows } = await installation.pool.query(
      'select from webhook_deliveries where delivered_at is not null',
    )
    return rows.length === 2
  })
  // A slow attempt may be under way when time moves, and be made again.
  const told = new Set(shop.requests.slice(before).map(({ headers }) => headers['x-event-id']))
  expect(told.size).toBe(2)
  expect(await checkInvariants(installation.pool)).toEqual([])
})
