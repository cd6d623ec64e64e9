import { gzipSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '../src/base/database/database.ts'
import { oweOpenings } from './storms/support/owe-openings.ts'
import { startPartner, type Reply } from './support/partner.ts'
import { untilPeriodicWork } from './support/periodic.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const open = (reference: string) => scene.platform.opened(scene.channel, scene.partner, reference)

const change = (cause: 'confirm' | 'cancel' | 'fail', paymentId: string) =>
  scene.platform.change(scene.channel, cause, paymentId)

/** The one event of this kind of a payment, with its attempts, as the operator sees it. */
const eventOf = async (paymentId: string, kind: string): Promise<any> => {
  const { items } = await scene.platform.operator(`/webhook-events?paymentId=${paymentId}`)
  const { eventId } = items.find(({ event }: any) => event === kind)
  return scene.platform.operator(`/webhook-events/${eventId}`)
}

/** Waits until `count` attempts of an event are settled, and returns the event. */
const attempted = (paymentId: string, kind: string, count = 1): Promise<any> =>
  until(`${count} attempts of ${kind}`, async () => {
    const event = await eventOf(paymentId, kind)
    const ended = event.attempts.filter(({ finishedAt }: any) => finishedAt !== null)
    return ended.length >= count && event
  })

/** Whatever else was due when this was called has been claimed: something that came later is told. */
const dueIsTaken = async (): Promise<void> => {
  const { paymentId } = await open(newReference())
  await attempted(paymentId, 'payment.initialized')
}

const advanceTo = async (at: string | Date): Promise<void> => {
  await scene.platform.clock.advanceTo(at)
  await scene.platform.wake()
}

describe('an attempt is acknowledged (section 2.5, D14)', () => {
  const acknowledged: [string, Reply][] = [
    ['{"success":true}', {}],
    ['white space and other fields beside it', { body: ' {"ok": 1, "success" :\ttrue}\n' }],
    ['another Content-Type', { headers: { 'content-type': 'text/plain' } }],
  ]

  test.each(acknowledged)('by HTTP 200 with %s', async (_name, reply) => {
    const reference = newReference()
    scene.server.onWebhook(() => reply, reference)
    const { paymentId } = await open(reference)
    const event = await attempted(paymentId, 'payment.initialized')
    expect(event).toMatchObject({ state: 'delivered', nextAttemptAt: null, failedAt: null })
    expect(event.attempts).toEqual([
      {
        attempt: 1,
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
        outcome: 'acknowledged',
        status: 200,
        durationMs: expect.any(Number),
        responseBody: expect.stringContaining('success'),
        error: null,
        headers: expect.objectContaining({ 'x-event-id': event.eventId }),
      },
    ])
  })

  const never = new Promise<void>(() => undefined)
  const failures: [string, Reply, string, number | null, string][] = [
    [
      '200 with success false',
      { body: { success: false } },
      'not_acknowledged',
      200,
      'is false, not true',
    ],
    [
      '200 with success as text',
      { body: { success: 'true' } },
      'not_acknowledged',
      200,
      'is "true", not true',
    ],
    ['200 with success as 1', { body: { success: 1 } }, 'not_acknowledged', 200, 'is 1, not true'],
    ['200 without success', { body: {} }, 'not_acknowledged', 200, 'no field "success"'],
    [
      '200 with a list',
      { body: [{ success: true }] },
      'not_acknowledged',
      200,
      'not a JSON object',
    ],
    ['200 with true', { body: true }, 'not_acknowledged', 200, 'not a JSON object'],
    ['200 with a page', { body: '<html>OK</html>' }, 'not_acknowledged', 200, 'not valid JSON'],
    ['200 with nothing', { body: '' }, 'not_acknowledged', 200, 'not valid JSON'],
    ['201 with the right body', { status: 201 }, 'not_acknowledged', 201, 'was 201, not 200'],
    ['202 with the right body', { status: 202 }, 'not_acknowledged', 202, 'was 202, not 200'],
    ['400', { status: 400 }, 'http_status', 400, 'answered HTTP 400'],
    ['401', { status: 401, body: { error: 'UNAUTHORIZED' } }, 'http_status', 401, 'HTTP 401'],
    ['410', { status: 410 }, 'http_status', 410, 'answered HTTP 410'],
    ['500 with the right body', { status: 500 }, 'http_status', 500, 'answered HTTP 500'],
    ['503', { status: 503 }, 'http_status', 503, 'answered HTTP 503'],
    [
      'a redirect',
      { status: 307, headers: { location: '/pay/elsewhere' } },
      'http_status',
      307,
      'HTTP 307',
    ],
    ['a cut connection', { drop: true }, 'connection', null, 'closed before any answer'],
    [
      'a body of 70 KiB',
      { body: { success: true, pad: 'x'.repeat(70_000) } },
      'too_large',
      null,
      'bytes',
    ],
    [
      'a compressed body',
      { body: gzipSync('{"success":true}'), headers: { 'content-encoding': 'gzip' } },
      'bad_encoding',
      null,
      'Content-Encoding',
    ],
    ['silence for ten seconds', { after: never }, 'timeout', null, '10000 ms'],
  ]

  test('by nothing else: each kind of failure is recorded and retried', async () => {
    const { platform, server, partner, channel } = scene
    const start = performance.now()
    await Promise.all(
      failures.map(async ([name, reply, outcome, status, told]) => {
        const reference = newReference()
        server.onWebhook((_request, count) => (count === 1 ? reply : undefined), reference)
        const { paymentId } = await platform.opened(channel, partner, reference)
        const event = await attempted(paymentId, 'payment.initialized')
        expect(event, name).toMatchObject({ state: 'pending', deliveredAt: null, failedAt: null })
        expect(event.attempts, name).toMatchObject([
          { attempt: 1, outcome, status, error: expect.stringContaining(told) },
        ])
        const { finishedAt } = event.attempts[0]
        const delayMs = new Date(event.nextAttemptAt).getTime() - new Date(finishedAt).getTime()
        expect(delayMs, name).toBeGreaterThanOrEqual(9_000)
        expect(delayMs, name).toBeLessThanOrEqual(11_050)
      }),
    )
    expect(performance.now() - start).toBeGreaterThan(9_900)
    expect(server.requests.filter(({ kind }) => kind === 'other')).toEqual([])
    // All of them get through as soon as the partner answers as it should.
    await platform.clock.advance(11)
    await platform.wake()
    await platform.settled()
    const { items } = await platform.operator(
      `/webhook-events?partnerId=${partner.partnerId}&state=pending`,
    )
    expect(items).toEqual([])
  })

  test('the partner’s answer is stored for the operator, up to 1 KiB', async () => {
    const reference = newReference()
    const page = `\u0000<p>${'é'.repeat(1_000)}`
    scene.server.onWebhook(
      (_r, count) => (count === 1 ? { status: 500, body: page } : {}),
      reference,
    )
    const { paymentId } = await open(reference)
    const event = await attempted(paymentId, 'payment.initialized')
    const { responseBody } = event.attempts[0]
    expect(responseBody).toMatch(/^\ufffd<p>é+\ufffd?$/)
    expect(responseBody.length).toBeGreaterThan(500)
    expect(Buffer.byteLength(responseBody)).toBeLessThanOrEqual(1024 + 4)
  })
})

test('a repeated answer is stored once, and shown with each attempt', async () => {
  const { platform } = scene
  const reference = newReference()
  const page = `<h1>${'Out of order. '.repeat(20)}</h1>`
  scene.server.onWebhook(
    (_r, count) => (count < 4 ? { status: 500, body: count === 3 ? 'Worse' : page } : undefined),
    reference,
  )
  const { paymentId } = await open(reference)
  for (let attempt = 1; attempt < 4; attempt += 1) {
    await advanceTo((await attempted(paymentId, 'payment.initialized', attempt)).nextAttemptAt)
  }
  const { eventId, attempts } = await attempted(paymentId, 'payment.initialized', 4)
  expect(attempts.map(({ responseBody }: any) => responseBody)).toEqual([
    page,
    page,
    'Worse',
    '{"success":true}',
  ])
  expect(attempts[1].error).toBe(attempts[0].error)
  const { rows } = await platform.pool.query(
    `select attempt, response_body is not null as kept, error is not null as told, answer_of
    from webhook_attempt_results
    where event_id = $1
    order by attempt`,
    [eventId],
  )
  expect(rows).toEqual([
    { attempt: 1, kept: true, told: true, answer_of: null },
    { attempt: 2, kept: false, told: false, answer_of: 1 },
    { attempt: 3, kept: true, told: true, answer_of: null },
    { attempt: 4, kept: false, told: false, answer_of: null },
  ])
})

test('an answer that echoes the API secret is stored without it', async () => {
  const { server, partner } = scene
  const reference = newReference()
  server.onWebhook(
    ({ headers }, count) =>
      count === 1 ? { status: 500, body: `Oops: ${JSON.stringify(headers)}` } : undefined,
    reference,
  )
  const { paymentId } = await open(reference)
  const event = await attempted(paymentId, 'payment.initialized')
  expect(event.attempts[0].responseBody).toMatch(/^Oops: .*x-event-id/)
  expect(JSON.stringify(event)).not.toContain(partner.apiSecret)
})

describe('the retry schedule (D14)', () => {
  const DELAYS_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400]

  test('makes ten attempts, each ±10 % and none too early, then the event has failed', async () => {
    const { platform, server, partner } = scene
    const reference = newReference()
    server.onWebhook(
      ({ event }) => (event?.event === 'payment.success' ? { status: 500 } : undefined),
      reference,
    )
    const { paymentId } = await open(reference)
    await change('confirm', paymentId)
    const delivery = async (): Promise<unknown> =>
      (await platform.status(partner, reference)).body.payment?.webhookDelivery
    const announcedMs: number[] = []
    for (const [index, delaySeconds] of DELAYS_SECONDS.entries()) {
      const event = await attempted(paymentId, 'payment.success', index + 1)
      expect(event.attempts).toHaveLength(index + 1)
      expect(event.state).toBe('pending')
      expect(await delivery()).toBe('pending')
      const next = new Date(event.nextAttemptAt).getTime()
      const delayMs = next - new Date(event.attempts[index].finishedAt).getTime()
      expect(delayMs).toBeGreaterThanOrEqual(delaySeconds * 900 - 1)
      expect(delayMs).toBeLessThanOrEqual(delaySeconds * 1_100 + 50)
      announcedMs.push(next)
      // What is claimed too early is claimed here, and its start says so.
      await advanceTo(new Date(next - 5_000))
      await dueIsTaken()
      await advanceTo(event.nextAttemptAt)
    }
    const failed = await attempted(paymentId, 'payment.success', 10)
    expect(failed).toMatchObject({
      state: 'failed',
      nextAttemptAt: null,
      failedAt: expect.any(String),
      deliveredAt: null,
    })
    for (const [index, { startedAt }] of failed.attempts.slice(1).entries()) {
      expect(new Date(startedAt).getTime()).toBeGreaterThanOrEqual(announcedMs[index] as number)
    }
    expect(await delivery()).toBe('failed')
    await platform.clock.advance(30 * 86_400)
    await dueIsTaken()
    expect(server.webhooksOf(reference, 'payment.success')).toHaveLength(10)
    expect(new Set(failed.attempts.map(({ attempt }: any) => attempt)).size).toBe(10)
  })

  test.each([
    ['seconds', (): string => '45', 45],
    ['a date', (): string => new Date(Date.now() + 45_000).toUTCString(), 45],
    ['more than a day, which counts as a day', (): string => '999999', 86_400],
  ] as const)(
    'waits as long as Retry-After asks: %s',
    async (_name, retryAfter, expectedSeconds) => {
      const reference = newReference()
      scene.server.onWebhook(
        (_request, count) =>
          count === 1 ? { status: 503, headers: { 'retry-after': retryAfter() } } : undefined,
        reference,
      )
      const { paymentId } = await open(reference)
      const event = await attempted(paymentId, 'payment.initialized')
      const delayMs =
        new Date(event.nextAttemptAt).getTime() - new Date(event.attempts[0].finishedAt).getTime()
      expect(Math.abs(delayMs / 1000 - expectedSeconds)).toBeLessThan(2)
    },
  )

  test.each(['1', '-5', 'soon', ''])('waits no less for Retry-After: %j', async (retryAfter) => {
    const reference = newReference()
    scene.server.onWebhook(
      (_request, count) =>
        count === 1 ? { status: 429, headers: { 'retry-after': retryAfter } } : undefined,
      reference,
    )
    const { paymentId } = await open(reference)
    const event = await attempted(paymentId, 'payment.initialized')
    const delayMs =
      new Date(event.nextAttemptAt).getTime() - new Date(event.attempts[0].finishedAt).getTime()
    expect(delayMs).toBeGreaterThanOrEqual(8_999)
    expect(delayMs).toBeLessThanOrEqual(11_050)
  })
})

