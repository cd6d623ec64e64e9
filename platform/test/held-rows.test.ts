/**
 * Another session holds the row of one payment or partner: an operator's psql, or a transaction that is
 * slow. Only a statement that needs that row waits.
 */
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../src/base/database/database.ts'
import { createPipeline, type Pipeline } from '../src/base/database/pipeline.ts'
import { createLockReference, type LockRequest } from '../src/payments/lock.ts'
import { createMakeTransition } from '../src/payments/transition.ts'
import { connectTo } from './support/database.ts'
import { newReference, type Answer, type TestChannel, type TestPartner } from './support/node.ts'
import { makeQrCode, callSet, payCode } from './support/qr.ts'
import { patiently } from './support/patiently.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene({ hooks: { aroundSend: patiently } })

/** A session that is not the platform's. */
let stranger: pg.Client
let other: TestPartner
let channelId: number

beforeAll(async () => {
  other = await scene.platform.createPartner(scene.server)
  const { rows } = await scene.platform.pool.query('select channel_id from channels')
  channelId = rows[0].channel_id
})

beforeEach(async () => {
  stranger = await connectTo(scene.platform.databaseUrl)
  await stranger.query('begin')
})

afterEach(() => stranger.end())

const open = (partner: TestPartner, reference = newReference()) =>
  scene.platform.opened(scene.channel, partner, reference)

const confirm = (paymentId: string, headers: Record<string, string> = {}): Promise<Answer> =>
  scene.platform.change(scene.channel, 'confirm', paymentId, { headers })

const holdPayment = (paymentId: string) =>
  stranger.query('select from payments where payment_id = $1 for update', [paymentId])

const holdPartner = ({ number }: TestPartner) =>
  stranger.query('select from partners where partner_id = $1 for update', [number])

/** A payment that another process is about to have opened. */
const insertPayment = (
  { number }: TestPartner,
  reference: string,
  { token = null, configurationId = null }: { token?: string | null; configurationId?: any } = {},
) =>
  stranger.query(
    `with made as (
      insert into payments
        (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
          amount_detail, details, opened_at, lock_expires_at, qr_token, qr_configuration_id,
          qr_config_kind)
      values ($1, new_id($1), $2, $3, 'AGENCY', 'locked', 100, 'DZD', '[]', '[]', wasl_now(),
        wasl_now() + interval '1 h', $4, $5::uuid,
        case when $5::uuid is not null then 'SINGLE_USE' end)
      returning *
    ), live as (
      insert into live_references (partner_id, reference, payment_id)
      select partner_id, reference, payment_id from made
    )
    insert into qr_single_uses (partner_id, configuration_id, payment_id)
    select partner_id, qr_configuration_id, payment_id
    from made where qr_configuration_id is not null`,
    [number, reference, channelId, token, configurationId],
  )

const insertKey = ({ number }: TestPartner, key: string) =>
  stranger.query(
    `insert into idempotency_keys (partner_id, channel_id, key, fingerprint, cause)
    values ($1, $2, $3, '', 'open')`,
    [number, channelId, key],
  )

const singleUse = async (partner: TestPartner) => {
  const { platform } = scene
  const token = await makeQrCode(platform.pool, partner)
  await callSet(platform, partner, { qrCodeToken: token, amounts: [5], singleUse: true })
  const { rows } = await platform.pool.query(
    'select configuration_id from qr_configurations where token = $1',
    [token],
  )
  return { token, configurationId: rows[0].configuration_id }
}

/** Resolves when the platform has tried a statement apart from the batches since then. */
const triedApart = async (since: Date): Promise<void> => {
  await until('a statement apart', async () => {
    const { rows } = await scene.platform.pool.query(
      `select from pg_stat_activity
      where application_name = 'wasl apart' and query_start > $1 and datname = current_database()`,
      [since],
    )
    return rows.length > 0
  })
}

const databaseTime = async (): Promise<Date> =>
  (await scene.platform.pool.query('select clock_timestamp() as at')).rows[0].at

const confirmOf = async (partner: TestPartner): Promise<Answer> =>
  confirm((await open(partner)).paymentId)

const payOf = async (partner: TestPartner): Promise<Answer> =>
  payCode(scene.platform, scene.channel, await makeQrCode(scene.platform.pool, partner), {
    amount: 7,
  })

type Case = {
  /** Takes what the other session holds, and returns the call that needs it. */
  hold: () => Promise<() => Promise<Answer>>
  /** The same call of another partner. */
  elsewhere: () => Promise<Answer>
  /** What the first call is answered when the other session lets go of what it held. */
  status: number
}

