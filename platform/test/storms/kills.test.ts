import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer, TestChannel, TestPartner } from '../support/platform.ts'
import { until } from '../support/wait.ts'
import { openInstallation, type Installation } from './support/installation.ts'
import type { PlatformProcess } from './support/platform-process.ts'

const KILLS = 50

/** Processes that run, die and start again independently of each other. */
const SLOTS = 2

/** Tills that open and confirm one payment after another, whichever process answers. */
const TILLS = 6

let database: TestDatabase
let installation: Installation
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  database = await createTestDatabase()
  installation = await openInstallation(database.url)
  shop = await startPartner()
  // Long enough for a process to die between the partner's answer and its own note of it.
  shop.onWebhook(() => ({ delayMs: 10 }))
  const first = await installation.startProcess()
  partner = await installation.createPartner(first, shop)
  channel = await installation.createChannel(first)
  // A process that ends in peace leaves its compiled code for those that will not.
  expect(await first.stop()).toBe(0)
}, 60_000)

afterAll(async () => {
  await installation.close()
  await shop.close()
  await database.drop()
})

/** What a till was told, in so many words. */
type Acknowledged = { opened: Map<string, string>; confirmed: Set<string> }

const stormOfKills = async (): Promise<{ told: Acknowledged; kills: number; cut: number }> => {
  const running = new Set<PlatformProcess>()
  const told: Acknowledged = { opened: new Map(), confirmed: new Set() }
  let kills = 0
  let cut = 0
  let isOver = false

  const slot = async (): Promise<void> => {
    while (kills < KILLS) {
      kills += 1
      const process = await installation.startProcess()
      running.add(process)
      await pause(randomInt(50, 400))
      running.delete(process)
      await process.kill()
    }
  }

  /** Asks one process after another until one answers: a till does not know which is alive. */
  const insist = async (
    ask: (node: PlatformProcess) => Promise<Answer>,
  ): Promise<Answer | null> => {
    for (;;) {
      const nodes = [...running]
      const node = nodes[randomInt(Math.max(1, nodes.length))]
      if (!node && isOver) return null
      try {
        if (node) return await ask(node)
      } catch {
        cut += 1
      }
      await pause(5)
    }
  }

  const till = async (number: number): Promise<void> => {
    for (let turn = 1; !isOver; turn += 1) {
      const reference = `INV-${number}-${turn}`
      const headers = { 'idempotency-key': reference }
      const opened = await insist((node) => node.open(channel, partner, reference, headers))
      if (!opened) return
      expect([reference, opened.status]).toEqual([reference, 201])
      told.opened.set(reference, opened.body.paymentId)
      const confirmed = await insist((node) =>
        node.change(channel, 'confirm', opened.body.paymentId),
      )
      if (!confirmed) return
      expect([reference, confirmed.status]).toEqual([reference, 200])
      told.confirmed.add(reference)
    }
  }

  const tills = Array.from({ length: TILLS }, (_, number) => till(number + 1))
  await Promise.all(Array.from({ length: SLOTS }, slot))
  isOver = true
  await Promise.all(tills)
  return { told, kills, cut }
}

describe('fifty kill -9 in a storm of confirms', () => {
  let told: Acknowledged
  let last: PlatformProcess

  beforeAll(async () => {
    const storm = await stormOfKills()
    told = storm.told
    expect(storm.kills).toBeGreaterThanOrEqual(KILLS)
    // A storm in which nobody was interrupted, or nobody got anything done, has not been one.
    expect(storm.cut).toBeGreaterThan(KILLS / 2)
    expect(told.confirmed.size).toBeGreaterThan(KILLS)
    last = await installation.startProcess()
  }, 150_000)

  test('lose nothing that a channel was told', async () => {
    const { rows } = await installation.pool.query<{
      reference: string
      payment_id: string
      stage: string
    }>('select reference, payment_id, stage from payments')
    const payments = new Map(rows.map((row) => [row.reference, row]))
    expect(payments.size).toBe(rows.length)
    for (const [reference, paymentId] of told.opened) {
      expect([reference, payments.get(reference)?.payment_id]).toEqual([reference, paymentId])
    }
    for (const reference of told.confirmed) {
      expect([reference, payments.get(reference)?.stage]).toEqual([reference, 'paid'])
    }
  })

  test('lose no event: what a killed process was sending is sent again', async () => {
    // The leases of the dead end, and so do the pauses before further attempts.
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
  }, 40_000)

  test('make no event differ from attempt to attempt', () => {
    const bodies = Map.groupBy(
      shop.requests.filter(({ kind }) => kind === 'webhook'),
      ({ headers }) => headers['x-event-id'],
    )
    const attempts = [...bodies.values()]
    for (const [first, ...more] of attempts) {
      for (const again of more) expect(again.body).toEqual(first?.body)
    }
    // Some were sent twice, because a process died before it had written that they were told.
    expect(attempts.some(({ length }) => length > 1)).toBe(true)
    expect(shop.problems).toEqual([])
  })

  test('leave every invariant as it was', async () => {
    expect(await checkInvariants(installation.pool)).toEqual([])
    expect(last.errors).toEqual([])
  })
})
