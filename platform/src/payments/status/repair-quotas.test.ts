import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf, type Clock } from '../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createDatabase, type Database } from '../../base/database/database.ts'
import { repairQuotas } from './repair-quotas.ts'
import { createReadStatus, type ReadStatus, type StatusReading } from './read-status.ts'

const PARTNER = 1001
const KEY_HASH = randomBytes(32)
const HOUR_SECONDS = 3_600

let database: TestDatabase
let db: Database
let clock: Clock
let readStatus: ReadStatus

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  clock = clockOf(db.pool)
  readStatus = createReadStatus(db.status)
  await db.pool.query(
    `insert into partners (name, api_url) values ('Shop', 'https://shop.example')`,
  )
  await db.pool.query('insert into partner_api_keys (partner_id, key_hash) values ($1, $2)', [
    PARTNER,
    KEY_HASH,
  ])
  await db.pool.query('insert into status_quotas (partner_id) values ($1)', [PARTNER])
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const ask = (): Promise<StatusReading> =>
  readStatus({ partnerId: PARTNER, keyHash: KEY_HASH.toString('hex'), reference: 'INV-1' })

/** What a quota looks like when the clock is set back by this much. */
const setBack = (seconds: number): Promise<unknown> =>
  db.pool.query(
    `update status_quotas
    set accepted_at = array(select at + $1::bigint from unnest(accepted_at) as at)`,
    [seconds * 1_000_000],
  )

const verdictAfter = async (seconds: number): Promise<string> => {
  await clock.advance(seconds)
  return (await ask()).verdict
}

test('a quota that was used up before the clock was set back is free again after a minute', async () => {
  for (let call = 1; call <= 60; call += 1) expect((await ask()).verdict).toBe('read')
  await setBack(HOUR_SECONDS)
  expect(await ask()).toMatchObject({ verdict: 'limited', quota: { resetSeconds: 60 } })
  expect(await verdictAfter(61)).toBe('limited')
  await repairQuotas(db.notes)
  expect(await ask()).toMatchObject({ verdict: 'limited', quota: { remaining: 0 } })
  expect(await verdictAfter(58)).toBe('limited')
  expect(await verdictAfter(3)).toBe('read')
})

test('a quota within its window is left unchanged', async () => {
  await setBack(55)
  const read = () => db.pool.query('select accepted_at::text from status_quotas')
  const { rows: before } = await read()
  await repairQuotas(db.notes)
  expect((await read()).rows).toEqual(before)
})
