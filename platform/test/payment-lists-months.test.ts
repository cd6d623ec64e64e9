/** Lists and searches of payments, and of their events, that were opened over many months: what they find, and what they read. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, boundsOf, partitionName, type Period } from '../src/base/database/period.ts'
import { listEvents, type EventFilter } from '../src/delivery/webhooks/queue/list-events.ts'
import { PAYMENTS } from '../src/operations/retention/tables.ts'
import { readSearch } from '../src/operations/search/read-search.ts'
import { search } from '../src/operations/search/search.ts'
import { PERMISSION_TO_FIND } from '../src/operations/search/who-may-find.ts'
import { listPayments } from '../src/payments/list.ts'
import { ANY_PAYMENT } from '../src/payments/payment-filter.ts'
import { notingPool } from './support/buffers.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'

const FIRST_PARTNER = 1001
const PARTNERS = 40
const MONTHS = 24

/** Each partner's in a month. Every tenth payment is released, one in a hundred refunded. */
const PER_MONTH = 10

let database: TestDatabase
let pool: pg.Pool
let present: Period

/** One payment of a partner every three days. The id of its request is like its own. */
const SEED = `
  with numbered as (
    select number, $2 + number % $3::int as partner_id,
      $1::timestamptz + number * interval '1 second' + number / $3 * interval '60 hours' as opened_at
    from generate_series(0, $3 * $4::int - 1) as number
  ), made as (
    select *, case number % 100 when 99 then 'refunded' when 10 then 'locked'
        else case when number % 10 = 3 then 'released' else 'paid' end end as stage,
      lpad(to_hex((date_part('epoch', opened_at) * 1000)::bigint), 12, '0') as time,
      lpad(to_hex(partner_id), 8, '0') as partner
    from numbered
  ), opened as (
    insert into payments (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount,
      currency, amount_detail, details, opened_at, lock_expires_at, paid_at, released_at, fail_reason,
      refunded_at, refunded_amount, request_id)
    select partner_id, (time || '700080000000' || partner)::uuid, time || '-' || number, 1, 'AGENCY',
      stage, 59980, 'DZD', '[]', '[]', opened_at,
      case stage when 'locked' then greatest(wasl_now(), opened_at) + interval '1 day' else opened_at + interval '1 hour' end,
      case when stage in ('paid', 'refunded') then opened_at end,
      case when stage = 'released' then opened_at end, case when stage = 'released' then 'failed' end,
      case when stage = 'refunded' then opened_at end, case when stage = 'refunded' then 59980 else 0 end,
      (time || '7000a0000000' || partner)::uuid
    from made
    returning *
  ), locks as (
    insert into open_locks (partner_id, payment_id, channel_id, lock_expires_at)
    select partner_id, payment_id, channel_id, lock_expires_at from opened where stage = 'locked'
  ), events as (
    insert into webhook_events (partner_id, event_id, kind, body, created_at)
    select partner_id, event_id_of(payment_id, 2), 'payment.success', '{}', opened_at from opened
    returning partner_id, event_id, created_at
  ), deliveries as (
    insert into webhook_deliveries (partner_id, event_id, attempts, step, delivered_at)
    select partner_id, event_id, 1, 1, created_at from events
  )
  insert into live_references (partner_id, reference, payment_id)
  select partner_id, reference, payment_id from opened where stage <> 'released'`

const addMonth = async (month: Period): Promise<void> => {
  const [from, to] = boundsOf(month)
  for (const table of PAYMENTS.tables) {
    await pool.query(
      `create table if not exists ${partitionName(table, month)} partition of ${table}
      for values from ('${from}') to ('${to}')`,
    )
  }
  await pool.query(SEED, [`${month}-01T00:00:00Z`, FIRST_PARTNER, PARTNERS, PER_MONTH])
}

const depsOf = (its: pg.Pool) => ({
  pool: its,
  makeTransition: () => expect.fail('no lock has lapsed'),
})

const EVERY_EVENT: EventFilter = {
  partnerId: null,
  paymentId: null,
  state: null,
  event: null,
  since: null,
  until: null,
}

const buffersOf = async (read: (its: pg.Pool) => Promise<unknown>): Promise<number> => {
  const noting = notingPool(pool)
  await read(noting.pool)
  return noting.buffers()
}

const searchFor = async (its: pg.Pool, q: string) => {
  const permissions = new Set([PERMISSION_TO_FIND.payments])
  const asked = await readSearch(its, { q, limit: 10 }, { partnerId: null, permissions })
  const { found } = await search(depsOf(its), asked)
  return found.payments.map((payment) => [payment.payment_id, payment.match])
}

/** The newest payment: its reference, and the id of its request. */
let newest: { paymentId: string; reference: string; requestId: string }

