import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import type { Send } from '../../src/base/outbound/outbound-types.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'
import { startTestPlatform } from '../support/platform.ts'
import { patiently } from '../support/patiently.ts'
import { until } from '../support/wait.ts'
import { oweOpenings } from './support/owe-openings.ts'

/** The partner counts as quick, however long the machine and this test hold its answers up. */
const quickly =
  (send: Send): Send =>
  async (request) => ({ ...(await patiently(send)(request)), durationMs: 5 })

let platform: TestPlatform
let channel: TestChannel
let shop: PartnerServer
let partner: TestPartner
let db: Database
let held: (() => void)[]

beforeAll(async () => {
  platform = await startTestPlatform({ hooks: { aroundSend: quickly } })
  db = createDatabase(platform.databaseUrl)
  channel = await platform.createChannel()
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  held = []
  shop.onWebhook(() => new Promise((resolve) => held.push(() => resolve(undefined))))
})

afterAll(async () => {
  for (const answer of held) answer()
  await db.close()
  await platform.stop()
  await shop.close()
})

test('a partner whose deliveries end together gets a larger batch each time', async () => {
  for (const count of [8, 16, 32, 64]) {
    await oweOpenings(db.opens, channel, partner, count)
    await platform.wake()
    await until(`${count} deliveries at once`, () => held.length === count)
    for (const answer of held.splice(0)) answer()
    // Nothing is under way any more: the dispatcher has to remember what the partner can take.
    await platform.settled()
  }
  expect(await checkInvariants(platform.pool)).toEqual([])
})
