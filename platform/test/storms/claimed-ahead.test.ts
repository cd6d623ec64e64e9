import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { createMakeTransition } from '../../src/payments/transition.ts'
import { channelNumber } from '../../src/base/wire-ids.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer, type RecordedRequest } from '../support/partner.ts'
import type { TestChannel, TestPartner } from '../support/node.ts'
import { until } from '../support/wait.ts'
import type { Installation } from '../support/installation.ts'
import { oweOpenings } from './support/owe-openings.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

/** Attempts to one partner that may be under way at once (W19). */
const AT_ONCE_MAX = 64

/** A delivery that waits longer than this since its claim is handed back. */
const WAIT_MS_MAX = 5_000

let storm: Storm
let db: Database
let installation: Installation
let shop: PartnerServer
let first: PlatformProcess
let partner: TestPartner
let channel: TestChannel
let bystander: { server: PartnerServer; partner: TestPartner }
/** The shop's webhooks: how many it has not answered yet, the most of them at once, and answered. */
let atShop: { now: number; most: number; answered: number }

/** The shop answers when `ready` resolves. */
const answerWhen = (ready: (request: RecordedRequest) => Promise<void>): void =>
  shop.onWebhook(async (request) => {
    atShop.now += 1
    atShop.most = Math.max(atShop.most, atShop.now)
    await ready(request)
    atShop.now -= 1
    atShop.answered += 1
    return undefined
  })

beforeEach(async () => {
  storm = await openStorm()
  ;({ installation, shop, platform: first, partner, channel } = storm)
  db = createDatabase(installation.databaseUrl)
  base = NOTHING
  const server = await startPartner()
  bystander = { server, partner: await installation.createPartner(first, server) }
})

afterEach(async () => {
  await db.close()
  await storm.close()
  await bystander.server.close()
})

type Standing = { leased: number; delivered: number; not_sent: number; timed_out: number }

/** What was counted before the story began. */
let base: Omit<Standing, 'leased'>

/** The shop's deliveries, of this story. */
const standing = async (): Promise<Standing> => {
  const { rows } = await installation.pool.query<Standing>(
    `select count(*) filter (where leased_until > wasl_now())::int as leased,
      count(delivered_at)::int as delivered,
      (
        select count(*) filter (where outcome = 'not_sent')::int
        from webhook_attempt_results where partner_id = $1
      ) as not_sent,
      (
        select count(*) filter (where outcome = 'timeout')::int
        from webhook_attempt_results where partner_id = $1
      ) as timed_out
    from webhook_deliveries
    where partner_id = $1`,
    [partner.number],
  )
  const { leased, delivered, not_sent, timed_out } = rows[0] as Standing
  return {
    leased,
    delivered: delivered - base.delivered,
    not_sent: not_sent - base.not_sent,
    timed_out: timed_out - base.timed_out,
  }
}

const NOTHING = { delivered: 0, not_sent: 0, timed_out: 0 }

/** Another partner is told of an opening: by then a claim has seen what was free before. */
const awaitClaim = async (): Promise<void> => {
  const [reference = ''] = await oweOpenings(db.opens, channel, bystander.partner, 1)
  await bystander.server.webhooksArrived(reference, 1)
}

type Silence = {
  /** Answers what is held, and all that comes. */
  release(): void
  /** Answers one of those that are held, and the next few that come. */
  answerFewMore(): void
}

const ANSWERED_AT_FIRST = 200

/**
 * The shop answers its first webhooks and holds back the others until it is released. It answers each
 * as soon as another has come, so that it is never idle and its window grows at any speed.
 */
const fallSilent = (): Silence => {
  let left = ANSWERED_AT_FIRST
  const held: (() => void)[] = []
  const answerOne = (): void => held.shift()?.()
  answerWhen(async () => {
    if (left === Infinity) return
    const answered = new Promise<void>((resolve) => held.push(resolve))
    if (held.length > 1 && left > 0) {
      left -= 1
      answerOne()
    }
    await answered
  })
  return {
    release() {
      left = Infinity
      held.splice(0).forEach((answer) => answer())
    },
    answerFewMore() {
      left = 8
      answerOne()
    },
  }
}

