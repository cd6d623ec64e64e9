import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/base/database/migrate.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { checkInvariants } from '../support/invariants.ts'
import { isLookupLost, type Answer } from '../support/node.ts'
import { until } from '../support/wait.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './support/replicated-postgres.ts'
import { openStorm, type Storm } from './support/storm.ts'
import { deliverAll, expectKept, expectShopTold, nothingTold } from './support/told.ts'

const TILLS = 10

/** Long enough for many confirms, on a primary that does not wait. */
const PARTED_MS = 500

let servers: ReplicatedPostgres
let address: CuttableWay
let storm: Storm
let processes: PlatformProcess[]

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

beforeAll(async () => {
  servers = await startReplicatedPostgres()
  await migrate(servers.primary.url, log)
  await servers.replicateSynchronously()
  address = await startCuttableWay(servers.primary.url)
  storm = await openStorm(address.url)
  processes = [storm.platform, await storm.installation.startProcess()]
})

afterAll(async () => {
  await storm.close()
  await address.cut()
  await servers.close()
})

const told = nothingTold()
let isOver = false

/** Asks one process after the other until the answer is the expected one; null when it is over. */
const insist = async (
  what: string,
  expected: number,
  ask: (node: PlatformProcess) => Promise<Answer>,
): Promise<Answer | null> => {
  for (let turn = 0; ; turn += 1) {
    const answer = await ask(processes[turn % processes.length] as PlatformProcess)
    if (answer.status === expected) return answer
    if (answer.body?.error !== 'SERVER503_UNAVAILABLE' && !isLookupLost(answer)) {
      told.strange.push(`${what}: ${answer.status} ${answer.text}`)
    }
    if (isOver) return null
    await pause(40)
  }
}

/** Opens and confirms one payment after another, each under a key of its own, until it is over. */
const till = async (number: number): Promise<void> => {
  const { channel, partner } = storm
  for (let turn = 1; !isOver; turn += 1) {
    const reference = `INV-${number}-${turn}`
    const opened = await insist(`opening ${reference}`, 201, (node) =>
      node.open(channel, partner, reference, { 'idempotency-key': reference }),
    )
    if (!opened) return
    told.opened.set(reference, opened.body.paymentId)
    await confirm(reference)
  }
}

/** Confirms a payment that is open, under one key however often it takes. */
const confirm = async (reference: string): Promise<void> => {
  const paymentId = told.opened.get(reference) as string
  const headers = { 'idempotency-key': `paid-${reference}` }
  const confirmed = await insist(`confirm of ${reference}`, 200, (node) =>
    node.change(storm.channel, 'confirm', paymentId, { headers }),
  )
  if (confirmed) told.confirmed.add(reference)
}

/** Payments that are open, for confirms that begin at a moment of the test's choosing. */
const openSome = async (count: number): Promise<string[]> => {
  const references = Array.from({ length: count }, (_, index) => `LAST-${index + 1}`)
  for (const reference of references) {
    const { paymentId } = await storm.platform.opened(storm.channel, storm.partner, reference)
    told.opened.set(reference, paymentId)
  }
  return references
}

describe('a primary that dies under load and a synchronous standby that takes its place', () => {
  /** What processes say of themselves while the address leads to the standby. */
  const standingBy: Answer[] = []
  let confirmedByStandby = 0
  /** The text of /metrics before the standby is away, and while commits wait for it. */
  const metrics: string[] = []
  const scrape = async (): Promise<void> => {
    metrics.push((await storm.platform.call('GET', '/metrics')).text)
  }

  beforeAll(async () => {
    const tills = Array.from({ length: TILLS }, (_, number) => till(number + 1))
    await until('confirms', () => told.confirmed.size > 2 * TILLS)
    const last = await openSome(TILLS)
    await scrape()
    // The link between the servers goes first: who did not wait for it would be told of a success
    // that goes with the primary.
    servers.part()
    tills.push(...last.map(confirm))
    await pause(PARTED_MS)
    await scrape()
    await servers.primary.kill()
    address.leadTo(servers.standby.url)
    for (const { call } of processes) {
      standingBy.push(
        await until('a process to have come to the standby', async () => {
          const answer = await call('GET', '/readyz')
          return answer.body?.status === 'the database is read-only' && answer
        }),
      )
    }
    const before = told.confirmed.size
    await servers.promote()
    await until('confirms to go on', () => told.confirmed.size > before + 2 * TILLS)
    confirmedByStandby = told.confirmed.size - before
    isOver = true
    await Promise.all(tills)
  })

  test('is answered only with SERVER503_UNAVAILABLE, and confirms continue', () => {
    expect(told.strange).toEqual([])
    expect(confirmedByStandby).toBeGreaterThan(2 * TILLS)
  })

  test('is not used before it has taken over', () => {
    for (const { status, body } of standingBy) {
      expect([status, body]).toEqual([503, { status: 'the database is read-only' }])
    }
  })

  test('shows in the metrics: the number of standbys, and how long commits wait', () => {
    const [before = '', parted = ''] = metrics
    expect(before).toContain('\nwasl_database_synchronous_standbys 1\n')
    const waiting = /\nwasl_database_standby_wait_seconds (\S+)\n/.exec(parted)?.[1]
    expect(Number(waiting)).toBeGreaterThan(PARTED_MS / 2_000)
  })

  test('has everything that a channel was answered', () => expectKept(storm.installation, told))

  test('owes partners exactly what was confirmed', async () => {
    await deliverAll(storm.installation)
    expectShopTold(storm.shop, told)
    const payments = new Set(told.opened.values())
    const strangers = storm.shop.requests.filter(
      ({ event }) => event?.event === 'payment.success' && !payments.has(event.data['paymentId']),
    )
    expect(strangers).toEqual([])
    expect(storm.shop.problems).toEqual([])
  })

  test('has one listening connection for each process', async () => {
    const listening = async (): Promise<number> => {
      const { rows } = await storm.installation.pool.query(
        `select from pg_stat_activity where application_name = 'wasl listen'`,
      )
      return rows.length
    }
    await expect.poll(listening).toBe(processes.length)
  })

  test('keeps every invariant', async () => {
    expect(await checkInvariants(storm.installation.pool)).toEqual([])
  })
})
