/**
 * The operator is told once when something begins to be wrong, and once when it ends (W145), over a real
 * web server and a real mail server.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hmacKey, verifySignature, type NotificationTransport } from '@wasl/protocol'
import { pino } from 'pino'
import type { NotificationItem } from '../src/operations/notifications/incident.ts'
import { createNotifier, type Notifier } from '../src/operations/notifications/notifier.ts'
import { claimNotification, NOTIFY_DELAYS_SECONDS } from '../src/operations/notifications/queue.ts'
import { writeNotifications } from '../src/operations/notifications/watch.ts'
import {
  readMail,
  startMailServer,
  startReceiver,
  type MailServer,
  type Receiver,
} from './support/notified.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { CLOSING_PATIENCE_MS, until } from './support/wait.ts'

const scene = useScene()
const SECRET = 'a-secret-of-the-operator-that-is-long-enough'
const LANGUAGE = 'en'

let receiver: Receiver
let mailServer: MailServer
/** As two processes have them. */
let first: Notifier
let second: Notifier
let results: string[]

beforeAll(async () => {
  receiver = await startReceiver()
  mailServer = await startMailServer()
  first = notifier()
  second = notifier()
})

afterAll(async () => {
  await Promise.all([first.close(), second.close(), receiver.close(), mailServer.close()])
})

beforeEach(() => {
  results = []
  receiver.answer(204)
})

const notifier = (): Notifier => {
  const server = { host: '127.0.0.1', port: mailServer.port, isTls: false, isLoopback: true }
  const email = {
    server: { ...server, login: null },
    from: 'wasl@wasl.example',
    to: ['desk@wasl.example'],
  }
  const webhook = { url: receiver.url, secret: SECRET }
  return createNotifier(
    { webhook, email, language: LANGUAGE },
    {
      pool: scene.platform.pool,
      origin: () => 'https://pay.example',
      onResult: (result) => results.push(result),
      log: pino({ level: 'silent' }),
    },
  )
}

/** A round of both processes at the same moment, and everything that is due then. */
const round = async (): Promise<void> => {
  await scene.platform.clock.advance(21)
  await Promise.all([first.watch(), second.watch()])
  await Promise.all([sendAll(first), sendAll(second)])
}

const sendAll = async (process: Notifier): Promise<void> => {
  for (const transport of process.transports) while (await process.send(transport));
}

/**
 * What came since the last time: of the webhook the items, of the mails the subjects. Days that stay open
 * have a test of their own: in the others the clock moves faster than days are closed.
 */
const arrived = (withDays = false) => {
  const items = receiver.received
    .splice(0)
    .flatMap(({ body }) => JSON.parse(body.toString()).data.items as any[])
  const subjects = mailServer.mails.splice(0).map((mail) => readMail(mail).subject)
  const shown = items.filter(({ kind }) => withDays || kind !== 'day-open')
  return { items: shown.map(({ phase, kind, partnerId }) => [phase, kind, partnerId]), subjects }
}

const NOTHING = { items: [], subjects: [] }

/** Pays, and lets this many attempts of the event fail one after the other. */
const failAttempts = async (references: string[], count: number): Promise<void> => {
  const { platform, server, channel, partner } = scene
  for (const reference of references) {
    server.onWebhook(
      ({ event }) => (event?.event === 'payment.success' ? { status: 500 } : undefined),
      reference,
    )
    const { paymentId } = await platform.opened(channel, partner, reference)
    expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
  }
  for (let attempt = 1; attempt <= count; attempt += 1) {
    for (const reference of references) {
      await server.webhooksArrived(reference, attempt, 'payment.success')
    }
    await platform.settled()
    if (attempt < count) await nextAttempt()
  }
}

const nextAttempt = async (): Promise<void> => {
  const { rows } = await scene.platform.pool.query<{ at: Date | null }>(
    'select max(due_at) as at from webhook_deliveries where due_at is not null',
  )
  await scene.platform.clock.advanceTo(rows[0]?.at)
  await scene.platform.clock.advance(1)
  await scene.platform.wake()
}

const ITEM: NotificationItem = {
  phase: 'began',
  kind: 'day-open',
  incidentId: null,
  partnerId: 0,
  partnerName: null,
  facts: { count: 2, detail: null },
  beganAt: '2026-11-21T08:40:00.000Z',
  endedAt: null,
  began: '2026-11-21 09:40',
  ended: null,
}