/** The shop has fallen silent with all its places taken, and more is claimed that waits for them. */
const silentWithMoreWaiting = async (): Promise<Silence & { references: string[] }> => {
  for (;;) {
    base = NOTHING
    base = await standing()
    atShop = { now: 0, most: 0, answered: 0 }
    const silence = fallSilent()
    const references = await oweOpenings(db.opens, channel, partner, 600)
    if (await isSilentInTime(silence)) return { ...silence, references }
    silence.release()
    await deliverAll(references)
  }
}

/** False when the machine is so slow that attempts time out before more is claimed. */
const isSilentInTime = async (silence: Silence): Promise<boolean> => {
  for (;;) {
    const state = await until(
      'all places to be taken, and every answer to be recorded',
      async () => {
        const { delivered, timed_out } = await standing()
        if (timed_out > 0) return 'late'
        return atShop.now === AT_ONCE_MAX && delivered === atShop.answered && 'silent'
      },
    )
    if (state === 'late') return false
    await awaitClaim()
    const { leased, timed_out } = await standing()
    if (timed_out > 0) return false
    if (leased > AT_ONCE_MAX) return true
    // After an answer that the machine held up, nothing is claimed ahead: another one is needed.
    silence.answerFewMore()
  }
}

const deliverAll = (references: string[]): Promise<unknown> =>
  until('the deliveries', async () => {
    const { delivered, leased } = await standing()
    // On to the next retry; not while attempts are under way, whose leases would lapse.
    if (leased === 0) await installation.clock.advance(15)
    return delivered === references.length
  })

/** The kinds of webhooks that the shop got of a reference. What timed out was sent again. */
const toldOf = async (reference: string): Promise<(string | undefined)[]> => {
  const kinds = shop.webhooksOf(reference).map(({ event }) => event?.event)
  return (await standing()).timed_out > 0 ? [...new Set(kinds)] : kinds
}

/** Every reference was told of its opening once, whatever was claimed and handed back meanwhile. */
const expectToldOnce = async (references: string[]): Promise<void> =>
  expect(await Promise.all(references.map(toldOf))).toEqual(
    references.map(() => ['payment.initialized']),
  )

test('a partner that answers quickly has more claimed than its places, and never more sent to it', async () => {
  const startedAt = performance.now()
  const { release, references } = await silentWithMoreWaiting()
  await awaitClaim()
  expect((await standing()).leased).toBeLessThanOrEqual(2 * AT_ONCE_MAX)
  release()
  await deliverAll(references)
  // What timed out is sent again, while the shop may still hold the first one.
  expect((await standing()).timed_out > 0 ? AT_ONCE_MAX : atShop.most).toBe(AT_ONCE_MAX)
  await expectToldOnce(references)
  // On a machine that took longer, some may have waited too long.
  const tookMs = performance.now() - startedAt
  expect(tookMs > WAIT_MS_MAX ? 0 : (await standing()).not_sent).toBe(0)
  expect(await checkInvariants(installation.pool)).toEqual([])
})

