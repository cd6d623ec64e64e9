/** The closing of a business day, as `growth` measures it. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { after } from '../../../platform/src/base/database/period.ts'
import { closeDays } from '../../../platform/src/ledger/close-day.ts'
import { makePartitions } from '../../../platform/src/operations/retention/make-partitions.ts'
import { inTurn } from '../in-turn.ts'
import type { Bench } from '../scenario.ts'
import { addBooks, closeBooks, postDay, restBooks } from '../seed/books.ts'
import type { House } from './growth-house.ts'

export type Closes = {
  closes: number
  /** The transfers of a day. */
  dayTransfers: number
}

/** A closing that waits for another transaction is tried again. */
const PAUSE_MS = 5

/**
 * Closes days of the same size in both, because a day's business does not grow with the months that are
 * kept: what differs is the books of earlier days, in which each payment of the database is posted. None
 * of the day is rolled up before it closes. The days follow the last one of the books.
 */
export const measureDayClose = async (
  bench: Bench,
  houses: House[],
  { closes, dayTransfers }: Closes,
): Promise<void> => {
  const opened = await inTurn(houses, async (house) => {
    const { client, url } = house.database
    await restBooks(client)
    const pool = poolAtNoon(url)
    const close = bench.cleanup.add(() => pool.end())
    await addBooks(client, pool, bench.log)
    await client.query(CLOCK)
    await makePartitions(pool)
    return { house, pool, close, first: await closeBooks(client) }
  })
  // The first day is a warm-up.
  for (let count = 0; count <= closes; count += 1) {
    await inTurn(opened, async ({ house, pool, first }) => {
      const day = after(first, count)
      const partners = house.partners.length
      await postDay(house.database.client, { day, transfers: dayTransfers, partners })
      const durationMs = await closeMs(pool, day)
      await expectRolledUp(house, day, dayTransfers)
      if (count > 0) house.timesMs.dayClose.push(durationMs)
    })
  }
  for (const { house, close } of opened) {
    await closeBooks(house.database.client)
    await restBooks(house.database.client)
    await close()
  }
}

/** The clock of these sessions alone: days pass in them, and a platform never sees it. */
const CLOCK = `
  create or replace function growth.wasl_clock() returns timestamptz language sql as
    $$ select coalesce(nullif(current_setting('growth.now', true), '')::timestamptz, clock_timestamp()) $$`

const poolAtNoon = (url: string): pg.Pool =>
  new pg.Pool({ connectionString: url, max: 1, options: '-c search_path=growth,public' })

/** How long it takes until the day is sealed, at noon of the day after it. */
const closeMs = async (pool: pg.Pool, day: string): Promise<number> => {
  await pool.query(`select set_config('growth.now', $1, false)`, [`${after(day, 1)}T12:00:00Z`])
  const startedMs = performance.now()
  let closing = await closeDays(pool)
  while (closing.state === 'waits') {
    await pause(PAUSE_MS)
    closing = await closeDays(pool)
  }
  const durationMs = performance.now() - startedMs
  if (closing.sealedThrough !== day)
    throw new Error(`expected days sealed through ${day}, received ${closing.sealedThrough}`)
  return durationMs
}

const expectRolledUp = async (house: House, day: string, transfers: number): Promise<void> => {
  const { rows } = await house.database.client.query<{ debits: number }>(
    'select sum(debits)::float8 as debits from ledger_days where business_date = $1',
    [day],
  )
  const expected = transfers * 59_980
  if (rows[0]?.debits !== expected)
    throw new Error(`expected ${expected} centimes on ${day}, found ${rows[0]?.debits}`)
}
