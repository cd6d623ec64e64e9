import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/database/embedded-postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer, TestChannel, TestPartner } from '../support/platform.ts'
import { until } from '../support/wait.ts'
import { openInstallation, type Installation } from './support/installation.ts'
import type { PlatformProcess } from './support/platform-process.ts'

/** A fast shutdown, as `pg_ctl restart` does it; and the death of the server's first process. */
const OUTAGES = ['SIGINT', 'SIGKILL', 'SIGINT'] as const

const TILLS = 8

/** An answer that takes longer is no answer: the statements' own limits are below it. */
const ANSWER_MS_MAX = 16_000

let folder: string
let server: EmbeddedPostgres
let installation: Installation
let platform: PlatformProcess
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wasl-restarts-'))
  // On a real disk and waiting for it: what was acknowledged must be there after a kill.
  server = await startEmbeddedPostgres({ dataDir: folder, log })
  await migrate(server.url, log)
  installation = await openInstallation(server.url)
  shop = await startPartner()
  platform = await installation.startProcess()
  partner = await installation.createPartner(platform, shop)
  channel = await installation.createChannel(platform)
}, 60_000)

afterAll(async () => {
  await installation.close()
  await server.stop()
  await shop.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

type Told = {
  opened: Map<string, string>
  confirmed: Set<string>
  /** Refusals because the database was away. */
  unavailable: number
  /** Answers that nobody gets here, whatever happens to the database. */
  strange: string[]
  slowestMs: number
}

const isUnavailable = ({ status, body, headers }: Answer): boolean =>
  status === 503 && body.error === 'SERVER503_UNAVAILABLE' && Number(headers.get('retry-after')) > 0

/** Opens and confirms one payment after another until told to stop, and tries again after a 503. */
const till = async (number: number, told: Told, isOver: () => boolean): Promise<void> => {
  const insist = async (what: string, expected: number, ask: () => Promise<Answer>) => {
    for (;;) {
      const startedAt = performance.now()
      const answer = await ask().catch(() => null)
      if (!answer) {
        told.strange.push(`${what}: the connection was cut`)
        return null
      }
      told.slowestMs = Math.max(told.slowestMs, performance.now() - startedAt)
      if (answer.status === expected) return answer
      if (isUnavailable(answer)) told.unavailable += 1
      else told.strange.push(`${what}: ${answer.status} ${answer.text}`)
      if (isOver()) return null
      await pause(40)
    }
  }

  for (let turn = 1; !isOver(); turn += 1) {
    const reference = `INV-${number}-${turn}`
    const headers = { 'idempotency-key': reference }
    const opened = await insist(`opening ${reference}`, 201, () =>
      platform.open(channel, partner, reference, headers),
    )
    if (!opened) return
    const { paymentId } = opened.body
    told.opened.set(reference, paymentId)
    const confirmed = await insist(`confirm of ${reference}`, 200, () =>
      platform.change(channel, 'confirm', paymentId),
    )
    if (!confirmed) return
    told.confirmed.add(reference)
  }
}

describe('a database that goes away under load and comes back', () => {
  const told: Told = {
    opened: new Map(),
    confirmed: new Set(),
    unavailable: 0,
    strange: [],
    slowestMs: 0,
  }
  /** Refusals and confirms during and after each outage. */
  const outages: { signal: string; refused: number; confirmedAfter: number }[] = []

  beforeAll(async () => {
    let isOver = false
    const tills = Array.from({ length: TILLS }, (_, number) => till(number + 1, told, () => isOver))
    for (const signal of OUTAGES) {
      await pause(700)
      const before = told.unavailable
      const { pid } = server
      const killed = pid()
      process.kill(killed, signal)
      await until('another server', () => pid() !== killed, 30_000)
      const restored = told.confirmed.size
      const confirmedAfter = (): number => told.confirmed.size - restored
      await until('confirms to go on', () => confirmedAfter() > TILLS, 20_000).catch(
        () => undefined,
      )
      outages.push({ signal, refused: told.unavailable - before, confirmedAfter: confirmedAfter() })
    }
    isOver = true
    await Promise.all(tills)
  }, 150_000)

  test('is told as SERVER503_UNAVAILABLE with Retry-After, and nothing else', () => {
    expect(told.strange).toEqual([])
    for (const { refused } of outages) expect(refused).toBeGreaterThan(0)
    expect(told.slowestMs).toBeLessThan(ANSWER_MS_MAX)
  })

  test('takes no process along, and the confirms go on', async () => {
    for (const { confirmedAfter } of outages) expect(confirmedAfter).toBeGreaterThan(TILLS)
    expect(platform.isRunning()).toBe(true)
    expect((await platform.call('GET', '/readyz')).status).toBe(200)
  })

  test('keeps all that a channel was told', async () => {
    const { rows } = await installation.pool.query<{
      reference: string
      payment_id: string
      stage: string
    }>('select reference, payment_id, stage from payments')
    const payments = new Map(rows.map((row) => [row.reference, row]))
    for (const [reference, paymentId] of told.opened) {
      expect([reference, payments.get(reference)?.payment_id]).toEqual([reference, paymentId])
    }
    for (const reference of told.confirmed) {
      expect([reference, payments.get(reference)?.stage]).toEqual([reference, 'paid'])
    }
  })

  test('loses no event', { timeout: 40_000 }, async () => {
    await until(
      'every event to be delivered',
      async () => {
        await installation.clock.advance(5)
        const { rows } = await installation.pool.query<{ owed: number }>(
          'select count(*) as owed from webhook_deliveries where due_at is not null',
        )
        return rows[0]?.owed === 0
      },
      30_000,
    )
    const successes = new Set(
      shop.requests
        .filter(({ event }) => event?.event === 'payment.success')
        .map(({ reference }) => reference),
    )
    expect([...told.confirmed].filter((reference) => !successes.has(reference))).toEqual([])
    expect(shop.problems).toEqual([])
  })

  test('leaves every invariant as it was', async () => {
    expect(await checkInvariants(installation.pool)).toEqual([])
  })
})

describe('a database that is killed the moment it has answered', () => {
  const PAYMENTS = 300
  const CONFIRMS_AT_ONCE = 16
  const CONFIRMS_BEFORE_THE_END = 150

  test('has on disk what a channel was told', { timeout: 90_000 }, async () => {
    // Nothing but confirms is written: no settlement takes their log records to the disk along.
    shop.onWebhook(() => ({ delayMs: 120_000 }))
    const payments: string[] = []
    for (let turn = 1; turn <= PAYMENTS; turn += CONFIRMS_AT_ONCE) {
      const opened = await Promise.all(
        Array.from({ length: CONFIRMS_AT_ONCE }, (_, index) =>
          platform.opened(channel, partner, `LAST-${turn + index}`),
        ),
      )
      payments.push(...opened.map(({ paymentId }) => paymentId))
    }
    const confirmed: string[] = []
    const rest = payments.values()
    const confirmAll = async (): Promise<void> => {
      for (const paymentId of rest) {
        const { status } = await platform.change(channel, 'confirm', paymentId)
        if (status !== 200) return
        confirmed.push(paymentId)
      }
    }
    const confirming = Promise.all(Array.from({ length: CONFIRMS_AT_ONCE }, confirmAll))
    await until('enough confirms', () => confirmed.length >= CONFIRMS_BEFORE_THE_END)
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    await confirming
    await until('another server', () => server.pid() !== killed, 30_000)
    const { rows } = await installation.pool.query<{ payment_id: string }>(
      `select payment_id from payments where stage = 'paid'`,
    )
    const paid = new Set(rows.map(({ payment_id }) => payment_id))
    expect(confirmed.filter((paymentId) => !paid.has(paymentId))).toEqual([])
    // It died in the middle, and not when all was done.
    expect(confirmed.length).toBeLessThan(payments.length)
  })
})
