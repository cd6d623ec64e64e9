import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import type { Send } from '../../src/base/outbound/outbound-types.ts'
import { checkInvariants } from '../support/invariants.ts'
import { fewAtOnce } from '../support/few-at-once.ts'
import { startPartner, type PartnerServer, type Reply } from '../support/partner.ts'
import type { TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'
import { patiently } from '../support/patiently.ts'
import { startTestPlatform } from '../support/platform.ts'
import { until } from '../support/wait.ts'
import { oweOpenings } from './support/owe-openings.ts'

const SLOW_PARTNERS = 70
/** Together more than one process ever has under way. */
const OWED_TO_EACH = 24

/** Places that one process has for slow partners, all together (W73). */
const SLOW_MAX = 384

let platform: TestPlatform
let channel: TestChannel
let honestServer: PartnerServer
let slowServer: PartnerServer
let slowPartners: TestPartner[]
let db: Database
/** Webhooks that the slow partners have not answered yet. */
let held: ((reply?: Reply) => void)[]

/**
 * No attempt ends before this test answers it, and the answers of the slow partners count as slow,
 * those of the others as quick, whatever time the test takes.
 */
const inOwnTime =
  (send: Send): Send =>
  async (request) => ({
    ...(await patiently(send)(request)),
    durationMs: String(request.url).startsWith(slowServer.origin) ? 9_500 : 20,
  })

beforeAll(async () => {
  platform = await startTestPlatform({ hooks: { aroundSend: inOwnTime } })
  db = createDatabase(platform.databaseUrl)
  channel = await platform.createChannel()
  honestServer = await startPartner()
  slowServer = await startPartner()
  held = []
  slowServer.onWebhook(() => new Promise((resolve) => held.push(resolve)))
  const { apiUrl } = slowServer
  // Made first, so that they come first when partners are served in the order of their numbers.
  slowPartners = await fewAtOnce(SLOW_PARTNERS, 4, () =>
    platform.createPartner({ apiUrl, trust: () => undefined }),
  )
  await Promise.all(
    slowPartners.map((partner) => oweOpenings(db.opens, channel, partner, OWED_TO_EACH)),
  )
})

afterAll(async () => {
  slowServer.onWebhook(() => undefined)
  for (const answer of held) answer()
  await db.close()
  await platform.stop()
  await slowServer.close()
  await honestServer.close()
})

/** A partner that nobody knows yet gets what it is owed, while the slow ones answer nothing. */
const expectHonestToBeServed = async (): Promise<void> => {
  const honest = await platform.createPartner(honestServer)
  const references = await oweOpenings(db.opens, channel, honest, 100)
  await platform.wake()
  await until(
    'the honest partner’s deliveries',
    () => references.every((reference) => honestServer.webhooksOf(reference).length === 1),
    20_000,
  )
}

test('partners that are slow from the start do not delay others', async () => {
  await platform.wake()
  await until('every slow partner to have its first attempts', () => {
    return held.length >= SLOW_PARTNERS * 8
  })
  await expectHonestToBeServed()
  expect(held).toHaveLength(SLOW_PARTNERS * 8)
})

test('partners that were slow share places of their own, and take turns', async () => {
  for (const answer of held.splice(0)) answer({ status: 500 })
  await until('the places of slow partners to be taken', () => held.length === SLOW_MAX)
  await expectHonestToBeServed()
  expect(held).toHaveLength(SLOW_MAX)
  for (const answer of held.splice(0)) answer({ status: 500 })
  await until('the places to be taken again', () => held.length === SLOW_MAX)
  // The second time it is the turn of those whom the first time left out.
  const { rows } = await platform.pool.query(
    `select partner_id
      from webhook_attempts
      where partner_id = any($1)
      group by partner_id
      having count(*) > 8`,
    [slowPartners.map(({ number }) => number)],
  )
  expect(rows).toHaveLength(SLOW_PARTNERS)
})

test('every invariant holds', async () => {
  slowServer.onWebhook(() => undefined)
  for (const answer of held.splice(0)) answer()
  await until('everything to be delivered', async () => {
    const { rows } = await platform.pool.query<{ leased: number; owed: number }>(
      `select count(leased_until)::int as leased, count(due_at)::int as owed
        from webhook_deliveries`,
    )
    if (rows[0]?.owed === 0) return true
    if (rows[0]?.leased === 0) await platform.clock.advance(15)
    return false
  })
  expect(await checkInvariants(platform.pool)).toEqual([])
})
