import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  BARE_TEMPLATE,
  connectTo,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/database.ts'
import { until } from '../../../test/support/wait.ts'
import { createDatabase, type Database } from '../../base/database/database.ts'
import { makePartitions } from './make-partitions.ts'

let database: TestDatabase
let db: Database
let reader: pg.Client

beforeEach(async () => {
  database = await createTestDatabase(BARE_TEMPLATE)
  db = createDatabase(database.url)
  reader = await connectTo(database.url)
})

afterEach(async () => {
  await reader.end()
  await db.close()
  await database.drop()
})

const partitions = async (): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'webhook_attempts'::regclass
    order by name`,
  )
  return rows.map(({ name }) => name)
}

const isWaitedFor = async (): Promise<boolean> => {
  const { rowCount } = await db.pool.query(
    `select from pg_locks where relation = 'webhook_attempts'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount !== 0
}

const TODAY_AND_A_WEEK = 8

test('partitions are made for today and the week to come, once', async () => {
  const before = await partitions()
  await makePartitions(db.pool)
  await makePartitions(db.pool)
  expect(await partitions()).toHaveLength(before.length + TODAY_AND_A_WEEK)
})

test('a payment lies in the partition of the month of its id, with room on its pages', async () => {
  await makePartitions(db.pool)
  const { rows } = await db.pool.query<{ partition: string; options: string[]; month: string }>(
    `with made as (
      insert into payments (partner_id, payment_id, reference, channel_id, channel_kind, stage,
        amount, currency, amount_detail, details, opened_at, lock_expires_at)
      select 1001, new_id(1001), 'r', 1, 'AGENCY', 'locked', 1, 'DZD', '[]', '[]', wasl_now(),
        wasl_now() + interval '1 hour'
      returning tableoid, payment_id
    )
    select relname as partition, reloptions as options,
      to_char(id_time(payment_id) at time zone 'UTC', 'YYYYMM') as month
    from made join pg_class on pg_class.oid = made.tableoid`,
  )
  const [row] = rows
  expect(row).toMatchObject({ partition: `payments_${row?.month}`, options: ['fillfactor=80'] })
})

test('two processes can make the same partitions at once', async () => {
  await Promise.all([makePartitions(db.pool), makePartitions(db.pool)])
  expect((await partitions()).length).toBeGreaterThanOrEqual(TODAY_AND_A_WEEK)
})

test('a table under a long read delays nobody: its partitions are made later', async () => {
  const before = await partitions()
  await reader.query('begin')
  await reader.query('select count(*) from webhook_attempts')
  let isOver = false
  const making = makePartitions(db.pool).finally(() => (isOver = true))
  await until('the making to wait for the reader', async () => isOver || (await isWaitedFor()))
  // Like a claim, which would wait behind a session that waits for the reader.
  await db.pool.query(`set local statement_timeout = '3s'; select 1 from webhook_attempts limit 0`)
  await making
  expect(await partitions()).toEqual(before)
  await reader.query('commit')
  await makePartitions(db.pool)
  expect(await partitions()).toHaveLength(before.length + TODAY_AND_A_WEEK)
})
