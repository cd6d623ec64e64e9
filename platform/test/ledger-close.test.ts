import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { types } from '../src/base/database/types.ts'
import { cashOfChannel } from '../src/ledger/account.ts'
import { balanceAt } from '../src/ledger/balance.ts'
import { advance, closeDays, seal, setFence } from '../src/ledger/close-day.ts'
import { oldestWriters } from '../src/ledger/oldest-writers.ts'
import { postTransfers } from '../src/ledger/post.ts'
import { rollUp } from '../src/ledger/roll-up.ts'
import { clockOf, type Clock } from './support/clock.ts'
import { connectTo, createTestDatabase, type TestDatabase } from './support/database.ts'
import { CLOSING_PATIENCE_MS, until } from './support/wait.ts'
import { closeEndedDays, collect, contradictions, dateInAlgiers, post } from './support/ledger.ts'

let database: TestDatabase
let pool: pg.Pool
let clock: Clock
/** The date of the first transfer. */
let firstDay: string

const DAY = 86_400

beforeEach(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 4, types })
  pool.on('error', () => undefined)
  clock = clockOf(pool)
  await clock.stop()
  firstDay = dateInAlgiers(await clock.now())
})

afterEach(async () => {
  try {
    expect(await violations()).toEqual([])
  } finally {
    await pool.end()
    await database.drop()
  }
})

const violations = (): Promise<string[]> => contradictions(pool)

const daysLater = (day: string, count: number): string =>
  new Date(new Date(day).getTime() + count * DAY * 1000).toISOString().slice(0, 10)

const dates = async (): Promise<string[]> => {
  const { rows } = await pool.query(
    'select business_date::text as date from ledger_transfers order by at, amount',
  )
  return rows.map(({ date }) => date)
}

describe('a day', () => {
  test('is closed when it is over, and later transfers get the next date', async () => {
    await post(pool, collect({ amount: 1 }))
    expect(await closeDays(pool)).toEqual({ state: 'sealed', sealedThrough: null })
    await clock.advance(DAY)
    expect(await closeEndedDays(pool)).toBe(firstDay)
    await post(pool, collect({ amount: 2 }))
    expect(await dates()).toEqual([firstDay, daysLater(firstDay, 1)])
    expect(await balanceAt(pool, cashOfChannel(7), firstDay)).toBe(1)
  })

  test('is not closed while the ledger is empty', async () => {
    await clock.advance(3 * DAY)
    expect(await closeDays(pool)).toEqual({ state: 'sealed', sealedThrough: null })
  })

  test('is closed with all the days that nobody closed', async () => {
    await post(pool, collect())
    await clock.advance(5 * DAY)
    expect(await closeEndedDays(pool)).toBe(daysLater(firstDay, 4))
  })

  test('is closed once by two processes at once', async () => {
    await post(pool, collect())
    await clock.advance(DAY)
    await Promise.all(Array.from({ length: 4 }, () => closeDays(pool)))
    await closeEndedDays(pool)
    const { rows } = await pool.query('select through::text from ledger_closings')
    expect(rows).toEqual([{ through: firstDay }])
  })
})

describe('the closing of a day', () => {
  /** What a process has done of it when it is killed. */
  const STEPS = [advance, setFence, rollUp, seal]

  test.for([1, 2, 3, 4])('goes on after a process died after step %d', async (count) => {
    await post(pool, collect())
    await clock.advance(DAY)
    for (const step of STEPS.slice(0, count)) await step(pool)
    expect(await closeEndedDays(pool)).toBe(firstDay)
    const { rows } = await pool.query('select from ledger_closings')
    expect(rows).toHaveLength(1)
  })

  test('waits for a transaction that read the open day before', async () => {
    const writer = await connectTo(database.url)
    await post(pool, collect({ amount: 1 }))
    await writer.query('begin')
    await postTransfers(writer, [collect({ amount: 2 })])
    await clock.advance(DAY)
    expect(await closeDays(pool)).toMatchObject({ state: 'waits', through: firstDay })
    await writer.query('commit')
    await writer.end()
    await closeEndedDays(pool)
    expect(await dates()).toEqual([firstDay, firstDay])
    expect(await balanceAt(pool, cashOfChannel(7), firstDay)).toBe(3)
  })

  test('waits for a transaction that read the open day while it advanced', async () => {
    await post(pool, collect({ amount: 1 }))
    const writer = await connectTo(database.url)
    const holder = await connectTo(database.url)
    await pool.query(`
      create function wait_for_test() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(4711);
        return new;
      end $$;
      create trigger hold before insert on ledger_closings
      for each row execute function wait_for_test()`)
    await clock.advance(DAY)
    await holder.query('select pg_advisory_lock(4711)')
    const advancing = advance(pool)
    await until('the advance to be made and not committed', async () => {
      const { rows } = await pool.query(
        `select from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`,
      )
      return rows.length > 0
    })
    // Its id is above that of the advance, and it still reads the day before.
    await writer.query('begin')
    await writer.query(`insert into ledger_transfers
      select 1001, new_id(1001), 'COLLECT', 1, 'cash', 'chn_7', 'partner_payable', 'prt_1001', 2,
        'DZD', 'chn_7', at, business_date_of(at)
      from (select wasl_now() - interval '1 day' as at) as yesterday`)
    await holder.end()
    await advancing
    expect(await closeDays(pool)).toMatchObject({ state: 'waits', through: firstDay })
    await writer.query('commit')
    await writer.end()
    await closeEndedDays(pool)
    expect(await balanceAt(pool, cashOfChannel(7), firstDay)).toBe(3)
  })

  test('names the transactions that it waits for', async () => {
    const writer = await connectTo(database.url)
    await writer.query(`set application_name = 'a long import'; begin`)
    await writer.query('select pg_current_xact_id()')
    // It names the oldest alone, and other test files on this server have transactions too.
    let named: string | undefined
    await until(
      'it to be among the oldest',
      async () => {
        named = (await oldestWriters(pool)).find((text) => text.includes('a long import'))
        return named !== undefined
      },
      CLOSING_PATIENCE_MS,
    )
    expect(named).toMatch(/^pid \d+, a long import, since \S+Z$/)
    await writer.query('rollback')
    await writer.end()
  })
})
