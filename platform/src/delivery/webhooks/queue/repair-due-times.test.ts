import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createDatabase, type Database } from '../../../base/database/database.ts'
import { repairDueTimes } from './repair-due-times.ts'
import { RETRY_DELAYS_SECONDS, nextDelayMs, RETRY_SECONDS_MAX } from '../retry-schedule.ts'

const PARTNER = 1001

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  await db.pool.query(
    `insert into partners (name, api_url) values ('Shop', 'https://shop.example')`,
  )
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const dueIn = async (seconds: number): Promise<string> => {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into webhook_deliveries (partner_id, event_id, due_at, attempts, step)
    values ($1, event_id_of(new_id($1), 2), wasl_now() + make_interval(secs => $2), 3, 3)
    returning event_id as id`,
    [PARTNER, seconds],
  )
  return rows[0]?.id ?? ''
}

const waits = async (id: string): Promise<{ seconds: number; step: number }> => {
  const { rows } = await db.pool.query(
    `select extract(epoch from due_at - wasl_now())::float8 as seconds, step
    from webhook_deliveries where event_id = $1`,
    [id],
  )
  return rows[0]
}

test('no wait of the schedule is longer than the limit of the repair', () => {
  const steps = RETRY_DELAYS_SECONDS.map((_, step) => nextDelayMs(step, 1, 10 ** 9) ?? 0)
  expect(Math.max(...steps) / 1000).toBe(RETRY_SECONDS_MAX)
})

test('a delivery due next year after the clock went back is due now, and continues its schedule', async () => {
  const [years, days, longest] = [
    await dueIn(365 * 86_400),
    await dueIn(RETRY_SECONDS_MAX + 120),
    await dueIn(RETRY_SECONDS_MAX),
  ]
  expect(await repairDueTimes(db.notes)).toEqual({ repaired: 2, mayBeMore: false })
  for (const id of [years, days]) {
    const { seconds, step } = await waits(id)
    expect(seconds).toBeLessThanOrEqual(0)
    expect(step).toBe(3)
  }
  expect((await waits(longest)).seconds).toBeGreaterThan(RETRY_SECONDS_MAX - 60)
  expect(await repairDueTimes(db.notes)).toEqual({ repaired: 0, mayBeMore: false })
})