const READS = {
  'a page of the newest': (its: pg.Pool) =>
    listPayments(depsOf(its), ANY_PAYMENT, { limit: 20, beforeId: null }),
  'a page of paid ones': (its: pg.Pool) =>
    listPayments(depsOf(its), { ...ANY_PAYMENT, stage: 'paid' }, { limit: 20, beforeId: null }),
  'a page of the newest events': (its: pg.Pool) =>
    listEvents(its, EVERY_EVENT, { limit: 20, beforeId: null }),
  'a reference': (its: pg.Pool) => searchFor(its, newest.reference),
  'the id of a request': (its: pg.Pool) => searchFor(its, newest.requestId),
}

const readAll = async (): Promise<Record<string, number>> => {
  await pool.query('vacuum analyze')
  const read: Record<string, number> = {}
  for (const [name, each] of Object.entries(READS)) read[name] = await buffersOf(each)
  return read
}

let few: Record<string, number>
let many: Record<string, number>

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 1)
  await pool.query(`insert into channels (name, kind) values ('Till', 'AGENCY')`)
  await pool.query(
    `insert into partners (partner_id, name, api_url)
    select number, 'Shop ' || number, 'https://shop.example'
    from generate_series($1::int, $2::int) as number`,
    [FIRST_PARTNER, FIRST_PARTNER + PARTNERS - 1],
  )
  const { rows: clock } = await pool.query<{ month: Period }>(
    `select to_char(wasl_now() at time zone 'UTC', 'YYYY-MM') as month`,
  )
  // Not the present one: nothing is opened later than now.
  present = after(clock[0]?.month as Period, -1)
  for (const back of [0, 1]) await addMonth(after(present, -back))
  const { rows } = await pool.query<typeof newest>(
    `select payment_id as "paymentId", reference, request_id as "requestId"
    from payments where stage = 'paid' order by payment_id desc limit 1`,
  )
  newest = rows[0] as typeof newest
  few = await readAll()
  for (let back = 2; back < MONTHS; back += 1) await addMonth(after(present, -back))
  many = await readAll()
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test.each(Object.keys(READS))('%s reads as much of 24 months as of 2', (name) => {
  expect((many[name] as number) / (few[name] as number)).toBeLessThan(1.5)
})

test.each([null, 'paid', 'refunded', 'released', 'locked'] as const)(
  'pages of a list find each payment of stage %s once, the newest first',
  async (stage) => {
    const { rows } = await pool.query<{ payment_id: string }>(
      `select payment_id from payments where $1::text is null or stage = $1 order by payment_id desc`,
      [stage],
    )
    const found: string[] = []
    const limit = 1 + Math.ceil(rows.length / 7)
    for (let beforeId: string | null = null; ; beforeId = found.at(-1) as string) {
      const page = await listPayments(depsOf(pool), { ...ANY_PAYMENT, stage }, { limit, beforeId })
      if (page.length === 0) break
      found.push(...page.map(({ payment_id: paymentId }) => paymentId))
    }
    expect(rows.length).toBeGreaterThan(50)
    expect(found).toEqual(rows.map(({ payment_id: paymentId }) => paymentId))
  },
)

test('pages of the list of events find each once, the newest first', async () => {
  const { rows } = await pool.query<{ event_id: string }>(
    'select event_id from webhook_events order by event_id desc',
  )
  const found: string[] = []
  const limit = 1 + Math.ceil(rows.length / 7)
  for (let beforeId: string | null = null; ; beforeId = found.at(-1) as string) {
    const page = await listEvents(pool, EVERY_EVENT, { limit, beforeId })
    if (page.length === 0) break
    found.push(...page.map(({ event_id: eventId }) => eventId))
  }
  expect(found).toEqual(rows.map(({ event_id: eventId }) => eventId))
})

test('a search finds the payment of a reference and of a request', async () => {
  const { paymentId, reference, requestId } = newest
  expect(await searchFor(pool, reference)).toEqual([[paymentId, 'reference']])
  expect(await searchFor(pool, requestId)).toEqual([[paymentId, 'request']])
})

test('a period of the past is read without what came later', async () => {
  const [from, to] = [after(present, -12), after(present, -11)]
  const opened = { since: new Date(`${from}-01`), before: new Date(`${to}-01`) }
  const page = { limit: PARTNERS * PER_MONTH + 1, beforeId: null }
  const rows = await listPayments(depsOf(pool), { ...ANY_PAYMENT, opened }, page)
  expect(rows).toHaveLength(PARTNERS * PER_MONTH)
})

test('a list goes back beyond two years', async () => {
  await addMonth(after(present, -30))
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from payments')
  const page = { limit: (rows[0]?.count ?? 0) + 1, beforeId: null }
  expect(await listPayments(depsOf(pool), ANY_PAYMENT, page)).toHaveLength(page.limit - 1)
})

test('a payment is found when the clock of the database is a month ahead', async () => {
  await addMonth(after(present, 2))
  const { rows } = await pool.query<{ newest: string }>(
    'select max(payment_id::text) as newest from payments',
  )
  const [first] = await listPayments(depsOf(pool), ANY_PAYMENT, { limit: 1, beforeId: null })
  expect(first?.payment_id).toBe(rows[0]?.newest)
})
