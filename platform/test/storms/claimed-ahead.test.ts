import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { createMovePayment } from '../../src/payments/move.ts'
import { channelNumber } from '../../src/partners/ids.ts'
import { checkInvariants } from '../support/invariants.ts'
import type { PartnerServer, Reply } from '../support/partner.ts'
import type { TestChannel, TestPartner } from '../support/platform.ts'
import { until } from '../support/wait.ts'
import type { Installation } from './support/installation.ts'
import { oweOpenings } from './support/owe-openings.ts'
import type { PlatformProcess } from './support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

/** Attempts to one partner that may be under way at once (W19). */
const AT_ONCE_MAX = 64

const DELAY_MS = 20

let storm: Storm
let db: Database
let installation: Installation
let shop: PartnerServer
let first: PlatformProcess
let partner: TestPartner
let channel: TestChannel
/** Webhooks that the partner has not answered yet, and the most there were at one time. */
let atShop: { now: number; most: number }

/** The partner answers so, and it is counted how many webhooks it is busy with. */
const answerWith = (reply: () => Promise<Reply | undefined> | Reply): void =>
  shop.onWebhook(async () => {
    atShop.now += 1
    atShop.most = Math.max(atShop.most, atShop.now)
    try {
      return await reply()
    } finally {
      atShop.now -= 1
    }
  })

const quickly = (): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, DELAY_MS, undefined))

beforeEach(async () => {
  storm = await openStorm()
  ;({ installation, shop, platform: first, partner, channel } = storm)
  db = createDatabase(installation.databaseUrl)
  atShop = { now: 0, most: 0 }
  answerWith(quickly)
}, 60_000)

afterEach(async () => {
  await db.close()
  await storm.close()
})

type Standing = { leased: number; delivered: number; not_sent: number }

const standing = async (): Promise<Standing> => {
  const { rows } = await installation.pool.query<Standing>(`
    select count(*) filter (where leased_until > wasl_now())::int as leased,
      count(delivered_at)::int as delivered,
      (select count(*)::int from webhook_attempt_results where outcome = 'not_sent') as not_sent
    from webhook_deliveries`)
  return rows[0] as Standing
}

/** Every reference was told of its opening once, whatever was claimed and handed back meanwhile. */
const expectToldOnce = (references: string[]): void =>
  expect(references.map((reference) => shop.webhooksOf(reference).length)).toEqual(
    references.map(() => 1),
  )

test(
  'a partner that answers quickly has more claimed than its places, and never more sent to it',
  { timeout: 60_000 },
  async () => {
    const references = await oweOpenings(db.opens, channel, partner, 1_000)
    let mostLeased = 0
    let mostUnanswered = 0
    await until(
      'the deliveries',
      async () => {
        const { leased, delivered } = await standing()
        mostLeased = Math.max(mostLeased, leased)
        // What the partner has answered keeps its lease until that is written down.
        const settling = shop.requests.length - atShop.now - delivered
        mostUnanswered = Math.max(mostUnanswered, leased - settling)
        return delivered === references.length
      },
      30_000,
    )
    expect(atShop.most).toBeGreaterThan(AT_ONCE_MAX * 0.8)
    expect(atShop.most).toBeLessThanOrEqual(AT_ONCE_MAX)
    expect(mostLeased).toBeGreaterThan(AT_ONCE_MAX)
    expect(mostUnanswered).toBeLessThanOrEqual(2 * AT_ONCE_MAX)
    expectToldOnce(references)
    expect((await standing()).not_sent).toBe(0)
    expect(await checkInvariants(installation.pool)).toEqual([])
  },
)

const ANSWERED = 200

type Silence = { release(): void; answerFewMore(): void }

/** The partner answers its first webhooks quickly, and holds the others back until it is released. */
const fallSilent = (): Silence => {
  let left = ANSWERED
  const held: (() => void)[] = []
  answerWith(() => {
    left -= 1
    if (left >= 0) return quickly()
    return new Promise((resolve) => held.push(() => resolve(undefined)))
  })
  return {
    release() {
      left = Infinity
      held.splice(0).forEach((answer) => answer())
    },
    answerFewMore() {
      left = 8
      held.shift()?.()
    },
  }
}