const CASES: Record<string, Case> = {
  'confirms, while a payment is held': {
    async hold() {
      const { paymentId } = await open(scene.partner)
      await holdPayment(paymentId)
      return () => confirm(paymentId)
    },
    elsewhere: () => confirmOf(other),
    status: 200,
  },
  'confirms, while another session has begun to take an Idempotency-Key': {
    async hold() {
      const { paymentId } = await open(scene.partner)
      await insertKey(scene.partner, `held-${paymentId}`)
      return () => confirm(paymentId, { 'idempotency-key': `held-${paymentId}` })
    },
    elsewhere: () => confirmOf(other),
    status: 200,
  },
  'openings, while a partner is held': {
    async hold() {
      await holdPartner(scene.partner)
      return () => scene.platform.open(scene.channel, scene.partner, newReference())
    },
    elsewhere: () => scene.platform.open(scene.channel, other, newReference()),
    status: 201,
  },
  'openings, while another session has begun to open the same reference': {
    async hold() {
      const reference = newReference()
      await insertPayment(scene.partner, reference)
      return () => scene.platform.open(scene.channel, scene.partner, reference)
    },
    elsewhere: () => scene.platform.open(scene.channel, other, newReference()),
    status: 201,
  },
  'openings, while another session has begun to take an Idempotency-Key': {
    async hold() {
      const key = `held-${newReference()}`
      await insertKey(scene.partner, key)
      const headers = { 'idempotency-key': key }
      return () => scene.platform.open(scene.channel, scene.partner, newReference(), headers)
    },
    elsewhere: () => scene.platform.open(scene.channel, other, newReference()),
    status: 201,
  },
  'payments by QR code, while another session has begun to take a single use': {
    async hold() {
      const { token, configurationId } = await singleUse(scene.partner)
      await insertPayment(scene.partner, newReference(), { token, configurationId })
      return () => payCode(scene.platform, scene.channel, token)
    },
    elsewhere: () => payOf(other),
    status: 201,
  },
  'statuses, while the quota of a partner is held': {
    async hold() {
      await stranger.query('select from status_quotas where partner_id = $1 for update', [
        scene.partner.number,
      ])
      return () => scene.platform.status(scene.partner, newReference())
    },
    elsewhere: () => scene.platform.status(other, newReference()),
    status: 200,
  },
}

describe('no other request waits', () => {
  test.each(Object.entries(CASES))('for their %s', async (_, { hold, elsewhere, status }) => {
    const call = await hold()
    const since = await databaseTime()
    let isAnswered = false
    const held = call().finally(() => {
      isAnswered = true
    })
    await triedApart(since)
    expect((await elsewhere()).status).toBe(status)
    expect(isAnswered).toBe(false)
    await stranger.query('rollback')
    expect((await held).status).toBe(status)
  })

  test('while a code is held: its payers are asked to retry', async () => {
    const token = await makeQrCode(scene.platform.pool, scene.partner)
    await stranger.query('select from qr_codes where token = $1 for update', [token])
    const held = payCode(scene.platform, scene.channel, token, { amount: 5 })
    expect((await payOf(other)).status).toBe(201)
    expectRefusal(await held, 'SERVER503_UNAVAILABLE')
  })

  test('while a code is held: its partner is asked to retry', async () => {
    const { platform, partner } = scene
    const token = await makeQrCode(platform.pool, partner)
    const ofOther = await makeQrCode(platform.pool, other)
    await stranger.query('select from qr_codes where token = $1 for update', [token])
    const held = callSet(platform, partner, { qrCodeToken: token, amounts: [5] })
    const db = createDatabase(platform.databaseUrl)
    // The wait for a lock ends by itself, not with the time that a whole statement may take.
    const waiting = Promise.allSettled([
      db.pool.query('select from qr_codes where token = $1 for update', [token]),
    ])
    const elsewhere = await callSet(platform, other, { qrCodeToken: ofOther, amounts: [5] })
    expect(elsewhere.status).toBe(200)
    expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: '55P03' } }])
    await db.close()
    expectRefusal(await held, 'SERVER503_UNAVAILABLE')
  })

  test('for the expiry of their locks, while a lapsed payment is held', async () => {
    const { platform } = scene
    const [held, lapsing] = [await open(scene.partner), await open(other)]
    await holdPayment(held.paymentId)
    await platform.clock.advanceTo(lapsing.lockReleaseTime)
    const stages = async (): Promise<string[]> => {
      const { rows } = await platform.pool.query(
        'select stage from payments where payment_id = any($1) order by payment_id',
        [[held.paymentId, lapsing.paymentId]],
      )
      return rows.map(({ stage }) => stage)
    }
    await until('the other lock to be released', async () => (await stages())[1] === 'released')
    expect((await stages())[0]).toBe('locked')
    await stranger.query('rollback')
    await until('the held lock to be released', async () => (await stages())[0] === 'released')
  })

  test('for the record of their deliveries, while a delivery is held', async () => {
    const { platform, server } = scene
    const answered = Promise.withResolvers<void>()
    const references = [newReference(), newReference()] as const
    server.onWebhook(() => ({ after: answered.promise }), references[0])
    const payment = await open(scene.partner, references[0])
    await until('the attempt', () => server.webhooksOf(references[0]).length === 1)
    await stranger.query(
      'select from webhook_deliveries where event_id = event_id_of($1, 1) for update',
      [payment.paymentId],
    )
    const since = await databaseTime()
    answered.resolve()
    await triedApart(since)
    await open(other, references[1])
    const delivered = async (): Promise<string[]> => {
      const { rows } = await platform.pool.query(
        `select reference
        from webhook_deliveries
        join payments on payment_id = event_id_of(event_id, 0)
        where reference = any($1) and delivered_at is not null`,
        [references],
      )
      return rows.map(({ reference }) => reference)
    }
    await until('the other delivery', async () => (await delivered()).includes(references[1]))
    expect(await delivered()).toEqual([references[1]])
    await stranger.query('rollback')
    await until('the held delivery', async () => (await delivered()).length === 2)
  })
})

