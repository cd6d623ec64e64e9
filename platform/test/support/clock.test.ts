import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from './clock.ts'
import { createTestDatabase, openPool, type TestDatabase } from './database.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 1)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a stopped clock stands still to the millisecond, and ids of that time differ', async () => {
  const clock = clockOf(pool)
  await clock.stop()
  const stopped = await clock.now()
  // With one microsecond for all, about fifty of them are equal to another one.
  const { rows } = await pool.query<{ equal: number; times: number; last: Date }>(
    `with made as (select new_id(0) as id, wasl_now() as at from generate_series(1, 20000))
      select (count(*) - count(distinct id))::integer as equal, count(distinct at)::integer as times,
        max(at) as last
      from made`,
  )
  const [made] = rows
  expect(made).toMatchObject({ times: 1, last: stopped })
  expect(made?.equal).toBeLessThan(10)
  await clock.advance(60)
  expect((await clock.now()).getTime() - stopped.getTime()).toBe(60_000)
})
