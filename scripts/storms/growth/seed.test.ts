import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { types } from '../../../platform/src/base/database/types.ts'
import { closeDays } from '../../../platform/src/ledger/close-day.ts'
import { makePartitions } from '../../../platform/src/operations/retention/make-partitions.ts'
import {
  after,
  periodAt,
  startOf,
  type Period,
} from '../../../platform/src/base/database/period.ts'
import { clockOf } from '../../../platform/test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/test/support/database.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { CLOSING_PATIENCE_MS, until } from '../../../platform/test/support/wait.ts'
import { readSizes } from './judge.ts'
import type { SeededMonth } from './rows.ts'
import { seedMonths } from './seed.ts'

const PAYMENTS = 300

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 4, types })
  await pool.query(
    `insert into partners (partner_id, name, api_url)
    select id, 'Shop', 'http://127.0.0.1:9/' from generate_series(1001, 1003) as id`,
  )
  await pool.query(`insert into channels (name, kind) values ('Counter', 'AGENCY')`)
})

afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const seed = (months: Period[], before: number, attemptsFrom: Period): Promise<void> =>
  seedMonths(
    database.url,
    {
      months: months.map((month, index): SeededMonth => {
        const partnerIds = [1001, 1002, 1003]
        const earlier = before + index * PAYMENTS
        return { month, payments: PAYMENTS, before: earlier, partnerIds, channelId: 1 }
      }),
      attemptsFrom,
    },
    () => undefined,
  )

const counts = async (): Promise<Record<string, number>> => {
  const { rows } = await pool.query(
    `select (select count(*) from payments)::int as payments,
      (select count(*) from payments_other)::int as astray,
      (select count(*) from webhook_attempts)::int as attempts,
      (select count(*) from webhook_attempt_results)::int as results`,
  )
  return rows[0]
}

test('seeded months have all that the platform would have written, before and after they are over', async () => {
  const clock = clockOf(pool)
  const month = after(periodAt(await clock.now(), 'month'), 1)
  await clock.advanceTo(`${month}-01T00:10:00Z`)
  await makePartitions(pool)
  await seed([after(month, -2), after(month, -1)], 0, `${after(month, -1)}-20`)
  const first = await counts()
  expect(first).toMatchObject({ payments: 2 * PAYMENTS, astray: 0, results: first['attempts'] })
  expect(first['attempts']).toBeGreaterThan(0)

  // This one has its partitions already.
  await seed([month], 2 * PAYMENTS, `${month}-01`)
  await clock.advanceTo(new Date(startOf(after(month, 1)).getTime() + 600_000))
  await until(
    'the days to be closed',
    async () => (await closeDays(pool)).state === 'sealed',
    CLOSING_PATIENCE_MS,
  )
  expect(await counts()).toMatchObject({ payments: 3 * PAYMENTS, astray: 0 })
  expect(await checkInvariants(pool)).toEqual([])
  const { whole, parts } = await readSizes(pool)
  expect(Object.values(parts).every((bytes) => bytes > 0 && bytes < whole)).toBe(true)
})