const writeOne = (transport: NotificationTransport): Promise<number> =>
  writeNotifications(scene.platform.pool, [transport], [ITEM])

test('webhooks that fail are told once by two processes, and so is their end', async () => {
  const { platform, server, partner } = scene
  await round()
  expect(arrived()).toEqual(NOTHING)
  const reference = newReference()
  await failAttempts([reference], 2)
  await round()
  expect(arrived()).toEqual(NOTHING)
  await nextAttempt()
  await server.webhooksArrived(reference, 3, 'payment.success')
  await platform.settled()
  await round()
  expect(arrived()).toEqual({
    items: [['began', 'webhooks-fail', partner.partnerId]],
    subjects: ['Wasl: Shop does not acknowledge webhooks: 1 wait for their next attempt.'],
  })
  await round()
  expect(arrived()).toEqual(NOTHING)
  server.onWebhook(() => undefined, reference)
  await nextAttempt()
  await server.webhooksArrived(reference, 4, 'payment.success')
  await platform.settled()
  await round()
  expect(arrived()).toEqual({
    items: [['ended', 'webhooks-fail', partner.partnerId]],
    subjects: ['Wasl: No webhook of Shop waits for another attempt.'],
  })
  expect(results.toSorted()).toEqual(['sent', 'sent', 'sent', 'sent'])
})

test('a notification is signed as webhooks are, and says where to look', async () => {
  const { platform, partner } = scene
  await platform.pool.query(
    `insert into integrity_runs (run_id, started_at, asked_by, duration_ms, result, items)
    values (new_id(0), wasl_now(), 'test', 1, 'violated',
      '[{"name": "L8", "result": "violated"}, {"name": "I1", "result": "holds"}]')`,
  )
  await round()
  const [one] = receiver.received
  expect(
    verifySignature({
      body: one?.body as Buffer,
      timestamp: one?.headers['x-timestamp'],
      signature: one?.headers['x-signature'],
      secrets: [hmacKey(SECRET)],
      nowSeconds: Date.now() / 1_000,
    }),
  ).toEqual({ ok: true, secretIndex: 0 })
  const { event, data } = JSON.parse(String(one?.body))
  expect(event).toBe('operator.notification')
  expect(one?.headers['x-event-id']).toBe(data.notificationId)
  expect(data.items).toMatchObject([
    {
      kind: 'integrity-violated',
      partnerId: null,
      count: 1,
      detail: 'L8',
      link: 'https://pay.example/console/integrity',
    },
  ])
  expect(partner.partnerId).not.toBe(null)
  arrived()
  // A run that could not ask everything ends nothing.
  for (const result of ['not all run', 'holds']) {
    await platform.pool.query(
      `insert into integrity_runs (run_id, started_at, asked_by, duration_ms, result, items)
      values (new_id(0), wasl_now(), 'test', 1, $1, '[]')`,
      [result],
    )
    await round()
    const items = result === 'holds' ? [['ended', 'integrity-violated', null]] : []
    expect(arrived().items).toEqual(items)
  }
})

test('given-up deliveries of a partner are one message, and end when they are sent again', async () => {
  const { platform, server, partner } = scene
  const references = [newReference(), newReference(), newReference()]
  await failAttempts(references, 10)
  await round()
  const told = receiver.received.flatMap(({ body }) => JSON.parse(String(body)).data.items as any[])
  expect(told.find(({ kind }) => kind === 'deliveries-exhausted')?.count).toBe(3)
  expect(arrived().items).toEqual([['began', 'deliveries-exhausted', partner.partnerId]])
  for (const reference of references) server.onWebhook(() => undefined, reference)
  const answer = await platform.call('POST', '/operator/v1/webhook-events/redeliver', {
    key: platform.operatorKey,
    body: { partnerId: partner.partnerId, failedSince: '2020-01-01T00:00:00.000Z' },
  })
  expect(answer.status).toBe(200)
  for (const reference of references) await server.webhooksArrived(reference, 11, 'payment.success')
  await platform.settled()
  await round()
  expect(arrived().items).toEqual([['ended', 'deliveries-exhausted', partner.partnerId]])
})

