import { ATTEMPT_OUTCOMES } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { migrationNames, MIGRATIONS_FOLDER } from '../src/base/database/migrate.ts'
import { startCuttableWay, type CuttableWay } from './support/cuttable.ts'
import { newReference, type Answer } from './support/node.ts'
import { callSet, makeQrCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

let way: CuttableWay

/** Attempts whose answer the platform has. */
let answeredAttempts = 0

const scene = useScene({
  hooks: {
    aroundSend: (send) => async (request) => {
      const result = await send(request)
      if (request.method === 'POST') answeredAttempts += 1
      return result
    },
  },
  async databaseWay(url) {
    way = await startCuttableWay(url)
    return way.url
  },
})

const get = (path: string) => scene.platform.call('GET', path)

/** What /readyz says once it says this: a slow machine may answer later than it waits. */
const readyz = (status: string): Promise<Answer> =>
  until(`/readyz to say: ${status}`, async () => {
    const answer = await get('/readyz')
    return answer.body.status === status && answer
  })

/** The value of one line of /metrics; 0 while the metric is absent. */
const metric = async (line: string): Promise<number> => {
  const { text } = await get('/metrics')
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? 0 : Number(found.slice(line.length + 1))
}

describe('/healthz and /readyz (D23)', () => {
  test('say to everyone that the process is alive and ready', async () => {
    const [alive, ready] = [await get('/healthz'), await readyz('ready')]
    expect([alive.status, alive.body]).toEqual([200, { status: 'alive' }])
    const last = (await migrationNames(MIGRATIONS_FOLDER)).at(-1) ?? ''
    const schema = { database: last, code: last, oldest: expect.stringMatching(/^\d{4}$/) }
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready', schema }])
  })

  test('say which newer schema this release runs on, and how old a release may be beside it', async () => {
    const { pool } = scene.platform
    await pool.query(`insert into migrations (name, runs_beside) values ('9998-wide', '0087')`)
    expect((await readyz('ready')).body.schema).toMatchObject({ database: '9998-wide' })
    await pool.query(`insert into migrations (name, runs_beside) values ('9999-narrow', '9998')`)
    expect((await readyz('ready')).body.schema).toMatchObject({
      database: '9999-narrow',
      oldest: '9998',
    })
    await pool.query(`delete from migrations where name > '9'`)
  })

  /** Connections that a process has for transactions of several statements. */
  const POOL_SIZE = 8

  test('do not wait behind partners’ and operators’ queries', async () => {
    const { platform, server } = scene
    // One partner's changes take two connections.
    const partners = await Promise.all(
      Array.from({ length: POOL_SIZE / 2 }, () => platform.createPartner(server)),
    )
    const codes = await Promise.all(
      partners.map(async (partner) => ({
        partner,
        qrCodeToken: await makeQrCode(platform.pool, partner),
      })),
    )
    const holder = await platform.pool.connect()
    await holder.query('begin')
    await holder.query('select from qr_codes where token = any($1) for update', [
      codes.map(({ qrCodeToken }) => qrCodeToken),
    ])
    // More than the pool has connections, and each waits for its code.
    const waiting = codes.flatMap(({ partner, qrCodeToken }) =>
      [1, 2, 3].map((amount) => callSet(platform, partner, { qrCodeToken, amounts: [amount] })),
    )
    await until('every connection of the pool to wait', async () => {
      const { rowCount } = await platform.pool.query(
        `select from pg_stat_activity
        where datname = current_database() and application_name = 'wasl'
          and wait_event_type = 'Lock'`,
      )
      return rowCount === POOL_SIZE
    })
    expect((await readyz('ready')).status).toBe(200)
    await expect.poll(() => metric('wasl_database_up')).toBe(1)
    // Those that wait are refused in the end: neither answer has waited for that.
    await holder.query('rollback')
    holder.release()
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  })

  test('report a database that was restored from an older backup', async () => {
    const { pool } = scene.platform
    const last = await pool.query<{ name: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name',
    )
    const LACKING = 'the database lacks migrations of this release'
    const { status, body } = await readyz(LACKING)
    expect([status, body]).toEqual([
      503,
      {
        status: LACKING,
        schema: expect.objectContaining({ code: last.rows[0]?.name }),
      },
    ])
    await pool.query('insert into migrations (name) values ($1)', [last.rows[0]?.name])
    expect((await readyz('ready')).status).toBe(200)
  })
})

describe('/metrics (D23)', () => {
  test('is text for Prometheus, each metric with its help and its type', async () => {
    const { status, headers, text } = await get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const names = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(
      ([, name]) => name,
    )
    expect(names).toEqual(
      expect.arrayContaining([
        'wasl_http_request_seconds',
        'wasl_lookup_seconds',
        'wasl_payment_transitions_total',
        'wasl_webhook_attempts_total',
        'wasl_webhook_delivery_seconds',
        'wasl_webhook_queue_depth',
        'wasl_webhook_oldest_due_seconds',
        'wasl_webhook_failed',
        'wasl_database_up',
        'wasl_database_oldest_snapshot_seconds',
        'wasl_database_synchronous_standbys',
        'wasl_database_standby_wait_seconds',
      ]),
    )
    for (const name of names) expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
  })

  test('has every counter of the alerts from the first scrape on', async () => {
    const { text } = await get('/metrics')
    const labelled = (name: string): string[] =>
      [...text.matchAll(new RegExp(`^${name}\\{([^}]+)\\} `, 'gm'))].map(([, label = '']) => label)
    expect(labelled('wasl_payment_transitions_total').toSorted()).toEqual([
      'stage="locked",cause="open"',
      'stage="paid",cause="confirm"',
      'stage="refunded",cause="refund"',
      'stage="released",cause="cancel"',
      'stage="released",cause="expire"',
      'stage="released",cause="fail"',
    ])
    expect(labelled('wasl_webhook_attempts_total').toSorted()).toEqual(
      ATTEMPT_OUTCOMES.map((outcome) => `outcome="${outcome}"`).toSorted(),
    )
    for (const code of ['BAD_RESPONSE', 'UNAVAILABLE', 'TIMEOUT']) {
      expect(labelled('wasl_lookup_seconds_count').join(' ')).toContain(code)
    }
  })

  test('counts requests by route, lookups by outcome and payments by stage', async () => {
    const { platform, server, partner, channel } = scene
    const counted = async () => ({
      confirms: await metric(
        'wasl_http_request_seconds_count{method="POST",route="/channel/v1/payments/:paymentId/confirm",status="200"}',
      ),
      unknownPaths: await metric(
        'wasl_http_request_seconds_count{method="GET",route="unknown",status="404"}',
      ),
      payable: await metric('wasl_lookup_seconds_count{outcome="payable"}'),
      missing: await metric('wasl_lookup_seconds_count{outcome="REFERENCE404_NOT_FOUND"}'),
      locked: await metric('wasl_payment_transitions_total{stage="locked",cause="open"}'),
      paid: await metric('wasl_payment_transitions_total{stage="paid",cause="confirm"}'),
      cancelled: await metric('wasl_payment_transitions_total{stage="released",cause="cancel"}'),
      refunded: await metric('wasl_payment_transitions_total{stage="refunded",cause="refund"}'),
    })
    const before = await counted()
    const [paid, cancelled, missing] = [newReference(), newReference(), newReference()]
    server.onLookup(
      () => ({ status: 404, body: { error: 'NOT_FOUND', errorMessage: 'None.' } }),
      missing,
    )
    const one = await platform.opened(channel, partner, paid)
    const other = await platform.opened(channel, partner, cancelled)
    await platform.open(channel, partner, missing)
    await platform.change(channel, 'confirm', one.paymentId)
    // A repetition is a request, but no second payment.
    await platform.change(channel, 'confirm', one.paymentId)
    await platform.change(channel, 'cancel', other.paymentId)
    await platform.refund(one.paymentId)
    for (const path of ['/nothing', `/${'x'.repeat(50)}`]) await get(path)
    const after = await counted()
    const grown = Object.entries(after).map(([name, count]) => [
      name,
      count - before[name as keyof typeof before],
    ])
    expect(Object.fromEntries(grown)).toEqual({
      confirms: 2,
      unknownPaths: 2,
      payable: 2,
      missing: 1,
      locked: 2,
      paid: 1,
      cancelled: 1,
      refunded: 1,
    })
  })

  test('counts attempts by outcome, and pending and failed deliveries', async () => {
    const { platform, server, partner, channel } = scene
    await platform.settled()
    const reference = newReference()
    // No retry comes while a slow machine counts.
    server.onWebhook(() => ({ status: 500, headers: { 'retry-after': '3600' } }), reference)
    const refused = await metric('wasl_webhook_attempts_total{outcome="http_status"}')
    const owed = await metric('wasl_webhook_queue_depth')
    const { paymentId } = await platform.opened(channel, partner, reference)
    await until(
      'the first attempt to be counted',
      async () =>
        (await metric('wasl_webhook_attempts_total{outcome="http_status"}')) === refused + 1,
    )
    expect(await metric('wasl_webhook_queue_depth')).toBe(owed + 1)
    expect(await metric('wasl_webhook_oldest_due_seconds')).toBe(0)
    await platform.settled()
    await platform.pool.query(
      `update webhook_deliveries set due_at = null, failed_at = wasl_now() where event_id_of(event_id, 0) = $1`,
      [paymentId],
    )
    expect(await metric('wasl_webhook_failed')).toBe(1)
    // One that was acknowledged, sent again on request and not acknowledged then is nobody's loss.
    await platform.pool.query(
      'update webhook_deliveries set delivered_at = wasl_now() where event_id_of(event_id, 0) = $1',
      [paymentId],
    )
    expect(await metric('wasl_webhook_failed')).toBe(0)
    await platform.pool.query(
      'update webhook_deliveries set delivered_at = null where event_id_of(event_id, 0) = $1',
      [paymentId],
    )
    expect(await metric('wasl_webhook_delivery_seconds_count')).toBeGreaterThan(0)
  })

  test('reports the age of the oldest due delivery', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    server.onWebhook((_request, count) => (count === 1 ? { after } : undefined), reference)
    const { paymentId } = await platform.opened(channel, partner, reference)
    await server.webhooksArrived(reference, 1)
    // The outcome is due and waits until the attempt to tell the opening is over.
    await platform.change(channel, 'confirm', paymentId)
    await platform.clock.advance(10)
    expect(await metric('wasl_webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(10)
    release()
    await platform.settled()
    expect(await metric('wasl_webhook_oldest_due_seconds')).toBe(0)
  })

  test('names no reference and no secret', async () => {
    const { text } = await get('/metrics')
    const { partner, channel } = scene
    for (const word of [partner.apiKey, channel.apiKey, channel.channelId, 'INV-', 'Shop']) {
      expect(text).not.toContain(word)
    }
  })
})

describe('a database that stops and restarts', () => {
  /** What the database alone knows, as far as it is told at this moment. */
  const databaseGauges = async (): Promise<string[]> => {
    const { text } = await get('/metrics')
    const known = /^wasl_(?:webhook_(?:queue_depth|oldest_due_seconds|failed)|database_oldest\w+) /
    return text.split('\n').filter((line) => known.test(line))
  }

  test('shows in /readyz, /metrics and SERVER503_UNAVAILABLE; afterwards everything works', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    server.onWebhook((_request, count) => (count === 1 ? { after } : undefined), reference)
    const { paymentId } = await platform.opened(channel, partner, reference)
    await server.webhooksArrived(reference, 1)

    expect(await databaseGauges()).toHaveLength(4)
    await way.cut()
    await until('/readyz to say so', async () => (await get('/readyz')).status === 503)
    const refusals = [
      await platform.status(partner, reference),
      await platform.open(channel, partner, newReference()),
      await platform.change(channel, 'confirm', paymentId),
      await platform.refund(paymentId),
    ]
    for (const answer of refusals) {
      expectRefusal(answer, 'SERVER503_UNAVAILABLE')
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    expect((await get('/healthz')).status).toBe(200)
    expect(await metric('wasl_database_up')).toBe(0)
    expect(await databaseGauges()).toEqual([])
    // The acknowledgement of the attempt under way comes while there is nobody to tell.
    const answeredBefore = answeredAttempts
    release()
    await until('the acknowledgement', () => answeredAttempts > answeredBefore)

    await way.restore()
    await until('/readyz to be ready', async () => (await get('/readyz')).status === 200)
    expect(await metric('wasl_database_up')).toBe(1)
    expect(await databaseGauges()).toHaveLength(4)
    expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
    await server.webhooksArrived(reference, 1, 'payment.success')
    await platform.settled()
    const { items } = await platform.operator(`/webhook-events?paymentId=${paymentId}`)
    expect(items.map(({ state, attempts }: any) => [state, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ])
  })
})
