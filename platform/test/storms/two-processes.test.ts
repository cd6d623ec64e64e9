import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants, type AcceptedCall } from '../support/invariants.ts'
import { fewAtOnce } from '../support/few-at-once.ts'
import type { PartnerServer } from '../support/partner.ts'
import { newReference, type Answer, type TestChannel } from '../support/node.ts'
import type { TestPartner } from '../support/node.ts'
import { until } from '../support/wait.ts'
import type { Installation } from '../support/installation.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

let storm: Storm
let installation: Installation
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel
let processes: PlatformProcess[]

beforeAll(async () => {
  storm = await openStorm()
  ;({ installation, shop, partner, channel } = storm)
  await migrateToNext(installation)
  processes = [storm.platform, await installation.startProcess()]
  // Nothing becomes due and no window moves on while a slow machine is at work.
  await installation.clock.stop()
})

/** One process runs while the next release migrates, and the other starts after it (W281). */
const migrateToNext = async ({ pool }: Installation): Promise<void> => {
  await pool.query(`
    alter table payments add column next_note text, add column next_count int not null default 0;
    alter table webhook_events add column next_note text;
    insert into migrations (name, release, runs_beside)
    select '9999-next', max(release), left(max(name), 4) from migrations`)
}

afterAll(() => storm.close())

const processFor = (turn: number): PlatformProcess =>
  processes[turn % processes.length] as PlatformProcess

const attemptsUnderWay = async (): Promise<number> => {
  const { rows } = await installation.pool.query<{ count: number }>(
    'select count(*) from webhook_deliveries where leased_until is not null or due_at <= wasl_now()',
  )
  return rows[0]?.count ?? 0
}

describe('two processes that deliver from one queue', () => {
  const PAYMENTS = 250

  /** Attempts of one event that were under way at the same time. */
  const overlaps: string[] = []
  let failures = 0

  beforeAll(async () => {
    const underWay = new Set<string>()
    const attempts = new Map<string, number>()
    // All first attempts fail and some second ones, so that many events come round at once.
    shop.onWebhook(async ({ headers }) => {
      const eventId = String(headers['x-event-id'])
      const attempt = (attempts.get(eventId) ?? 0) + 1
      attempts.set(eventId, attempt)
      if (underWay.has(eventId)) overlaps.push(eventId)
      underWay.add(eventId)
      const random = Number.parseInt(eventId.slice(20, 23), 16)
      await pause(random % 40)
      underWay.delete(eventId)
      const isFailing = attempt === 1 || (attempt === 2 && random % 3 === 0)
      if (isFailing) failures += 1
      return isFailing ? { status: 500 } : undefined
    })
    await fewAtOnce(PAYMENTS, 12, async (turn) => {
      const { paymentId } = await processFor(turn).opened(channel, partner, newReference())
      const answer = await processFor(turn + 1).change(channel, 'confirm', paymentId)
      expect(answer.status).toBe(200)
    })
    // When nothing is under way the time until the next attempts is skipped.
    await until('every event to be delivered', async () => {
      if ((await attemptsUnderWay()) > 0) return false
      await installation.clock.advance(70)
      await installation.pool.query(`select pg_notify('wasl_webhooks', '')`)
      const { rows } = await installation.pool.query<{ owed: number }>(
        'select count(*) as owed from webhook_deliveries where due_at is not null',
      )
      return rows[0]?.owed === 0
    })
  })

  test('never make two attempts of one event at the same time', () => {
    expect(overlaps).toEqual([])
  })

  test('make as many attempts as are stored, and send an acknowledged event once', async () => {
    const sent = shop.requests.filter(({ kind }) => kind === 'webhook')
    const { rows } = await installation.pool.query<{ made: number; ended: number; events: number }>(
      `select (select count(*) from webhook_attempts) as made,
        (select count(*) from webhook_attempt_results) as ended,
        (select count(*) from webhook_events) as events`,
    )
    expect(rows[0]).toEqual({ made: sent.length, ended: sent.length, events: PAYMENTS * 2 })
    expect(failures).toBeGreaterThan(0)
    expect(sent).toHaveLength(PAYMENTS * 2 + failures)
    expect(shop.problems).toEqual([])
  })

  // Each is woken by its own payments. Which makes the later attempts is chance: one claim can take all.
  test('both take part', async () => {
    for (const { call } of processes) {
      const { text } = await call('GET', '/metrics')
      const failed = /^wasl_webhook_attempts_total\{outcome="http_status"\} (\d+)$/m.exec(text)?.[1]
      expect(Number(failed)).toBeGreaterThan(0)
    }
  })
})

describe('two processes that count one quota', () => {
  const calls: AcceptedCall[] = []
  let quotaPartner: TestPartner

  beforeAll(async () => {
    quotaPartner = await installation.createPartner(processFor(0), shop)
  })

  /** So many calls, on both processes in turn; resolves with how many were let through. */
  const ask = async (count: number): Promise<number> => {
    const answers = await fewAtOnce(count, 24, async (turn): Promise<Answer> => {
      const sentAtMs = (await installation.clock.now()).getTime()
      const answer = await processFor(turn).status(quotaPartner, 'INV')
      if (answer.status === 200) {
        const receivedAtMs = (await installation.clock.now()).getTime()
        calls.push({ partnerId: quotaPartner.number, sentAtMs, receivedAtMs })
      }
      return answer
    })
    for (const { status } of answers) expect([200, 429]).toContain(status)
    return answers.filter(({ status }) => status === 200).length
  }

  test('accept exactly 60 in any 60 seconds, in any order', async () => {
    // The clock moves by these steps alone, so that what each moment frees is known.
    expect(await ask(25)).toBe(25)
    await installation.clock.advance(25)
    expect(await ask(20)).toBe(20)
    await installation.clock.advance(20)
    expect(await ask(100)).toBe(15)
    expect(await ask(30)).toBe(0)
    // Now the 25 first calls are more than 60 seconds old, and only they.
    await installation.clock.advance(16)
    expect(await ask(100)).toBe(25)
    await installation.clock.advance(25)
    expect(await ask(100)).toBe(20)
    await installation.clock.advance(200)
    expect(await ask(150)).toBe(60)
  })

  test('keep every invariant, including the sliding window', async () => {
    expect(await checkInvariants(installation.pool, { acceptedCalls: calls })).toEqual([])
  })
})