describe("one payment's events (D14)", () => {
  test('are first sent in order: the outcome waits for the first attempt of the opening', async () => {
    const { server } = scene
    const reference = newReference()
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    server.onWebhook(
      ({ event }) => (event?.event === 'payment.initialized' ? { after } : undefined),
      reference,
    )
    const { paymentId } = await open(reference)
    await server.webhooksArrived(reference, 1)
    await change('confirm', paymentId)
    await dueIsTaken()
    expect(server.webhooksOf(reference).map(({ event }) => event?.event)).toEqual([
      'payment.initialized',
    ])
    release()
    const arrived = await server.webhooksArrived(reference, 2)
    expect(arrived[1]?.event?.event).toBe('payment.success')
  })

  test('do not delay each other: a failing opening is retried later, the outcome is sent at once', async () => {
    const { platform, server } = scene
    const reference = newReference()
    server.onWebhook(
      ({ event }) => (event?.event === 'payment.initialized' ? { status: 500 } : undefined),
      reference,
    )
    const { paymentId } = await open(reference)
    await attempted(paymentId, 'payment.initialized')
    await change('confirm', paymentId)
    const success = await attempted(paymentId, 'payment.success')
    expect(success.state).toBe('delivered')
    const opening = await eventOf(paymentId, 'payment.initialized')
    expect([opening.state, opening.attempts.length]).toEqual(['pending', 1])
    expect((await platform.status(scene.partner, reference)).body.payment?.webhookDelivery).toBe(
      'delivered',
    )
  })
})

