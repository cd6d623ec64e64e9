import { randomUUID } from 'node:crypto'
import {
  listOf,
  operatorPaymentRecord,
  paymentDetail,
  refund as refundSchema,
} from '@wasl/protocol'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '../src/base/database/pipeline.ts'
import { types } from '../src/base/database/types.ts'
import { listPayments } from '../src/payments/list.ts'
import { ANY_PAYMENT, ANY_TIME } from '../src/payments/payment-filter.ts'
import { createMakeTransition } from '../src/payments/transition.ts'
import { newQrToken } from '../src/payments/qr-codes/token.ts'
import { numberOf, openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
  await house.call('POST', '/operator/v1/channels', { body: { name: 'Counter', kind: 'AGENCY' } })
})

afterAll(() => house.close())

const refund = (paymentId: string) =>
  house.call('POST', `/operator/v1/payments/${paymentId}/refunds`, {
    body: { reason: 'Paid twice' },
    headers: { 'idempotency-key': randomUUID() },
  })

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e000003e7'

describe('payments', () => {
  test('are shown with their whole timeline', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId, partner_id } = await house.openPayment(partnerId, 'INV/1')
    await house.move({
      partnerId: partner_id,
      paymentId,
      cause: 'confirm',
      channelId: 1,
      amount: 1,
    })
    // Times are whole milliseconds: nothing else happens in that of the refusal.
    await house.db.pool.query('select pg_sleep(0.002)')
    await house.db.pool.query(
      `insert into payment_refusals values ($1, $2, new_id($1), wasl_now(), 'confirm', 'PAYMENT409_AMOUNT_MISMATCH', 1)`,
      [partner_id, paymentId],
    )
    await house.db.pool.query('select pg_sleep(0.002)')
    await house.move({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    const [success] = await house.eventsOf(paymentId)
    await house.db.pool.query(`insert into webhook_attempts values ($1, $2, 1, wasl_now())`, [
      partner_id,
      success.eventId,
    ])
    await house.db.pool.query(
      `insert into webhook_attempt_results
        (partner_id, event_id, attempt, finished_at, outcome, status, duration_ms, error)
      values ($1, $2, 1, wasl_now(), 'http_status', 500, 12, 'expected HTTP 200')`,
      [partner_id, success.eventId],
    )
    const { status, body } = await house.call(
      'GET',
      `/operator/v1/payments/${paymentId.toUpperCase()}`,
    )
    expect(status).toBe(200)
    expect(paymentDetail.parse(body)).toEqual(body)
    expect(body.attemptsLeftOut).toBe(false)
    expect(body).toMatchObject({
      stage: 'paid',
      amount: 599.8,
      channelId: 'chn_1',
      channel: 'AGENCY',
      webhookDelivery: 'pending',
    })
    expect(
      body.timeline.map((item: any) => [item.kind, item.to ?? item.code ?? item.event]),
    ).toEqual([
      ['transition', 'locked'],
      ['event', 'payment.initialized'],
      ['refusal', 'PAYMENT409_AMOUNT_MISMATCH'],
      ['transition', 'paid'],
      ['event', 'payment.success'],
      ['attempt', 'payment.success'],
    ])
    expect(body.timeline[2].amount).toBe(0.01)
    expect(body.timeline[5]).toMatchObject({
      attempt: 1,
      outcome: 'http_status',
      status: 500,
      durationMs: 12,
    })
  })

  test('with a lapsed lock read as released at that moment, before any sweep (D7)', async () => {
    const { partnerId } = await house.createPartner()
    const payment = await house.openPayment(partnerId, 'LAPSING', 900)
    await house.moveClock('901 s')
    const { body } = await house.call('GET', `/operator/v1/payments/${payment.payment_id}`)
    const lapsedAt = payment.lock_expires_at.toISOString()
    expect(body).toMatchObject({
      stage: 'released',
      failReason: 'expired',
      releasedAt: lapsedAt,
      lockReleaseTime: lapsedAt,
    })
    const listed = async (stage: string): Promise<any[]> =>
      (await house.call('GET', `/operator/v1/payments?partnerId=${partnerId}&stage=${stage}`)).body
        .items
    expect(await listed('released')).toHaveLength(1)
    expect(await listed('locked')).toHaveLength(0)
  })

  test('with a lapsed lock never read as released while a confirmation may still win', async () => {
    const { partnerId } = await house.createPartner()
    const payment = await house.openPayment(partnerId, 'CONFIRMING', 900)
    const { partner_id, payment_id: paymentId } = payment
    const tx = new pg.Client({ connectionString: house.databaseUrl, types })
    await tx.connect()
    await tx.query('begin')
    const confirm = createMakeTransition({
      query: async <Row extends pg.QueryResultRow>({ text, values }: Statement) =>
        (await tx.query<Row>(text, values)).rows,
      close: () => tx.end(),
    })
    await confirm({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    await house.moveClock('1802 s')
    const shown = house.call('GET', `/operator/v1/payments/${paymentId}`)
    const listed = house.call('GET', `/operator/v1/payments?partnerId=${partnerId}`)
    // Long enough for both to be answered, did they not wait.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await tx.query('commit')
    await tx.end()
    const paid = { stage: 'paid', failReason: null, releasedAt: null, webhookDelivery: 'pending' }
    expect((await shown).body).toMatchObject(paid)
    expect((await listed).body.items).toEqual([expect.objectContaining(paid)])
  })

  test('are listed the newest first, by partner, reference and stage', async () => {
    const [first, second] = [await house.createPartner(), await house.createPartner()]
    const opened = []
    for (const reference of ['A', 'B', 'C']) {
      opened.push(await house.openPayment(first.partnerId, reference))
      await house.openPayment(second.partnerId, reference)
    }
    const [a] = opened
    await house.move({
      partnerId: a!.partner_id,
      paymentId: a!.payment_id,
      cause: 'cancel',
      channelId: 1,
    })
    const again = await house.openPayment(first.partnerId, 'A')
    const list = async (query: string): Promise<any[]> => {
      const { status, body } = await house.call('GET', `/operator/v1/payments?${query}`)
      expect(status).toBe(200)
      expect(listOf(operatorPaymentRecord).parse(body)).toEqual(body)
      return body.items.map((item: any) => item.paymentId)
    }
    const ids = opened.map((payment) => payment.payment_id)
    expect(await list(`partnerId=${first.partnerId}`)).toEqual([
      again.payment_id,
      ids[2],
      ids[1],
      ids[0],
    ])
    expect(await list(`partnerId=${first.partnerId}&reference=A`)).toEqual([
      again.payment_id,
      ids[0],
    ])
    expect(await list(`partnerId=${first.partnerId}&reference=A&stage=released`)).toEqual([ids[0]])
    expect(await list(`partnerId=${first.partnerId}&stage=paid`)).toEqual([])
    expect((await list('reference=B')).length).toBeGreaterThanOrEqual(2)
    const all = await list('limit=200')
    expect(all).toEqual(all.toSorted((one, other) => (one < other ? 1 : -1)))
  })

  test('are listed in pages without gaps and repetitions', async () => {
    const { partnerId } = await house.createPartner()
    const opened: string[] = []
    for (let index = 0; index < 7; index += 1) {
      opened.push((await house.openPayment(partnerId, `P${index}`)).payment_id)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await house.call(
        'GET',
        `/operator/v1/payments?partnerId=${partnerId}&limit=3${next}`,
      )
      seen.push(...body.items.map((item: any) => item.paymentId))
      cursor = body.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(opened.toReversed())
  })

  test('are listed without the labels of their partners, which may be 256 KiB each', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'LONG')
    const { body } = await house.call('GET', `/operator/v1/payments?partnerId=${partnerId}`)
    const [listed] = body.items
    const whole = (await house.call('GET', `/operator/v1/payments/${paymentId}`)).body
    const { amount_detail, details, timeline, attemptsLeftOut } = whole
    const { warnings: _, ...shape } = operatorPaymentRecord.shape
    expect(Object.keys(listed).toSorted()).toEqual(Object.keys(shape).toSorted())
    expect(whole).toMatchObject(listed)
    expect([amount_detail, details]).toEqual([[{ label_en: 'Fee', value: 599.8 }], []])
    expect([timeline.length > 0, attemptsLeftOut]).toEqual([true, false])
  })

  test('are listed by the times of payment and refund', async () => {
    const { partnerId } = await house.createPartner()
    const day = { since: '2027-03-01T23:00:00.000Z', before: '2027-03-02T23:00:00.000Z' }
    const setClock = (to: string): Promise<void> =>
      house.moveClock(`${(new Date(to).getTime() - Date.now()) / 1000} s`)
    const paidAt = async (reference: string, opened: string, paid: string): Promise<string> => {
      await setClock(opened)
      const { payment_id: id, partner_id } = await house.openPayment(partnerId, reference, 86_400)
      await setClock(paid)
      await house.move({ partnerId: partner_id, paymentId: id, cause: 'confirm', channelId: 1 })
      return id
    }
    await paidAt('before', '2027-03-01T22:00:00.000Z', '2027-03-01T22:50:00.000Z')
    const overnight = await paidAt('a', '2027-03-01T03:00:00.000Z', '2027-03-01T23:00:01.000Z')
    const refunded = await paidAt('b', '2027-03-02T10:00:00.000Z', '2027-03-02T10:01:00.000Z')
    const late = await paidAt('c', '2027-03-02T22:49:00.000Z', '2027-03-02T22:50:00.000Z')
    await paidAt('after', '2027-03-02T22:59:00.000Z', '2027-03-02T23:00:01.000Z')
    await setClock('2027-03-04T09:00:00.000Z')
    await house.openPayment(partnerId, 'never paid')
    await refund(refunded)
    await house.moveClock('0 s')
    const list = async (query: string): Promise<string[]> => {
      const ids: string[] = []
      let cursor = ''
      do {
        const path = `/operator/v1/payments?partnerId=${partnerId}&limit=1&${query}${cursor}`
        const { status, body } = await house.call('GET', path)
        expect(status).toBe(200)
        ids.push(...body.items.map(({ paymentId }: any) => paymentId))
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
      } while (cursor !== '')
      return ids
    }
    const ofTheDay = `paidSince=${day.since}&paidBefore=${day.before}`
    expect(await list(ofTheDay)).toEqual([late, refunded, overnight])
    expect(await list(`${ofTheDay}&stage=refunded`)).toEqual([refunded])
    expect(await list(`refundedSince=${day.since}&refundedBefore=${day.before}`)).toEqual([])
    expect(await list(`refundedSince=${day.before}`)).toEqual([refunded])
    expect(await list(`paidSince=${day.before}`)).toHaveLength(1)
    expect(await list(`paidBefore=${day.since}`)).toHaveLength(1)
  })

  const list = async (query: string): Promise<string[]> => {
    const { status, body } = await house.call('GET', `/operator/v1/payments?${query}`)
    expect([status, body.errorMessage]).toEqual([200, undefined])
    return body.items.map(({ paymentId }: any) => paymentId)
  }

  test('are found by channel, amount and QR code', async () => {
    const { partnerId } = await house.createPartner()
    const [token, other] = [newQrToken(numberOf(partnerId)), newQrToken(numberOf(partnerId))]
    const opened = async (change: string, value: string | number): Promise<string> => {
      const { payment_id: id } = await house.openPayment(partnerId, `F ${change} ${value}`)
      await house.db.pool.query(`update payments set ${change} = $2 where payment_id = $1`, [
        id,
        value,
      ])
      return id
    }
    const channel2 = await opened('channel_id', 2)
    const cheap = await opened('amount', 110)
    const coded = await opened('qr_token', token)
    const others = await opened('qr_token', other)
    const since = 'createdSince=2026-01-01T00:00:00.000Z'
    const ofPartner = `partnerId=${partnerId}&${since}`
    expect(await list(`${ofPartner}&channelId=chn_2`)).toEqual([channel2])
    expect(await list(`${since}&channelId=chn_2`)).toEqual([channel2])
    expect(await list(`${ofPartner}&channelId=chn_3`)).toEqual([])
    expect(await list(`${ofPartner}&amount=1.1`)).toEqual([cheap])
    expect(await list(`${ofPartner}&amount=1.10`)).toEqual([cheap])
    expect(await list(`${ofPartner}&amount=599.80`)).toEqual([others, coded, channel2])
    expect(await list(`${ofPartner}&amount=599.80&channelId=chn_1`)).toEqual([others, coded])
    expect(await list(`qrCodeToken=${token}`)).toEqual([coded])
    expect(await list(`qrCodeToken=${token}&amount=599.8&stage=locked`)).toEqual([coded])
    expect(await list(`qrCodeToken=${token}&amount=1`)).toEqual([])
    expect(await list(`qrCodeToken=${token}&partnerId=${partnerId}`)).toEqual([coded])
    expect(await list(`qrCodeToken=${token}&partnerId=prt_1`)).toEqual([])
    expect(await list('qrCodeToken=nobodys')).toEqual([])
  })

  test('are found by the time of opening', async () => {
    const { partnerId } = await house.createPartner()
    const openedAt = async (at: string): Promise<string> => {
      await house.moveClock(`${(new Date(at).getTime() - Date.now()) / 1000} s`)
      return (await house.openPayment(partnerId, at)).payment_id
    }
    const opened: string[] = []
    for (const at of ['22:50:00', '23:00:01', '23:01:00']) {
      opened.push(await openedAt(`2027-06-01T${at}.000Z`))
    }
    await house.moveClock('0 s')
    const moment = '2027-06-01T23:00:00.000Z'
    expect(await list(`partnerId=${partnerId}&createdSince=${moment}`)).toEqual([
      opened[2],
      opened[1],
    ])
    expect(await list(`partnerId=${partnerId}&createdBefore=${moment}`)).toEqual([opened[0]])
    expect(
      await list(
        `partnerId=${partnerId}&createdSince=${moment}&createdBefore=2027-06-01T23:00:30.000Z`,
      ),
    ).toEqual([opened[1]])
  })

  test('of a QR code, an amount or a period are found by an index', async () => {
    const { partnerId } = await house.createPartner()
    const number = numberOf(partnerId)
    const tokens = [newQrToken(number), newQrToken(number)]
    await house.db.pool.query(
      `insert into payments
        (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
          amount_detail, details, opened_at, lock_expires_at, paid_at, qr_token)
      select $1, overlay(new_id($1)::text placing to_hex(20000 + i) from 1 for 4)::uuid, 'M' || i, 1,
        'AGENCY', 'paid', 100, 'DZD', '[]', '[]', wasl_now(), wasl_now() + interval '1 s',
        wasl_now(), ($2::text[])[1 + i % 100]
      from generate_series(1, 5000) i`,
      [number, tokens],
    )
    await house.db.pool.query('analyze payments')
    const explained: string[] = []
    const explain = async (text: string, values: unknown[]) => {
      const { rows } = await house.db.pool.query(`explain ${text}`, values)
      explained.push(JSON.stringify(rows))
      return { rows: [] }
    }
    const filter = { ...ANY_PAYMENT, partnerId: number, amounts: { from: 100, to: 100 } }
    const deps = { pool: { query: explain } as unknown as pg.Pool, makeTransition: house.move }
    const page = { limit: 50, beforeId: null }
    await listPayments(deps, { ...filter, qrToken: tokens[1] as string }, page)
    expect(explained.pop()).toMatch(/qr_token_payment_id_idx.*qr_token =/)
    const recent = { ...filter, opened: { ...ANY_TIME, since: new Date() } }
    await listPayments(deps, { ...recent, amounts: null }, page)
    expect(explained.pop()).toMatch(/payments_\w*pkey.*payment_id >=/)
    await listPayments(deps, { ...filter, amounts: { from: 101, to: 101 } }, page)
    expect(explained.pop()).toMatch(/payments_\w*amount_payment_id_idx.*amount =/)
  })

  test.each([
    'channelId=chn_1',
    'channelName=Hamri&partnerName=Bahia',
    'partnerName=B',
    'from=yesterday',
    'to=2026-02-30',
    'from=2026-11-21T24:00',
    'amount=0&createdSince=2026-11-21T00:00:00.000Z',
    'amount=1e3&createdSince=2026-11-21T00:00:00.000Z',
    'amount=5.001&createdSince=2026-11-21T00:00:00.000Z',
    'channelId=1&createdSince=2026-11-21T00:00:00.000Z',
    'qrCodeToken=',
    'createdSince=today',
    'paidSince=2026-11-21',
    'paidBefore=2026-11-21T00:00:00%2B01:00',
    'refundedSince=yesterday',
    'limit=0',
    'limit=201',
    'limit=x',
    'limit=1&limit=2',
    'cursor=!',
    'cursor=AAAA',
    'stage=lost',
    'partnerId=7',
    'channelId=7',
    'reference=%20x',
  ])('the query %s is VALIDATION400', async (query) => {
    const { status, body } = await house.call('GET', `/operator/v1/payments?${query}`)
    expect([status, body.error]).toEqual([400, 'VALIDATION400'])
  })

  test('that are paid can be refunded; a repetition gets the first answer (D9)', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId, partner_id } = await house.openPayment(partnerId, 'R1')
    const early = await refund(paymentId)
    expect([early.status, early.body.error]).toEqual([409, 'PAYMENT409_WRONG_STAGE'])
    await house.move({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    const first = await refund(paymentId)
    expect(first.status).toBe(201)
    expect(refundSchema.parse(first.body)).toEqual(first.body)
    expect(first.body).toMatchObject({ status: 'made', paymentId })
    expect((await refund(paymentId)).body).toEqual({ ...first.body, code: null })
    const entry = (await house.auditLog()).find(({ subject }) => subject === paymentId)
    expect(entry).toMatchObject({
      action: 'payment.refund',
      details: { refundId: first.body.refundId, reason: 'Paid twice' },
    })
  })

  test('that do not exist are PAYMENT404_NOT_FOUND', async () => {
    for (const id of [
      UNKNOWN,
      UNKNOWN.replace(/.{8}$/, 'ffffffff'),
      UNKNOWN.replace(/.{8}$/, '00000000'),
    ]) {
      const read = await house.call('GET', `/operator/v1/payments/${id}`)
      expect([read.status, read.body.error]).toEqual([404, 'PAYMENT404_NOT_FOUND'])
      const refunded = await refund(id)
      expect([refunded.status, refunded.body.error]).toEqual([404, 'PAYMENT404_NOT_FOUND'])
    }
    expect((await house.call('GET', '/operator/v1/payments/7')).body.error).toBe('VALIDATION400')
  })
})