/** The partner has fallen silent with all its places taken, and more waits for them. */
const silentWithMoreWaiting = async (): Promise<{ release(): void; references: string[] }> => {
  const silence = fallSilent()
  const references = await oweOpenings(db.opens, channel, partner, 400)
  await until('all places to be taken, and more to wait for them', async () => {
    if (atShop.now < AT_ONCE_MAX) return false
    const { leased, delivered } = await standing()
    if (delivered < shop.requests.length - AT_ONCE_MAX) return false
    // When the machine held up its last answer, the partner does not count as quick.
    if (leased <= AT_ONCE_MAX) silence.answerFewMore()
    return leased > AT_ONCE_MAX
  })
  return { release: silence.release, references }
}

test(
  'what waits for a partner that falls silent is handed back, and sent when it is back',
  { timeout: 90_000 },
  async () => {
    const { release, references } = await silentWithMoreWaiting()
    const sentBefore = shop.requests.length
    // The attempts under way time out, after 10 seconds.
    const { not_sent } = await until(
      'something to be handed back',
      async () => {
        const now = await standing()
        return now.not_sent > 0 && now.leased <= 4 && now
      },
      20_000,
    )
    // The silent partner has few places by now.
    expect(shop.requests.length - sentBefore).toBeLessThanOrEqual(4)
    const { rows } = await installation.pool.query(
      `select distinct step, due_at <= wasl_now() as due, body_sha256 is null as without_bytes, error
      from webhook_attempt_results
      join webhook_deliveries using (partner_id, event_id)
      where outcome = 'not_sent' and leased_until is null`,
    )
    expect(rows).toEqual([
      { step: 0, due: true, without_bytes: true, error: expect.stringContaining('not sent') },
    ])
    release()
    answerWith(quickly)
    await until(
      'the deliveries',
      async () => {
        const { delivered, leased } = await standing()
        // On to the next retry; not while attempts are under way, whose leases would lapse.
        if (leased === 0) await installation.clock.advance(15)
        return delivered === references.length
      },
      40_000,
    )
    expect(not_sent).toBeLessThanOrEqual(AT_ONCE_MAX)
    expect(await checkInvariants(installation.pool)).toEqual([])
  },
)

/** Pays what was handed back before its opening was ever told; returns the references. */
const payHandedBack = async (): Promise<string[]> => {
  const { rows } = await installation.pool.query<{ payment_id: string; reference: string }>(
    `select payment_id, reference
    from webhook_attempt_results
    join webhook_deliveries using (partner_id, event_id)
    join payments using (partner_id, payment_id)
    where outcome = 'not_sent'`,
  )
  const move = createMovePayment(db.moves)
  const channelId = channelNumber(channel.channelId)
  await Promise.all(
    rows.map(({ payment_id: paymentId }) =>
      move({ partnerId: partner.number, paymentId, cause: 'confirm', channelId }),
    ),
  )
  return rows.map(({ reference }) => reference)
}

test(
  'what waits when the process stops is handed back, and need not wait for its lease to lapse',
  { timeout: 60_000 },
  async () => {
    const { release, references } = await silentWithMoreWaiting()
    const stopped = first.stop()
    await until('something to be handed back', async () => (await standing()).not_sent > 0)
    release()
    expect(await stopped).toBe(0)
    expect((await standing()).leased).toBe(0)

    answerWith(quickly)
    const paid = await payHandedBack()
    const second = await installation.startProcess()
    const owed = references.length + paid.length
    await until('the deliveries', async () => (await standing()).delivered === owed, 15_000)
    expectToldOnce(references.filter((reference) => !paid.includes(reference)))
    for (const reference of paid) {
      const [opening, outcome, ...others] = shop.webhooksOf(reference)
      expect(opening?.event?.event).toBe('payment.initialized')
      expect(outcome?.event?.event).toBe('payment.success')
      expect(others).toEqual([])
      // The outcome left when the opening had been answered (D14): timers may be a moment early.
      expect((outcome?.atMs ?? 0) - (opening?.atMs ?? 0)).toBeGreaterThanOrEqual(DELAY_MS - 2)
    }
    expect(second.errors).toEqual([])
    expect(await checkInvariants(installation.pool)).toEqual([])
  },
)