describe('no attempt is hidden (D14)', () => {
  test('it is stored before it is sent', async () => {
    const { platform, server } = scene
    const reference = newReference()
    const seen: unknown[] = []
    server.onWebhook(async (request) => {
      const { rows } = await platform.pool.query(
        `select attempt, outcome
        from webhook_attempts
        left join webhook_attempt_results using (partner_id, event_id, attempt)
        where event_id = $1`,
        [request.headers['x-event-id']],
      )
      seen.push(rows)
      return undefined
    }, reference)
    await open(reference)
    await server.webhooksArrived(reference, 1)
    await until('the look at the record', () => seen.length > 0)
    expect(seen).toEqual([[{ attempt: 1, outcome: null }]])
  })

  test('one whose process died is taken over when its lease lapses, and stays stored without a result', async () => {
    const { platform, server } = scene
    const reference = newReference()
    let isFirst = true
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    server.onWebhook(() => {
      if (!isFirst) return undefined
      isFirst = false
      return { after }
    }, reference)
    const node = await platform.startNode()
    const { paymentId } = await open(reference)
    await server.webhooksArrived(reference, 1)
    // The attempt is under way and its end will never be known: 30 seconds later it is anybody's.
    await platform.clock.advance(20)
    await dueIsTaken()
    expect(server.webhooksOf(reference)).toHaveLength(1)
    await platform.clock.advance(11)
    await platform.wake()
    await server.webhooksArrived(reference, 2)
    const event = await until('the takeover', async () => {
      const found = await eventOf(paymentId, 'payment.initialized')
      return found.state === 'delivered' && found
    })
    expect(event.attempts.map(({ attempt, outcome }: any) => [attempt, outcome])).toEqual([
      [1, null],
      [2, 'acknowledged'],
    ])
    release()
    await node.stop()
  })

  test('an event of a payment of last year is delivered when it becomes due', async () => {
    const reference = newReference()
    const body = JSON.stringify({ event: 'payment.initialized', data: { reference } })
    await scene.platform.pool.query(
      `with old as (
        insert into webhook_events (partner_id, event_id, kind, body, created_at)
        select $1, event_id_of(overlay(new_id($1)::text placing '0190' from 1 for 4)::uuid, 1),
          'payment.initialized', $2, wasl_now()
        returning partner_id, event_id
      )
      insert into webhook_deliveries (partner_id, event_id, due_at)
      select partner_id, event_id, wasl_now() from old`,
      [scene.partner.number, body],
    )
    const [request] = await scene.server.webhooksArrived(reference, 1)
    expect(request?.body.toString()).toBe(body)
    await scene.platform.settled()
    // It is of no payment, which the invariants would notice.
    await scene.platform.pool.query(`
      begin;
      set local session_replication_role = replica;
      delete from webhook_deliveries where event_id < '01910000-0000-0000-0000-000000000000';
      delete from webhook_events where event_id < '01910000-0000-0000-0000-000000000000';
      commit`)
  })

  test('a lease from before the clock was set back does not delay an event', async () => {
    const reference = newReference()
    scene.server.onWebhook((_request, count) => (count === 1 ? { status: 503 } : {}), reference)
    const { paymentId } = await open(reference)
    await attempted(paymentId, 'payment.initialized')
    await scene.platform.pool.query(
      `update webhook_deliveries
      set due_at = wasl_now(), leased_until = wasl_now() + interval '1 hour'
      where event_id_of(event_id, 0) = $1`,
      [paymentId],
    )
    await scene.platform.wake()
    const event = await attempted(paymentId, 'payment.initialized', 2)
    expect(event.state).toBe('delivered')
  })
})

