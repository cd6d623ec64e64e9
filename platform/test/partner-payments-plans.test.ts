/** What a page of a partner's list reads, at many payments: buffers, not time. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { types } from '../src/base/database/types.ts'
import { listBookPayments, type BookFilter } from '../src/money/books/list-payments.ts'
import { notingPool } from './support/buffers.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

const PARTNER = 1001
const OTHER = 1002

/** 30 days with 1,000 payments each: one in ten released, the others paid a minute later. */
const DAYS = 30
const PER_DAY = 1_000
const FIRST_DATE = '2026-10-01'

let database: TestDatabase
let pool: pg.Pool

const seed = async (partnerId: number): Promise<void> => {
  await pool.query(
    `create temp table made as
      select opened_at, number, number % 10 = 0 as is_released, (
        overlay(lpad(to_hex((date_part('epoch', opened_at) * 4096000)::bigint), 15, '0')
          placing '7' from 13 for 0)
        || '8' || lpad(to_hex(number), 5, '0') || '00' || lpad(to_hex($1::int), 8, '0')
      )::uuid as payment_id
      from generate_series(0, $2::int - 1) as number,
        lateral (
          select $4::timestamptz + number * interval '1 day' / $3::int as opened_at
        ) as at`,
    [partnerId, DAYS * PER_DAY, PER_DAY, `${FIRST_DATE}T00:00:00+01:00`],
  )
  await pool.query(
    `insert into payments (partner_id, payment_id, reference, channel_id, channel_kind, stage,
      amount, currency, amount_detail, details, opened_at, lock_expires_at, paid_at, released_at,
      fail_reason)
    select $1, payment_id, 'INV-' || number, 1, 'AGENCY',
      case when is_released then 'released' else 'paid' end, 59980, 'DZD', '[]', '[]', opened_at,
      opened_at + interval '15 min',
      case when not is_released then opened_at + interval '1 min' end,
      case when is_released then opened_at + interval '1 min' end,
      case when is_released then 'failed' end
    from made`,
    [partnerId],
  )
  await pool.query(
    `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner,
      credit_kind, credit_owner, amount, actor, at, business_date)
    select $1::int, payment_id, 'COLLECT', 'cash', 'chn_1', 'partner_payable', 'prt_' || $1::int, 59980,
      'chn_1', opened_at, business_date_of(opened_at + interval '1 min')
    from made
    where not is_released`,
    [partnerId],
  )
  await pool.query('drop table made')
}

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection, because of the temporary table.
  pool = new pg.Pool({ connectionString: database.url, max: 1, types })
  pool.on('error', () => undefined)
  await pool.query(`insert into channels (name, kind) values ('Till', 'AGENCY')`)
  for (const partnerId of [PARTNER, OTHER]) {
    await pool.query(
      `insert into partners (partner_id, name, api_url) values ($1, 'Shop', 'https://shop.example')`,
      [partnerId],
    )
    await seed(partnerId)
  }
  await pool.query('analyze')
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** The buffers that the statements of a page touch. */
const buffersOf = async (
  filter: Partial<BookFilter>,
  { limit = 100, afterId }: { limit?: number; afterId?: string } = {},
): Promise<{ buffers: number; shown: number; next: string | null }> => {
  const noting = notingPool(pool)
  const { rows, next } = await listBookPayments(
    { pool: noting.pool, makeTransition: () => expect.fail('no lock has lapsed') },
    { partnerId: PARTNER, from: null, to: null, stage: null, ...filter },
    { limit, after: afterId === undefined ? null : { afterId, completeThrough: null } },
  )
  return { buffers: await noting.buffers(), shown: rows.length, next: next?.afterId ?? null }
}

/** A payment of a page is found by the indexes of some tables and partitions: about 12 buffers. */
const PER_PAYMENT_MAX = 30

const dateOf = (day: number): string => `2026-10-${String(day).padStart(2, '0')}`

test('a page costs what it shows, at the beginning, in the middle and on one date', async () => {
  const first = await buffersOf({})
  expect(first.shown).toBe(100)
  const middle = await buffersOf({ from: dateOf(15) })
  expect(middle.shown).toBe(100)
  const after = await buffersOf({ from: dateOf(15) }, { afterId: middle.next as string })
  expect(after.shown).toBe(100)
  const oneDate = await buffersOf({ from: dateOf(29), to: dateOf(29), stage: 'paid' })
  expect(oneDate.shown).toBe(100)
  for (const { buffers } of [first, middle, after, oneDate]) {
    expect(buffers).toBeLessThan(100 * PER_PAYMENT_MAX)
  }
})

test('a stage that nothing has stops after 5,000 payments, with a cursor', async () => {
  const { buffers, shown, next } = await buffersOf({ stage: 'refunded' })
  expect([shown, next !== null]).toEqual([0, true])
  expect(buffers).toBeLessThan(5_000 * PER_PAYMENT_MAX)
})

test('reading on through empty pages comes to every payment and to the end', async () => {
  let cursor: string | undefined
  let shown = 0
  for (let pages = 0; pages < 20; pages += 1) {
    const read = await buffersOf(
      { stage: 'released' },
      { limit: 500, ...(cursor && { afterId: cursor }) },
    )
    shown += read.shown
    if (read.next === null) {
      cursor = undefined
      break
    }
    cursor = read.next
  }
  expect([shown, cursor]).toEqual([(DAYS * PER_DAY) / 10, undefined])
})

test('the first payment of a date is found by the index, also when refunds lie before it', async () => {
  // Refunds of old payments are booked on this date, and their ids are older than its payments.
  await pool.query(
    `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner,
      credit_kind, credit_owner, amount, actor, at, business_date)
    select partner_id, event_id_of(payment_id, 3), 'REFUND', 'partner_payable', 'prt_1001',
      'refund_due', 'prt_1001', 100, 'opr_1', paid_at, '2026-10-20'
    from payments
    where partner_id = $1 and paid_at < '2026-10-05'
    limit 2000`,
    [PARTNER],
  )
  const { buffers, shown } = await buffersOf({ from: dateOf(20) })
  expect(shown).toBe(100)
  expect(buffers).toBeLessThan(100 * PER_PAYMENT_MAX)
  const { rows } = await pool.query(
    `select count(*)::int as count from ledger_transfers where code = 'REFUND'`,
  )
  expect(rows).toEqual([{ count: 2000 }])
})
