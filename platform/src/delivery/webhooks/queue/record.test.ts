import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createDatabase, type Database } from '../../../base/database/database.ts'
import { createRecordResult, type RecordResult, type AttemptResult } from './record.ts'

const PARTNER = 1001

let database: TestDatabase
let db: Database
let record: RecordResult

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  record = createRecordResult(db.results)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

/** A delivery whose second attempt is under way since the lease of its first has lapsed. */
const takenOver = async (): Promise<Pick<AttemptResult, 'eventId'>> => {
  const { rows } = await db.pool.query<{ eventId: string }>(
    `insert into webhook_deliveries
      (partner_id, event_id, due_at, leased_until, attempts)
    values ($1, event_id_of(new_id($1), 2), wasl_now(), wasl_now() + interval '30 s', 2)
    returning event_id as "eventId"`,
    [PARTNER],
  )
  return rows[0] as { eventId: string }
}

const ATTEMPT = {
  partnerId: PARTNER,
  durationMs: 5,
  responseBody: null,
  error: null,
  bodySha256: null,
  sent: null,
  nextDelayMs: null,
  retryAfterMs: null,
  isPartnerInTrouble: false,
} as const

test('an acknowledgement counts, even when a later attempt fails at the same time', async () => {
  const delivery = await takenOver()
  const failed = {
    ...ATTEMPT,
    ...delivery,
    attempt: 2,
    outcome: 'http_status',
    status: 500,
  } as const
  const told = {
    ...ATTEMPT,
    ...delivery,
    attempt: 1,
    outcome: 'acknowledged',
    status: 200,
  } as const
  await Promise.all([record(failed), record(told)])
  const { rows } = await db.pool.query(
    `select delivered_at is not null as delivered, failed_at, due_at,
      (select count(*) from webhook_attempt_results where event_id = $1) as results
    from webhook_deliveries
    where event_id = $1`,
    [delivery.eventId],
  )
  expect(rows).toEqual([{ delivered: true, failed_at: null, due_at: null, results: 2 }])
})
