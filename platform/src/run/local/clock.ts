import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { closeDays } from '../../ledger/close-day.ts'
import { forgetPayments } from './forget-payments.ts'
import { nextMoment, type Moment } from './next-moment.ts'

/** The clock of a local platform. It runs at normal speed, and can be moved. */
export type LocalClock = {
  /** The platform's time, and how far it is ahead of this machine's. */
  read(): Promise<{ now: Date; aheadMs: number }>
  /**
   * Moves ahead, and waits until everything that became due was done once. Not idle when that took too
   * long: some of it is then still to be done.
   */
  advance(ms: number): Promise<{ isIdle: boolean }>
  /**
   * The next scheduled change, after attempts under way have ended: until then, their next ones are
   * not scheduled. Null when nothing is scheduled.
   */
  next(): Promise<Moment | null>
  /** Returns to this machine's time, and deletes all payments for it. */
  reset(): Promise<{ forgotten: number }>
}

/** An attempt to deliver an event may take ten seconds, and another one may wait for its end. */
const IDLE_TIMEOUT_MS = 25_000
const POLL_MS = 50

/**
 * Replaces the wasl_clock() of each database, so that locks, QR codes and retries move together.
 *
 * @param pools of each cell, the control cell first; of one database without cells.
 */
export const createLocalClock = (pools: readonly [pg.Pool, ...pg.Pool[]]): LocalClock => {
  const inEach = <Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result[]> =>
    Promise.all(pools.map(work))

  const read: LocalClock['read'] = async () => {
    const { rows } = await pools[0].query<{ now: Date; ahead_ms: number }>(
      `select wasl_now() as now,
        round(extract(epoch from wasl_clock() - clock_timestamp()) * 1000)::float8 as ahead_ms`,
    )
    const [row] = rows
    if (!row) throw new Error('the database returned no time')
    return { now: row.now, aheadMs: row.ahead_ms }
  }

  const set = (aheadMs: number): Promise<void[]> => inEach((pool) => setClock(pool, aheadMs))

  return {
    read,
    async advance(ms) {
      await set((await read()).aheadMs + ms)
      await inEach(closeDays)
      const idle = await inEach(becomeIdle)
      return { isIdle: idle.every(Boolean) }
    },
    async next() {
      await inEach(becomeIdle)
      const moments = (await inEach(nextMoment)).filter((moment) => moment !== null)
      return moments.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null
    },
    async reset() {
      const forgotten = await inEach(forgetPayments)
      await set(0)
      return { forgotten: forgotten.reduce((sum, count) => sum + count, 0) }
    },
  }
}

const setClock = async (pool: pg.Pool, aheadMs: number): Promise<void> => {
  // A number that this program computed: the text of a function takes no parameters.
  await pool.query(
    `create or replace function wasl_clock() returns timestamptz
    language sql volatile parallel safe
    as $$ select clock_timestamp() + interval '${Math.round(aheadMs)} milliseconds' $$`,
  )
  await pool.query(`select pg_notify('wasl_webhooks', '')`)
}

/** Waits until no attempt is due or under way and no lapsed lock is left; false when it gave up. */
const becomeIdle = async (pool: pg.Pool): Promise<boolean> => {
  const deadline = performance.now() + IDLE_TIMEOUT_MS
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select exists (
          select from webhook_deliveries where leased_until is not null or due_at <= wasl_now()
        )
        or exists (
          select from payments where stage = 'locked' and lock_expires_at <= wasl_now()
        ) as busy`,
    )
    if (rows[0]?.busy === false) return true
    await sleep(POLL_MS)
  }
  return false
}