describe('an attempt that ends after it was taken over (D14)', () => {
  /** The first attempt ends with `late` only after the second one was answered with `second`. */
  const overtaken = async (second: Reply, late: Reply): Promise<any> => {
    const { platform, server } = scene
    const reference = newReference()
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    server.onWebhook((_request, count) => (count === 1 ? { ...late, after } : second), reference)
    const { paymentId } = await open(reference)
    await server.webhooksArrived(reference, 1)
    await platform.clock.advance(31)
    await platform.wake()
    await server.webhooksArrived(reference, 2)
    await attempted(paymentId, 'payment.initialized')
    release()
    return attempted(paymentId, 'payment.initialized', 2)
  }

  test('changes nothing when it fails: the later attempt decided', async () => {
    const event = await overtaken({}, { status: 500 })
    expect(event).toMatchObject({ state: 'delivered', nextAttemptAt: null })
    expect(event.attempts).toMatchObject([
      { attempt: 1, outcome: 'http_status', status: 500 },
      { attempt: 2, outcome: 'acknowledged' },
    ])
  })

  test('counts when it is acknowledged: nothing is owed any more', async () => {
    const event = await overtaken({ status: 500 }, {})
    expect(event).toMatchObject({ state: 'delivered', nextAttemptAt: null })
    expect(event.attempts).toMatchObject([
      { attempt: 1, outcome: 'acknowledged' },
      { attempt: 2, outcome: 'http_status' },
    ])
  })
})

