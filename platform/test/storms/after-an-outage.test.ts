import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type TestChannel, type TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { until } from '../support/wait.ts'

let platform: TestPlatform
let channel: TestChannel
let shop: PartnerServer
let partner: TestPartner

beforeAll(async () => {
  platform = await startTestPlatform()
  channel = await platform.createChannel()
  shop = await startPartner()
  partner = await platform.createPartner(shop)
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

test('a partner that recovers gets everything that waits as soon as it acknowledges one event', async () => {
  shop.onWebhook(() => ({ status: 503 }))
  const references = Array.from({ length: 20 }, newReference)
  for (const reference of references) await platform.opened(channel, partner, reference)
  await platform.settled()
  for (const seconds of [12, 70, 340]) {
    await platform.clock.advance(seconds)
    await platform.wake()
    await platform.settled()
  }
  // The next attempts are due in half an hour, and the clock is not moved any more.
  expect(shop.requests.filter(({ kind }) => kind === 'webhook')).toHaveLength(20 * 4)

  shop.onWebhook(() => undefined)
  const fresh = newReference()
  await platform.opened(channel, partner, fresh)
  await until('all that waited to be delivered', async () => {
    const { rows } = await platform.pool.query(
      'select from webhook_deliveries where due_at is not null',
    )
    return rows.length === 0
  })
  for (const reference of references) expect(shop.webhooksOf(reference)).toHaveLength(5)
  expect(shop.webhooksOf(fresh)).toHaveLength(1)
  expect(await checkInvariants(platform.pool)).toEqual([])
})