test('lookups that fail are told, and end when a payment opens again', async () => {
  const { platform, server, partner, channel } = scene
  const broken = newReference()
  server.onLookup(() => ({ status: 500 }), broken)
  for (let failures = 1; failures <= 5; failures += 1) {
    await platform.open(channel, partner, broken)
    await until('the failure to be counted', async () => {
      const { rows } = await platform.pool.query<{ count: number }>(
        'select sum(count)::int as count from lookup_failures',
      )
      return rows[0]?.count === failures
    })
    await round()
    // The clock moved by less than five minutes.
    const kinds = failures < 5 ? [] : [['began', 'lookups-fail', partner.partnerId]]
    expect(arrived().items).toEqual(kinds)
  }
  await platform.clock.advance(600)
  await round()
  expect(arrived().items).toEqual([])
  // Another process, whose circuit breaker is closed.
  const node = await platform.startNode()
  await node.opened(channel, partner, newReference())
  await node.stop()
  await round()
  expect(arrived().items).toEqual([['ended', 'lookups-fail', partner.partnerId]])
})

test('a receiver that is down gets everything when it is up again, each by its own way', async () => {
  const { platform } = scene
  // On a slow machine the failed one would be due again before both have looked for it.
  await platform.clock.stop()
  receiver.answer(503)
  await writeOne('webhook')
  await Promise.all([sendAll(first), sendAll(second)])
  expect(results).toEqual(['failed'])
  await Promise.all([sendAll(first), sendAll(second)])
  expect(results).toEqual(['failed'])
  await platform.clock.advance(NOTIFY_DELAYS_SECONDS[0])
  await sendAll(first)
  expect(results).toEqual(['failed', 'failed'])
  expect(receiver.received).toEqual([])
  receiver.answer(200)
  // A newer one is taken: then the older one waits for no later attempt.
  await writeOne('webhook')
  await sendAll(second)
  expect(results).toEqual(['failed', 'failed', 'sent', 'sent'])
  expect(receiver.received).toHaveLength(2)
  arrived()
})

test('a process that dies between claim and send loses nothing', async () => {
  const { platform } = scene
  await writeOne('email')
  // The process that claims it goes no further.
  expect(await claimNotification(platform.pool, 'email')).toMatchObject({ attempt: 1 })
  await sendAll(first)
  expect(mailServer.mails).toEqual([])
  await platform.clock.advance(121)
  await Promise.all([sendAll(first), sendAll(second)])
  expect(mailServer.mails).toHaveLength(1)
  arrived()
})

test('a notification that nobody takes is given up after its last attempt, visibly', async () => {
  const { platform } = scene
  receiver.answer(500)
  await writeOne('webhook')
  for (const delay of [...NOTIFY_DELAYS_SECONDS, 86_400]) {
    await Promise.all([sendAll(first), sendAll(second)])
    await platform.clock.advance(delay)
  }
  await sendAll(first)
  expect(results).toEqual([...NOTIFY_DELAYS_SECONDS.map(() => 'failed'), 'given_up'])
  const { items } = await platform.operator('/notifications')
  expect(items[0]).toMatchObject({
    state: 'given-up',
    attempts: 8,
    nextAttemptAt: null,
    error: 'expected a status from 200 to 299, the address answered HTTP 500',
  })
})

test('a platform that notifies nobody says so', async () => {
  const { platform } = scene
  const path = '/operator/v1/notifications/test'
  const answer = await platform.call('POST', path, { key: platform.operatorKey })
  expectRefusal(answer, 'NOTIFICATION409_NOT_CONFIGURED')
  expect(await platform.operator('/notifications')).toMatchObject({ webhook: null, email: [] })
})

test('a day that does not close is told, and its closing', async () => {
  const { platform } = scene
  const closed = (): Promise<unknown> =>
    until(
      'all days that are over to be closed, and that to be told',
      async () => {
        await round()
        const { rows } = await platform.pool.query(
          `select from incidents where kind = 'day-open' and ended_at is null`,
        )
        return rows.length === 0
      },
      CLOSING_PATIENCE_MS,
    )
  await until(
    'a day to be closed',
    async () => {
      const { rows } = await platform.pool.query<{ day: string | null }>(
        'select sealed_through::text as day from ledger_state',
      )
      return rows[0]?.day
    },
    CLOSING_PATIENCE_MS,
  )
  await closed()
  arrived(true)
  await platform.stopNodes()
  await platform.clock.advance(2 * 86_400 + 7_200)
  await round()
  expect(arrived(true).items).toEqual([['began', 'day-open', null]])
  await platform.startNode()
  await closed()
  expect(arrived(true).items).toEqual([['ended', 'day-open', null]])
})