test('the poll finds what becomes due without a wake-up', async () => {
  const { platform, server } = scene
  const reference = newReference()
  server.onWebhook((_request, count) => (count === 1 ? { status: 500 } : undefined), reference)
  const { paymentId } = await open(reference)
  const { nextAttemptAt } = await attempted(paymentId, 'payment.initialized')
  // The word that the opening was due has gone round by then.
  await pause(100)
  await platform.clock.advanceTo(nextAttemptAt)
  await server.webhooksArrived(reference, 2)
  const event = await attempted(paymentId, 'payment.initialized', 2)
  expect(event.state).toBe('delivered')
})

describe('two processes on one database', () => {
  test('deliver each event once', async () => {
    const { platform, server, partner, channel } = scene
    const node = await platform.startNode()
    const references = Array.from({ length: 30 }, () => newReference())
    await Promise.all(
      references.map(async (reference, index) => {
        const one = index % 2 === 0 ? platform : node
        const { paymentId } = await one.opened(channel, partner, reference)
        await (index % 3 === 0 ? platform : node).change(channel, 'confirm', paymentId)
      }),
    )
    await Promise.all(references.map((reference) => server.webhooksArrived(reference, 2)))
    await platform.settled()
    for (const reference of references) {
      expect(server.webhooksOf(reference).map(({ event }) => event?.event)).toEqual([
        'payment.initialized',
        'payment.success',
      ])
    }
    await node.stop()
  })
})

