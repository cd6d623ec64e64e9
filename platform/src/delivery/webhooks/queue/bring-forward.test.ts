import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createDatabase, type Database } from '../../../base/database/database.ts'
import { bringForward } from './bring-forward.ts'
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

beforeEach(() => db.pool.query('delete from webhook_deliveries'))

afterAll(async () => {
  await db.close()
  await database.drop()
})

type Delivery = { eventId: string }

/** Deliveries after three failed attempts that wait for an hour, with these columns otherwise. */
const postpone = async (count = 1, columns: Record<string, string> = {}): Promise<Delivery[]> => {
  const all = {
    due_at: `wasl_now() + interval '1 h'`,
    retry_from: `wasl_now() - interval '1 min'`,
    ...columns,
  }
  const { rows } = await db.pool.query<Delivery>(
    `insert into webhook_deliveries
      (partner_id, event_id, attempts, step, ${Object.keys(all).join()})
    select $1, event_id_of(new_id($1), 2), 3, 3, ${Object.values(all).join()}
    from generate_series(1, $2)
    returning event_id as "eventId"`,
    [PARTNER, count],
  )
  return rows
}

const read = async ({ eventId }: Delivery): Promise<Record<string, unknown>> => {
  const { rows } = await db.pool.query(
    `select step, round(extract(epoch from due_at - wasl_now()) / 60)::int as due_minutes,
      retry_from is not null as "mayComeForward", scheduled_at is not null as "isForward",
      failed_at is not null as failed
    from webhook_deliveries
    where event_id = $1`,
    [eventId],
  )
  return rows[0]
}

describe('bringing deliveries forward', () => {
  test('makes only those deliveries due that the partner’s trouble postponed', async () => {
    const [postponed] = await postpone()
    await postpone(1, { retry_from: 'null' })
    await postpone(1, { retry_from: `wasl_now() + interval '1 min'` })
    await postpone(1, { leased_until: `wasl_now() + interval '20 s'` })
    expect(await bringForward(db.claims, [PARTNER + 1])).toBe(0)
    expect(await bringForward(db.claims, [PARTNER, PARTNER + 1])).toBe(1)
    expect(await read(postponed as Delivery)).toEqual({
      step: 3,
      due_minutes: 0,
      mayComeForward: false,
      isForward: true,
      failed: false,
    })
    expect(await bringForward(db.claims, [PARTNER])).toBe(0)
  })

  test('stops at 256 due deliveries, and starts with those that failed first', async () => {
    await postpone(200, { due_at: 'wasl_now()', retry_from: 'null' })
    const late = await postpone(100)
    const [first] = await postpone(1, { retry_from: `wasl_now() - interval '2 min'` })
    expect(await bringForward(db.claims, [PARTNER])).toBe(56)
    expect((await read(first as Delivery))['isForward']).toBe(true)
    expect(await bringForward(db.claims, [PARTNER])).toBe(0)
    const states = await Promise.all(late.map(read))
    expect(states.filter(({ isForward }) => isForward)).toHaveLength(55)
  })
})

describe('an attempt that was brought forward', () => {
  /** It is under way; by its schedule it were due in an hour. */
  const underWay = async (scheduledAt = `wasl_now() + interval '1 h'`): Promise<Delivery> => {
    const [delivery] = await postpone(1, {
      due_at: 'wasl_now()',
      leased_until: `wasl_now() + interval '20 s'`,
      retry_from: 'null',
      scheduled_at: scheduledAt,
    })
    return delivery as Delivery
  }

  const ended = (delivery: Delivery, fields: Partial<AttemptResult>): AttemptResult => ({
    ...delivery,
    partnerId: PARTNER,
    attempt: 3,
    outcome: 'http_status',
    status: 500,
    durationMs: 5,
    responseBody: null,
    error: null,
    bodySha256: null,
    sent: null,
    nextDelayMs: 60_000,
    retryAfterMs: null,
    isPartnerInTrouble: true,
    ...fields,
  })

  test('leaves the schedule unchanged when it fails, and the next one is not brought forward', async () => {
    const delivery = await underWay()
    await record(ended(delivery, {}))
    const waiting = { step: 3, mayComeForward: false, isForward: true, failed: false }
    expect(await read(delivery)).toEqual({ ...waiting, due_minutes: 60 })
    // The last attempt of a schedule is not used up either.
    const last = await underWay()
    await record(ended(last, { nextDelayMs: null }))
    expect(await read(last)).toEqual({ ...waiting, due_minutes: 60 })
  })

  test('respects a longer Retry-After', async () => {
    const delivery = await underWay()
    await record(ended(delivery, { retryAfterMs: 2 * 3_600_000 }))
    expect(await read(delivery)).toMatchObject({ step: 3, due_minutes: 120 })
  })

  test('ends the delivery when it is acknowledged', async () => {
    const delivery = await underWay()
    await record(ended(delivery, { outcome: 'acknowledged', status: 200, nextDelayMs: null }))
    expect(await read(delivery)).toMatchObject({ due_minutes: null, isForward: false })
  })

  test('is due as before when it was not sent', async () => {
    const delivery = await underWay()
    await record(ended(delivery, { outcome: 'not_sent', status: null, nextDelayMs: null }))
    expect(await read(delivery)).toMatchObject({ step: 3, due_minutes: 0, isForward: true })
  })

  test('counts as the scheduled one when it ends after the scheduled time', async () => {
    const delivery = await underWay(`wasl_now() - interval '1 s'`)
    await record(ended(delivery, { nextDelayMs: 600_000 }))
    expect(await read(delivery)).toEqual({
      step: 4,
      due_minutes: 10,
      mayComeForward: true,
      isForward: false,
      failed: false,
    })
  })
})

test('a failure with Retry-After can be brought forward after that time', async () => {
  const [delivery] = await postpone(1, {
    due_at: 'wasl_now()',
    retry_from: 'null',
    leased_until: `wasl_now() + interval '20 s'`,
  })
  await record({
    ...(delivery as Delivery),
    partnerId: PARTNER,
    attempt: 3,
    outcome: 'http_status',
    status: 503,
    durationMs: 5,
    responseBody: null,
    error: null,
    bodySha256: null,
    sent: null,
    nextDelayMs: 3_600_000,
    retryAfterMs: 600_000,
    isPartnerInTrouble: true,
  })
  const { rows } = await db.pool.query(
    `select round(extract(epoch from retry_from - wasl_now()) / 60)::int as minutes from webhook_deliveries`,
  )
  expect(rows).toEqual([{ minutes: 10 }])
})
