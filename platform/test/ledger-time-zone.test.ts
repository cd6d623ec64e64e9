import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureTimeZone } from '../src/ledger/time-zone.ts'
import { clockOf } from './support/clock.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'
import { closeEndedDays, collect, post } from './support/ledger.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 3)
  pool.on('error', () => undefined)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

describe('the time zone of business days', () => {
  const zone = async (): Promise<string> =>
    (await pool.query('select time_zone from ledger_state')).rows[0].time_zone

  test('is Algiers, until another one is set', async () => {
    await ensureTimeZone(pool, null)
    expect(await zone()).toBe('Africa/Algiers')
    await ensureTimeZone(pool, 'Africa/Tunis')
    expect(await zone()).toBe('Africa/Tunis')
  })

  test('must be one that PostgreSQL knows', async () => {
    await expect(ensureTimeZone(pool, 'Africa/Nowhere')).rejects.toThrow(
      /^WASL_TIME_ZONE: expected a time zone that PostgreSQL knows/,
    )
  })

  test('is fixed once a day is closed', async () => {
    await post(pool, collect())
    await clockOf(pool).advance(86_400)
    await closeEndedDays(pool)
    await ensureTimeZone(pool, 'Africa/Tunis')
    await expect(ensureTimeZone(pool, 'Africa/Algiers')).rejects.toThrow(
      'WASL_TIME_ZONE: expected Africa/Tunis, in which business days were closed already, received Africa/Algiers',
    )
    expect(await zone()).toBe('Africa/Tunis')
  })
})