test('a partner that never answers does not hold up the others (D14)', async () => {
  const { platform, server, partner, channel } = scene
  const silent = await startPartner()
  const stuck = await platform.createPartner(silent)
  const after = new Promise<void>(() => undefined)
  silent.onWebhook(() => ({ after }))
  const db = createDatabase(platform.databaseUrl)
  await oweOpenings(db.opens, channel, stuck, 80)
  await db.close()
  await platform.wake()
  await until('the first attempts', () => silent.requests.some(({ kind }) => kind === 'webhook'))
  const reference = newReference()
  await platform.opened(channel, partner, reference)
  await server.webhooksArrived(reference, 1)
  // It came while all those attempts were under way, and not when they had timed out.
  const { rows } = await platform.pool.query<{ ended: number }>(
    'select count(*) as ended from webhook_attempt_results where partner_id = $1',
    [stuck.number],
  )
  expect(rows[0]?.ended).toBe(0)
  // It is the silent partner's own events that wait for each other.
  expect(silent.requests.filter(({ kind }) => kind === 'webhook').length).toBeLessThanOrEqual(32)
  await silent.close()
})

describe('sending again (D14, D22)', () => {
  const redeliver = (path: string, body?: unknown) =>
    scene.platform.call('POST', `/operator/v1/webhook-events/${path}`, {
      key: scene.platform.operatorKey,
      ...(body !== undefined && { body }),
    })

  test('a delivered event is sent again byte for byte, and stays delivered if that fails', async () => {
    const { platform, server } = scene
    const reference = newReference()
    server.onWebhook((_request, count) => (count === 2 ? { status: 500 } : undefined), reference)
    const { paymentId } = await open(reference)
    const { eventId } = await attempted(paymentId, 'payment.initialized')
    const answer = await redeliver(`${eventId}/redeliver`)
    expect(answer.status).toBe(200)
    const [first, second] = await server.webhooksArrived(reference, 2)
    expect(second?.body.equals(first?.body as Buffer)).toBe(true)
    expect(second?.headers['x-event-id']).toBe(eventId)
    const again = await attempted(paymentId, 'payment.initialized', 2)
    expect(again.state).toBe('delivered')
    await advanceTo(again.nextAttemptAt)
    await server.webhooksArrived(reference, 3)
    await platform.settled()
  })

  test('a failed event starts a new schedule, and is delivered when the partner recovers', async () => {
    const { platform, server } = scene
    const reference = newReference()
    // The lock lapses on the way, and its payment.fail is another event.
    let refusals = 11
    server.onWebhook(({ event }) => {
      if (event?.event !== 'payment.initialized' || refusals === 0) return undefined
      refusals -= 1
      return { status: 500 }
    }, reference)
    const { paymentId } = await open(reference)
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const { nextAttemptAt } = await attempted(paymentId, 'payment.initialized', attempt)
      await advanceTo(nextAttemptAt)
    }
    const failed = await attempted(paymentId, 'payment.initialized', 10)
    expect(failed.state).toBe('failed')
    await redeliver('redeliver', { failedSince: failed.failedAt })
    const again = await attempted(paymentId, 'payment.initialized', 11)
    expect(again.state).toBe('pending')
    const delayMs =
      new Date(again.nextAttemptAt).getTime() - new Date(again.attempts[10].finishedAt).getTime()
    expect(delayMs).toBeLessThanOrEqual(11_050)
    await advanceTo(again.nextAttemptAt)
    const delivered = await attempted(paymentId, 'payment.initialized', 12)
    expect(delivered).toMatchObject({ state: 'delivered', failedAt: null })
    await platform.settled()
  })

  test('an event that is being sent is not sent twice', async () => {
    const { server } = scene
    const reference = newReference()
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    server.onWebhook(() => ({ after }), reference)
    const { paymentId } = await open(reference)
    await server.webhooksArrived(reference, 1)
    const { eventId } = await eventOf(paymentId, 'payment.initialized')
    expect((await redeliver(`${eventId}/redeliver`)).status).toBe(200)
    await dueIsTaken()
    release()
    const event = await attempted(paymentId, 'payment.initialized')
    expect([event.state, event.attempts.length]).toEqual(['delivered', 1])
  })

  test('an unknown event is EVENT404_NOT_FOUND', async () => {
    const { partner } = scene
    const id = `01989d2e-5c00-7a10-8f3b-9c1e${partner.number.toString(16).padStart(8, '0')}`
    expectRefusal(await redeliver(`${id}/redeliver`), 'EVENT404_NOT_FOUND')
  })
})

