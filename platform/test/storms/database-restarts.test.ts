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
import type { PartnerServer } from '../support/partner.ts'
import type { Answer, TestChannel, TestPartner } from '../support/platform.ts'
import { callSet, makeQrCode } from '../support/qr.ts'
import { until } from '../support/wait.ts'
import type { Installation } from './support/installation.ts'
import type { PlatformProcess } from './support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'
import { deliverAll, expectKept, expectShopTold, nothingTold, type Told } from './support/told.ts'

/** A fast shutdown, as `pg_ctl restart` does it; and the death of the server's first process. */
const OUTAGES = ['SIGINT', 'SIGKILL', 'SIGINT'] as const

const TILLS = 8

/** QR codes on which amounts are set all the while. */
const CODES = 6

/** An answer that takes longer is no answer: the statements' own limits are below it. */
const ANSWER_MS_MAX = 16_000

let folder: string
let server: EmbeddedPostgres
let storm: Storm
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
  storm = await openStorm(server.url)
  ;({ installation, platform, shop, partner, channel } = storm)
}, 60_000)

afterAll(async () => {
  await storm.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

type ToldThroughOutages = Told & {
  /** Refusals because the database was away. */
  unavailable: number
  slowestMs: number
}

const isUnavailable = ({ status, body, headers }: Answer): boolean =>
  status === 503 && body.error === 'SERVER503_UNAVAILABLE' && Number(headers.get('retry-after')) > 0

/** Asks until the answer is the expected one; null when it is over, or the connection was cut. */
const insist = async (
  { told, isOver }: Load,
  what: string,
  expected: number,
  ask: () => Promise<Answer>,
): Promise<Answer | null> => {
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

type Load = { told: ToldThroughOutages; isOver: () => boolean }

/** Opens and confirms one payment after another until told to stop. */
const till = async (number: number, load: Load): Promise<void> => {
  const { told, isOver } = load
  for (let turn = 1; !isOver(); turn += 1) {
    const reference = `INV-${number}-${turn}`
    const headers = { 'idempotency-key': reference }
    const opened = await insist(load, `opening ${reference}`, 201, () =>
      platform.open(channel, partner, reference, headers),
    )
    if (!opened) return
    const { paymentId } = opened.body
    told.opened.set(reference, paymentId)
    const confirmed = await insist(load, `confirm of ${reference}`, 200, () =>
      platform.change(channel, 'confirm', paymentId),
    )
    if (!confirmed) return
    told.confirmed.add(reference)
  }
}

/** Sets amounts on a code again and again: transactions of several statements, unlike the tills'. */
const setAmounts = async (token: string, load: Load): Promise<void> => {
  for (let dinars = 1; !load.isOver(); dinars += 1) {
    const body = { qrCodeToken: token, amounts: [dinars] }
    await insist(load, `${dinars} on ${token}`, 200, () => callSet(platform, partner, body))
  }
}

describe('a database that goes away under load and comes back', () => {
  const told: ToldThroughOutages = { ...nothingTold(), unavailable: 0, slowestMs: 0 }
  /** Refusals and confirms during and after each outage. */
  const outages: { signal: string; refused: number; confirmedAfter: number }[] = []

  beforeAll(async () => {
    const codes = await Promise.all(
      Array.from({ length: CODES }, () => makeQrCode(installation.pool, partner)),
    )
    let isOver = false
    const load: Load = { told, isOver: () => isOver }
    const loads = [
      ...Array.from({ length: TILLS }, (_, number) => till(number + 1, load)),
      ...codes.map((token) => setAmounts(token, load)),
    ]
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
    await Promise.all(loads)
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

  test('keeps all that a channel was told', () => expectKept(installation, told))

  test('loses no event', { timeout: 40_000 }, async () => {
    await deliverAll(installation)
    expectShopTold(shop, told)
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
