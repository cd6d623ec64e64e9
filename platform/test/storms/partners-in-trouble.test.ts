import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference } from '../support/node.ts'
import { startTestPlatform } from '../support/platform.ts'
import type { Answer, TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'
import { until } from '../support/wait.ts'
import { oweOpenings } from './support/owe-openings.ts'

/** Accepts connections and never says a word. */
type DeadServer = { port: number; apiUrl: string; openCount(): number; close(): Promise<void> }

const startDeadServer = async (): Promise<DeadServer> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    apiUrl: `http://127.0.0.1:${port}/pay`,
    openCount: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

let platform: TestPlatform
let channel: TestChannel
let healthyServer: PartnerServer
/** One for each try too: a busy machine may have ended its lookups, and it gets no calls for a while. */
let healthyOnes: TestPartner[]
/** The one that was tried last. */
let healthy: TestPartner
let deadServer: DeadServer
/** One for each try. Once its lookups have timed out, a dead partner gets no calls for a while. */
let deadOnes: TestPartner[]
/** The one that was tried last. */
let dead: TestPartner
let db: Database

const noSecrets = { trust: () => undefined }

const TRIES = 4

beforeAll(async () => {
  platform = await startTestPlatform()
  db = createDatabase(platform.databaseUrl)
  channel = await platform.createChannel()
  // The tests leave thousands of locks open.
  await platform.call('PATCH', '/operator/v1/channel-kinds/AGENCY', {
    key: platform.operatorKey,
    body: { openLocksMax: 100_000 },
  })
  deadServer = await startDeadServer()
  // Created first, so that they come first whenever partners are served in the order of their ids.
  deadOnes = []
  for (let number = 1; number <= TRIES; number += 1) {
    dead = await platform.createPartner({ ...noSecrets, apiUrl: deadServer.apiUrl })
    deadOnes.push(dead)
  }
  healthyServer = await startPartner()
  healthyOnes = []
  for (let number = 1; number <= TRIES; number += 1) {
    healthy = await platform.createPartner(healthyServer)
    healthyOnes.push(healthy)
  }
})

afterAll(async () => {
  await db.close()
  await platform.stop()
  await healthyServer.close()
})

const attemptsOf = async (partner: TestPartner): Promise<{ made: number; ended: number }> => {
  const { rows } = await platform.pool.query<{ made: number; ended: number }>(
    `select (select count(*) from webhook_attempts where partner_id = $1) as made,
      (select count(*) from webhook_attempt_results where partner_id = $1) as ended`,
    [partner.number],
  )
  return rows[0] as { made: number; ended: number }
}

const owedTo = async (partner: TestPartner): Promise<number> => {
  const { rows } = await platform.pool.query<{ owed: number }>(
    `select count(*) as owed from webhook_deliveries where partner_id = $1 and due_at is not null`,
    [partner.number],
  )
  return rows[0]?.owed ?? 0
}

describe('a dead partner beside a healthy one', () => {
  /** Opens payments of both at once; the answers for the dead one come later. */
  const openBoth = async (): Promise<{ isHealthyServed: boolean; toDead: Promise<Answer>[] }> => {
    let deadAnswered = 0
    // More than may wait for one partner, and not many more: a busy machine has to take in all of these
    // and the healthy one's before the first of them times out.
    const toDead = Array.from({ length: 80 }, async () => {
      const answer = await platform.open(channel, dead, newReference())
      deadAnswered += answer.body.error === 'PARTNER504_TIMEOUT' ? 1 : 0
      return answer
    })
    // Fewer than one partner may have under way, so that none is told that the healthy one is busy.
    const toHealthy = Array.from({ length: 20 }, () =>
      platform.open(channel, healthy, newReference()),
    )
    const answers = await Promise.all(toHealthy)
    // All were served while the first of the dead partner's lookups were still waited for.
    return {
      isHealthyServed: deadAnswered === 0 && answers.every(({ status }) => status === 201),
      toDead,
    }
  }

  test('costs the healthy one’s lookups nothing', async () => {
    let isHealthyServed = false
    // A machine that is busy for the five seconds of a lookup shows nothing: then the next one is tried.
    for (const [turn, next] of deadOnes.entries()) {
      if (isHealthyServed) break
      dead = next
      healthy = healthyOnes[turn] as TestPartner
      const opened = await openBoth()
      isHealthyServed = opened.isHealthyServed
      const answers = await Promise.all(opened.toDead)
      // What came in after the first ones had timed out took their places, and waited too.
      if (!isHealthyServed) continue
      const codes = Map.groupBy(answers, ({ body }) => body.error)
      expect(new Set(codes.keys())).toEqual(
        new Set(['PARTNER503_UNAVAILABLE', 'PARTNER504_TIMEOUT']),
      )
      // Only so many waited; the others were told at once.
      expect(codes.get('PARTNER504_TIMEOUT')?.length).toBeLessThanOrEqual(64)
    }
    expect(isHealthyServed).toBe(true)
  })

  test('gets no calls for a while, and channels learn it at once', async () => {
    const before = deadServer.openCount()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => platform.open(channel, dead, newReference())),
    )
    for (const { body } of answers) expect(body.error).toBe('PARTNER503_UNAVAILABLE')
    expect(deadServer.openCount()).toBeLessThanOrEqual(before)
  })

  test('costs the healthy one’s deliveries nothing', async () => {
    // More than one process ever has under way at once.
    await oweOpenings(db.opens, channel, dead, 1_500)
    await platform.wake()
    await until('the dead one to have attempts under way', () => deadServer.openCount() >= 8)
    const references = await oweOpenings(db.opens, channel, healthy, 300)
    await platform.wake()
    await until('the healthy one’s deliveries', () =>
      references.every((reference) => healthyServer.webhooksOf(reference).length > 0),
    )
    // By then the first attempts of the dead one have hardly ended: 10 seconds are given to each.
    const { made, ended } = await attemptsOf(dead)
    expect(made - ended).toBeLessThanOrEqual(64)
    expect(made).toBeLessThan(300)
    expect(references.map((reference) => healthyServer.webhooksOf(reference).length)).toEqual(
      references.map(() => 1),
    )
  })
})