describe('a partner that answers', () => {
  test('gets the next webhooks although its answers cannot be recorded yet', async () => {
    const answering = await startPartner()
    const partner = await scene.platform.createPartner(answering)
    const references = Array.from({ length: 48 }, newReference)
    const holder = await scene.platform.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table webhook_attempt_results in share row exclusive mode')
      await Promise.all(
        references.map((reference) => scene.platform.opened(scene.channel, partner, reference)),
      )
      // A place is free from the answer on, whenever that is written down.
      await until('all to be told', () =>
        references.every((reference) => answering.webhooksOf(reference).length === 1),
      )
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await until('all to be settled', async () => {
      const { rows } = await scene.platform.pool.query(
        'select from webhook_deliveries where partner_id = $1 and due_at is not null',
        [partner.number],
      )
      return rows.length === 0
    })
    expect(answering.problems).toEqual([])
    await answering.close()
  })
})

describe("a database's clock that was set back", () => {
  test('leaves no delivery for next year: the process that leads repairs those', async () => {
    const { platform, server } = scene
    const reference = newReference()
    server.onWebhook((_request, count) => (count === 1 ? { status: 500 } : undefined), reference)
    const { paymentId } = await open(reference)
    const { eventId } = await attempted(paymentId, 'payment.initialized')
    await platform.pool.query(
      `update webhook_deliveries set due_at = due_at + interval '1 year' where event_id = $1`,
      [eventId],
    )
    await untilPeriodicWork(
      platform.pool,
      'the second attempt',
      () => server.webhooksOf(reference).length === 2,
    )
    await platform.settled()
    expect((await platform.operator(`/webhook-events/${eventId}`)).state).toBe('delivered')
  })
})