describe('a batch does not wait at all', () => {
  /** Its statements may wait for a lock as long as they like. */
  let connection: Pipeline

  beforeAll(() => {
    connection = createPipeline({ url: scene.platform.databaseUrl, name: 'without a lock timeout' })
  })

  afterAll(() => connection.close())

  const opening = (partner: TestPartner): LockRequest => ({
    partnerId: partner.number,
    reference: newReference(),
    channelId,
    channelKind: 'AGENCY',
    amount: 100,
    currency: 'DZD',
    amountDetail: [],
    details: [],
    lockSeconds: 900,
  })

  test('for a payment: it is skipped, and decided when it is free', async () => {
    const move = createMakeTransition(connection)
    const [held, free] = [await open(scene.partner), await open(other)]
    await holdPayment(held.paymentId)
    const moved = (partner: TestPartner, { paymentId }: { paymentId: string }) =>
      move({ partnerId: partner.number, paymentId, cause: 'confirm', channelId })
    const made = { found: true, decision: 'made' }
    const later = Promise.allSettled([moved(scene.partner, held)])
    expect(await moved(other, free)).toMatchObject(made)
    await stranger.query('rollback')
    expect(await later).toMatchObject([{ value: made }])
  })

  test('for a partner: its openings are skipped, and decided when it is free', async () => {
    const lock = createLockReference(connection)
    await holdPartner(scene.partner)
    const locked = { stage: 'locked' }
    const later = Promise.allSettled([lock(opening(scene.partner))])
    expect(await lock(opening(other))).toMatchObject(locked)
    await stranger.query('rollback')
    expect(await later).toMatchObject([{ value: locked }])
  })
})

describe('a request for the row', () => {
  const channelOf = (): TestChannel => scene.channel

  test('is asked to retry when the row is held too long, and nothing has changed', async () => {
    const { platform } = scene
    const { paymentId } = await open(scene.partner)
    await holdPayment(paymentId)
    const refused = await confirm(paymentId)
    expectRefusal(refused, 'SERVER503_UNAVAILABLE')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await stranger.query('rollback')
    expect((await platform.payment(channelOf(), paymentId)).body.stage).toBe('locked')
    expect((await confirm(paymentId)).status).toBe(200)
  })

  test('gets the same decision as every other request that waited', async () => {
    const { platform } = scene
    const { paymentId, reference } = await open(scene.partner)
    await holdPayment(paymentId)
    const since = await databaseTime()
    const asked = Array.from({ length: 12 }, (_, index) =>
      platform.change(channelOf(), index % 3 === 0 ? 'cancel' : 'confirm', paymentId),
    )
    await triedApart(since)
    await stranger.query('rollback')
    const answers = await Promise.all(asked)
    const won = answers[0]?.status === 200 ? 'released' : 'paid'
    for (const [index, { status, body }] of answers.entries()) {
      const isOfWinner = (index % 3 === 0) === (won === 'released')
      expect([status, body.stage ?? body.error]).toEqual(
        isOfWinner ? [200, won] : [409, 'PAYMENT409_WRONG_STAGE'],
      )
    }
    await platform.settled()
    const told = scene.server.webhooksOf(reference).map(({ event }) => event?.event)
    expect(told.slice(1)).toEqual([won === 'paid' ? 'payment.success' : 'payment.fail'])
  })
})