test('what waits for a partner that falls silent is handed back, and sent when it is back', async () => {
  const { release, references } = await silentWithMoreWaiting()
  const before = { ...(await standing()), sent: shop.requests.length }
  // The attempts under way time out, after 10 seconds.
  const after = await until(
    'something to be handed back, and something to be sent in spite of the silence',
    async () => {
      const sent = shop.requests.length
      const now = await standing()
      if (sent === before.sent || now.leased > 4 || now.not_sent === before.not_sent) return false
      return { ...now, sent }
    },
  )
  expect(after.not_sent - before.not_sent).toBeLessThanOrEqual(AT_ONCE_MAX)
  // The silent partner has few places by now.
  const timedOut = after.timed_out - before.timed_out
  expect(timedOut).toBeGreaterThanOrEqual(AT_ONCE_MAX - 4)
  const ofThose = Math.max(0, timedOut - AT_ONCE_MAX)
  expect(after.sent - before.sent).toBeLessThanOrEqual(ofThose + 4)
  const { rows } = await installation.pool.query(
    `select distinct step, due_at <= wasl_now() as due, failed_at is null as not_failed,
        body_sha256 is null as without_bytes, error
      from webhook_attempt_results
      join webhook_deliveries using (partner_id, event_id)
      where outcome = 'not_sent' and leased_until is null and attempts = attempt`,
  )
  expect(rows).toEqual([
    {
      step: 0,
      due: true,
      not_failed: true,
      without_bytes: true,
      error: expect.stringContaining('not sent'),
    },
  ])
  release()
  await deliverAll(references)
  expect(await checkInvariants(installation.pool)).toEqual([])
})

/**
 * Pays a few whose openings were handed back and never told; returns their references. All else is put
 * off for an hour, so that one claim has room for these openings and their outcomes.
 */
const payHandedBack = async (): Promise<string[]> => {
  const { rows } = await installation.pool.query<{ payment_id: string; reference: string }>(
    `select distinct payment_id, reference
    from webhook_attempt_results
    join webhook_deliveries using (partner_id, event_id)
    join payments on payment_id = event_id_of(event_id, 0)
    where outcome = 'not_sent' and delivered_at is null
    limit 10`,
  )
  const paymentIds = rows.map(({ payment_id }) => payment_id)
  await installation.pool.query(
    `update webhook_deliveries set due_at = due_at + interval '1 hour'
    where partner_id = $1 and due_at is not null and event_id_of(event_id, 0) <> all ($2::uuid[])`,
    [partner.number, paymentIds],
  )
  const move = createMakeTransition(db.moves)
  const channelId = channelNumber(channel.channelId)
  await Promise.all(
    paymentIds.map((paymentId) =>
      move({ partnerId: partner.number, paymentId, cause: 'confirm', channelId }),
    ),
  )
  return rows.map(({ reference }) => reference)
}

/** The shop answers openings after a moment; returns the outcomes that came before the answer. */
const outcomesBeforeAnswers = (): string[] => {
  const openingsAnswered = new Set<string | null>()
  const early: string[] = []
  answerWhen(async ({ reference, event }) => {
    if (event?.event === 'payment.success' && !openingsAnswered.has(reference)) {
      early.push(String(reference))
    }
    await pause(20)
    openingsAnswered.add(reference)
  })
  return early
}

test('what waits when the process stops is handed back, and need not wait for its lease to lapse', async () => {
  const { release, references } = await silentWithMoreWaiting()
  const { not_sent: before } = await standing()
  const stopped = first.stop()
  await until('something to be handed back', async () => (await standing()).not_sent > before)
  release()
  expect(await stopped).toBe(0)
  expect((await standing()).leased).toBe(0)

  const early = outcomesBeforeAnswers()
  const paid = await payHandedBack()
  expect(paid).not.toEqual([])
  const second = await installation.startProcess()
  for (const reference of paid) await shop.webhooksArrived(reference, 2)
  // Or else their leases would lapse with the hour.
  await until('what was told to be recorded', async () => (await standing()).leased === 0)
  await installation.clock.advance(3_600)
  const owed = references.length + paid.length
  await until('the deliveries', async () => (await standing()).delivered === owed)
  await expectToldOnce(references.filter((reference) => !paid.includes(reference)))
  for (const reference of paid) {
    expect(await toldOf(reference)).toEqual(['payment.initialized', 'payment.success'])
  }
  expect(early).toEqual([])
  expect(second.errors).toEqual([])
  expect(await checkInvariants(installation.pool)).toEqual([])
})
