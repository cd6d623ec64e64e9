import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openPool, type TestDatabase } from './database.ts'
import { until } from './wait.ts'
import { heldUpBy, isWaiting, sessionOf } from './waiting.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 6)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const holding = async (lock: number): Promise<pg.PoolClient> => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [lock])
  return client
}

test('who waits for a session, or for those who wait for it, is held up by it, and nobody else', async () => {
  const [holder, other, between] = [await holding(1), await holding(2), await holding(3)]
  const [id, otherId] = [await sessionOf(holder), await sessionOf(other)]
  const held = (statement?: string): Promise<number> => heldUpBy(id, { pool }, statement)
  const unrelated = pool.query('select pg_advisory_lock_shared(2) as unrelated')
  await until('the other to be waited for', () => isWaiting({ pool }, 'unrelated'))
  expect(await held()).toBe(0)
  const first = between.query('select pg_advisory_xact_lock(1) as first')
  await until('the first to wait', async () => (await held('first')) === 1)
  const second = pool.query('select pg_advisory_lock_shared(3) as second')
  await until('the second to wait', async () => (await held('second')) === 1)
  expect([await held(), await heldUpBy(otherId, { pool })]).toEqual([2, 1])
  for (const [client, waiter] of [
    [holder, first],
    [between, second],
    [other, unrelated],
  ] as const) {
    await client.query('rollback')
    client.release()
    await waiter
  }
})