describe('a partner that answers everything with 500 and then recovers', () => {
  let server: PartnerServer
  let partner: TestPartner
  let payments: { paymentId: string; reference: string }[]

  beforeAll(async () => {
    server = await startPartner()
    partner = await platform.createPartner(server)
    payments = await Promise.all(
      Array.from({ length: 40 }, () => platform.opened(channel, partner, newReference())),
    )
    server.onLookup(() => ({ status: 500, body: 'broken' }))
    server.onWebhook(() => ({ status: 500, body: 'broken' }))
  })

  afterAll(() => server.close())

  const settled = (): Promise<unknown> =>
    until('the partner’s attempts to end', async () => {
      const { rows } = await platform.pool.query<{ busy: boolean }>(
        `select exists (
          select from webhook_deliveries
          where partner_id = $1 and (leased_until is not null or due_at <= wasl_now())
        ) as busy`,
        [partner.number],
      )
      return rows[0]?.busy === false
    })

  test('loses nothing: its payments are paid, and it gets every event when it recovers', async () => {
    const confirms = await Promise.all(
      payments.map(({ paymentId }) => platform.change(channel, 'confirm', paymentId)),
    )
    for (const { status } of confirms) expect(status).toBe(200)
    await settled()
    for (let attempt = 2; attempt <= 4; attempt += 1) {
      await platform.clock.advance([0, 0, 12, 70, 340][attempt] as number)
      await platform.wake()
      await settled()
    }
    const failing = server.requests.filter(({ event }) => event?.event === 'payment.success')
    expect(failing).toHaveLength(payments.length * 4)
    const [first] = payments
    const { body } = await platform.status(partner, first?.reference ?? '')
    expect([body.stage, body.payment?.webhookDelivery]).toEqual(['paid', 'pending'])

    server.onWebhook(() => undefined)
    server.onLookup(() => undefined)
    await platform.clock.advance(2_000)
    await platform.wake()
    await settled()
    expect(await owedTo(partner)).toBe(0)
    for (const { reference } of payments) {
      const outcomes = server.webhooksOf(reference, 'payment.success')
      expect(outcomes).toHaveLength(5)
      for (const { body: bytes } of outcomes) expect(bytes).toEqual(outcomes[0]?.body)
    }
    const after = await platform.status(partner, first?.reference ?? '')
    expect(after.body.payment?.webhookDelivery).toBe('delivered')
  })

  test('is called again as soon as it answers: a 500 does not open the circuit breaker', async () => {
    expect((await platform.open(channel, partner, newReference())).status).toBe(201)
    server.onLookup(() => ({ status: 500, body: 'broken' }))
    const broken = await Promise.all(
      Array.from({ length: 20 }, () => platform.open(channel, partner, newReference())),
    )
    for (const { body } of broken) expect(body.error).toBe('PARTNER502_BAD_RESPONSE')
    server.onLookup(() => undefined)
    expect((await platform.open(channel, partner, newReference())).status).toBe(201)
  })
})

describe('a dead partner that comes back', () => {
  let revived: PartnerServer

  beforeAll(async () => {
    await deadServer.close()
    revived = await startPartner({ port: deadServer.port })
  })

  afterAll(() => revived.close())

  test('gets every event that it is owed', async () => {
    await until('the revived one’s deliveries', async () => {
      await platform.clock.advance(20)
      await platform.wake()
      return (await owedTo(dead)) === 0
    })
    const told = new Set(revived.requests.map(({ headers }) => headers['x-event-id']))
    expect(told.size).toBe(1_500)
  })

  test('all invariants hold afterwards', async () => {
    await platform.settled()
    expect(await checkInvariants(platform.pool)).toEqual([])
  })
})
