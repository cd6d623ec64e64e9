import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/base/database/migrate.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { checkInvariants } from '../support/invariants.ts'
import type { PartnerServer } from '../support/partner.ts'
import { isLookupLost } from '../support/node.ts'
import type { Answer, TestChannel, TestPartner } from '../support/node.ts'
import { callSet, makeQrCode } from '../support/qr.ts'
import { until } from '../support/wait.ts'
import type { Installation } from '../support/installation.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'
import {
  deliverAll,
  expectKept,
  expectShopTold,
  nothingTold,
  type Reported,
} from './support/told.ts'

/** A fast shutdown, as `pg_ctl restart` does it; and the death of the server's first process. */
const OUTAGES = ['SIGINT', 'SIGKILL', 'SIGINT'] as const

const TILLS = 8

/** QR codes on which amounts are set all the while. */
const CODES = 6

/** An answer that takes longer is no answer: the statements' own limits are far below it. */
const ANSWER_MS_MAX = 45_000

let folder: string
let server: EmbeddedPostgres
/** The platform's way to the server. */
let way: CuttableWay
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
  way = await startCuttableWay(tcpUrl(server.url))
  storm = await openStorm(way.url)
  ;({ installation, platform, shop, partner, channel } = storm)
})

/** The server's address without its Unix socket. */
const tcpUrl = (url: string): string => {
  const tcp = new URL(url)
  tcp.search = ''
  return tcp.href
}

afterAll(async () => {
  await storm.close()
  await way.cut()
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

type ToldThroughOutages = Reported & {
  /** Refusals because the database was away. */
  unavailable: number
  /** Amounts set. */
  changes: number
  slowestMs: number
}

/** A partner may make so many changes, and no more (W69); how many that is depends on the machine. */
const isHeldBack = ({ status, body }: Answer): boolean =>
  status === 429 && body.error === 'PARTNER_API429_TOO_MANY_CHANGES'

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
    else if (!isHeldBack(answer) && !isLookupLost(answer))
      told.strange.push(`${what}: ${answer.status} ${answer.text}`)
    if (isOver()) return null
    await pause(isHeldBack(answer) ? 1_000 : 40)
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

/**
 * Sets amounts on a code again and again: transactions of several statements, unlike the tills'. Its
 * partner is its own, because the number of changes is limited by partner.
 */
const setAmounts = async (load: Load): Promise<void> => {
  const owner = await installation.createPartner(platform, shop)
  const token = await makeQrCode(installation.pool, owner)
  for (let dinars = 1; !load.isOver(); dinars += 1) {
    const body = { qrCodeToken: token, amounts: [dinars] }
    const answer = await insist(load, `${dinars} on ${token}`, 200, () =>
      callSet(platform, owner, body),
    )
    if (answer) load.told.changes += 1
  }
}

describe('a database that stops under load and restarts', () => {
  const told: ToldThroughOutages = { ...nothingTold(), unavailable: 0, changes: 0, slowestMs: 0 }

  /** Resolves when every kind of load has gone on since. */
  const goesOn = async (): Promise<void> => {
    const before = { confirmed: told.confirmed.size, changes: told.changes }
    await until(
      'confirms and changes to go on',
      () => told.confirmed.size > before.confirmed + TILLS && told.changes > before.changes,
    )
  }

  /** The server ends by a signal and is up again at once, but nobody reaches it before one was refused. */
  const outage = async (signal: NodeJS.Signals): Promise<void> => {
    const before = told.unavailable
    const killed = server.pid()
    way.refuse()
    process.kill(killed, signal)
    await until('another server', () => server.pid() !== killed)
    await until('the outage to be told', () => told.unavailable > before)
    await way.restore()
  }

  beforeAll(async () => {
    let isOver = false
    const load: Load = { told, isOver: () => isOver }
    const loads = [
      ...Array.from({ length: TILLS }, (_, number) => till(number + 1, load)),
      ...Array.from({ length: CODES }, () => setAmounts(load)),
    ]
    for (const signal of OUTAGES) {
      await goesOn()
      await outage(signal)
    }
    await goesOn()
    isOver = true
    await Promise.all(loads)
  })

  test('is answered only with SERVER503_UNAVAILABLE and Retry-After', () => {
    expect(told.strange).toEqual([])
    expect(told.slowestMs).toBeLessThan(ANSWER_MS_MAX)
  })

  test('ends no process', async () => {
    expect(platform.isRunning()).toBe(true)
    await until('the process to be ready', async () => {
      const { status } = await platform.call('GET', '/readyz')
      return status === 200
    })
  })

  test('keeps everything that a channel was answered', () => expectKept(installation, told))

  test('loses no event', async () => {
    await deliverAll(installation)
    expectShopTold(shop, told)
    expect(shop.problems).toEqual([])
  })

  test('keeps every invariant', async () => {
    expect(await checkInvariants(installation.pool)).toEqual([])
  })
})

describe('a database that is killed right after its answer', () => {
  const PAYMENTS = 300
  const CONFIRMS_AT_ONCE = 16
  const CONFIRMS_BEFORE_THE_END = 150

  test('has on disk what a channel was answered', async () => {
    // Nothing but confirms is written: no settlement takes their log records to the disk along.
    shop.onWebhook(() => ({ after: new Promise(() => undefined) }))
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
    const first = server.pid()
    let isKilled = false
    const confirmAll = async (): Promise<void> => {
      for (const paymentId of rest) {
        const { status } = await platform.change(channel, 'confirm', paymentId)
        if (status !== 200) return
        confirmed.push(paymentId)
        // In the middle, and not when all is done.
        if (confirmed.length === CONFIRMS_BEFORE_THE_END) {
          isKilled = true
          process.kill(first, 'SIGKILL')
        }
        if (isKilled) return
      }
    }
    await Promise.all(Array.from({ length: CONFIRMS_AT_ONCE }, confirmAll))
    expect(isKilled).toBe(true)
    await until('another server', () => server.pid() !== first)
    const { rows } = await installation.pool.query<{ payment_id: string }>(
      `select payment_id from payments where stage = 'paid'`,
    )
    const paid = new Set(rows.map(({ payment_id }) => payment_id))
    expect(confirmed.filter((paymentId) => !paid.has(paymentId))).toEqual([])
  })
})
