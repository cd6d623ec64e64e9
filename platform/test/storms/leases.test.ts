import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer, type RecordedRequest } from '../support/partner.ts'
import { newReference, type TestChannel, type TestPartner } from '../support/node.ts'
import { until } from '../support/wait.ts'
import type { Installation } from '../support/installation.ts'
import { ledBy } from './support/led-by.ts'
import { oweOpenings } from './support/owe-openings.ts'
import { faultsOf, type PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

/** More than a lease, which is 30 seconds. */
const LEASE_LAPSED_SECONDS = 31

let storm: Storm
let db: Database
let installation: Installation
let shop: PartnerServer
let first: PlatformProcess
let partner: TestPartner
let channel: TestChannel
let bystander: { server: PartnerServer; partner: TestPartner }
/** Answers to the webhooks that came, in their order; each goes out when its function is called. */
let held: { request: RecordedRequest; answer: (status: number) => void }[]

beforeEach(async () => {
  storm = await openStorm()
  ;({ installation, shop, platform: first, partner, channel } = storm)
  db = createDatabase(installation.databaseUrl)
  await installation.clock.stop()
  held = []
  const server = await startPartner()
  bystander = { server, partner: await installation.createPartner(first, server) }
  shop.onWebhook(
    (request) =>
      new Promise((resolve) => {
        held.push({ request, answer: (status) => resolve({ status }) })
      }),
  )
})

afterEach(async () => {
  for (const { answer } of held) answer(200)
  await db.close()
  await storm.close()
  await bystander.server.close()
})

/** A process tells another partner of an opening: it has looked at all that is due by then. */
const awaitClaimOf = async (process: PlatformProcess): Promise<void> => {
  const reference = newReference()
  await process.opened(channel, bystander.partner, reference)
  await bystander.server.webhooksArrived(reference, 1)
}

/** Opens payments at once and waits until the attempt to tell each opening is under way. */
const openWithAttemptsUnderWay = async (count: number): Promise<void> => {
  await oweOpenings(db.opens, channel, partner, count)
  await until(`${count} attempts to be under way`, () => held.length === count)
}

const nothingUnderWay = async (): Promise<boolean> => {
  const { rows } = await installation.pool.query(
    'select from webhook_deliveries where leased_until is not null',
  )
  return rows.length === 0
}

type Delivery = {
  leased: boolean
  attempts: number
  step: number
  is_delivered: boolean
  is_owed: boolean
}

const deliveries = async (): Promise<Delivery[]> => {
  const { rows } = await installation.pool.query<Delivery>(
    `select leased_until is not null as leased, attempts, step, delivered_at is not null as is_delivered,
      due_at is not null as is_owed
    from webhook_deliveries
    where partner_id = $1
    order by event_id`,
    [partner.number],
  )
  return rows
}

const results = async (): Promise<{ attempt: number; status: number }[]> => {
  const { rows } = await installation.pool.query<{ attempt: number; status: number }>(
    `select attempt, status from webhook_attempt_results
    where partner_id = $1
    order by attempt, finished_at`,
    [partner.number],
  )
  return rows
}

/** No more than a partner has places at first. */
const ATTEMPTS = 6

describe('a process that dies with attempts under way', () => {
  test('has them repeated by another process when its leases lapse, not before', async () => {
    await openWithAttemptsUnderWay(ATTEMPTS)
    await first.kill()
    const second = await installation.startProcess()
    await awaitClaimOf(second)
    expect(held).toHaveLength(ATTEMPTS)

    shop.onWebhook((request) => {
      held.push({ request, answer: () => undefined })
      return undefined
    })
    await installation.clock.advance(LEASE_LAPSED_SECONDS)
    await until('the attempts to be made again', () => held.length === ATTEMPTS * 2)
    await until('the deliveries to be settled', async () =>
      (await deliveries()).every(({ is_delivered }) => is_delivered),
    )
    expect(await deliveries()).toEqual(
      Array.from({ length: ATTEMPTS }, () => ({
        leased: false,
        attempts: 2,
        // The attempt without an end does not count against the schedule.
        step: 1,
        is_delivered: true,
        is_owed: false,
      })),
    )
    expect(await checkInvariants(installation.pool)).toEqual([])
    expect(faultsOf(second)).toEqual([])
  })
})

describe('a process that is paused with an attempt under way', () => {
  /** The first process is paused over the end of its lease, and a second one has taken over. */
  const takenOver = async (): Promise<PlatformProcess> => {
    await until('the first process to lead', () => ledBy(installation, first))
    // Before the attempt, whose ten seconds go on while the first process is paused. Nor may time move
    // while its very first claim is being planned: the plan would keep the old clock, because PostgreSQL
    // locks no function that it plans with.
    const second = await installation.startProcess()
    await awaitClaimOf(second)
    // From then on it looks only when it is told of something, and nobody is told: the attempt is made by
    // the first process, which leads and polls.
    await until('the second process to have nothing under way', nothingUnderWay)
    await openWithAttemptsUnderWay(1)
    first.freeze()
    await installation.clock.advance(LEASE_LAPSED_SECONDS)
    await installation.pool.query(`select pg_notify('wasl_webhooks', '')`)
    await until('the second process to take over', () => held.length === 2)
    return second
  }

  test('does not change what another process decided when its attempt fails', async () => {
    const second = await takenOver()
    held[0]?.answer(500)
    first.resume()
    await until('its result to be on record', async () => (await results()).length === 1)
    expect(await results()).toEqual([{ attempt: 1, status: 500 }])
    expect(await deliveries()).toEqual([
      { leased: true, attempts: 2, step: 0, is_delivered: false, is_owed: true },
    ])
    // The pause after a failure is shorter than a lease, but this delivery is being made.
    await installation.clock.advance(12)
    await awaitClaimOf(second)
    expect(held).toHaveLength(2)

    held[1]?.answer(200)
    await until('the delivery', async () => (await deliveries())[0]?.is_delivered)
    expect(await results()).toEqual([
      { attempt: 1, status: 500 },
      { attempt: 2, status: 200 },
    ])
    expect(await checkInvariants(installation.pool)).toEqual([])
  })

  test('has its acknowledgement counted although another process took over', async () => {
    await takenOver()
    held[0]?.answer(200)
    first.resume()
    await until('the delivery', async () => (await deliveries())[0]?.is_delivered)
    // The attempt of the second process was needless; its failure takes nothing back.
    held[1]?.answer(500)
    await until('both results to be on record', async () => (await results()).length === 2)
    expect(await deliveries()).toEqual([
      { leased: false, attempts: 2, step: 1, is_delivered: true, is_owed: false },
    ])
    await installation.clock.advance(600)
    await awaitClaimOf(first)
    expect(held).toHaveLength(2)
    expect(await checkInvariants(installation.pool)).toEqual([])
  })
})

test('a process in the middle of a claim delays no other', async () => {
  // Held by a transaction of ours, as by a process that stops between claim and commit.
  const client = await installation.pool.connect()
  try {
    shop.onWebhook(() => ({ status: 500 }))
    await first.opened(channel, partner, newReference())
    await until('the attempt to fail', async () => (await results()).length === 1)
    await client.query('begin')
    await client.query('select from webhook_deliveries for update')
    await installation.clock.advance(15)
    shop.onWebhook(() => undefined)
    const reference = newReference()
    await first.opened(channel, partner, reference)
    await shop.webhooksArrived(reference, 1)
    // The held one is due as well, and waits for the session that holds it.
    expect((await deliveries())[0]).toMatchObject({ attempts: 1, is_delivered: false })
  } finally {
    await client.query('rollback')
    client.release()
  }
  await until('both deliveries', async () =>
    (await deliveries()).every(({ is_delivered }) => is_delivered),
  )
})
