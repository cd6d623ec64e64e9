import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { closeDays } from '../ledger/close-day.ts'
import { forgetPayments } from './forget-payments.ts'
import { nextMoment, type Moment } from './next-moment.ts'

/** The clock of a local platform. It runs at normal speed, and can be moved. */
export type LocalClock = {
  /** The platform's time, and how far it is ahead of this machine's. */
  read(): Promise<{ now: Date; aheadMs: number }>
  /** Moves ahead, and waits until everything that became due was done once. */
  advance(ms: number): Promise<void>
  /** The next scheduled change; null when there is none. */
  next(): Promise<Moment | null>
  /** Returns to this machine's time, and deletes all payments for it. */
  reset(): Promise<{ forgotten: number }>
}

/** An attempt to deliver an event may take ten seconds. */
const IDLE_TIMEOUT_MS = 12_000
const POLL_MS = 50

/** Replaces the database's wasl_clock(), so that locks, QR codes and retries move together. */
export const createLocalClock = (pool: pg.Pool): LocalClock => {
  const read: LocalClock['read'] = async () => {
    const { rows } = await pool.query<{ now: Date; ahead_ms: number }>(
      `select wasl_now() as now,
        round(extract(epoch from wasl_clock() - clock_timestamp()) * 1000)::float8 as ahead_ms`,
    )
    const [row] = rows
    if (!row) throw new Error('the database returned no time')
    return { now: row.now, aheadMs: row.ahead_ms }
  }

  const set = async (aheadMs: number): Promise<void> => {
    // A number that this program computed: the text of a function takes no parameters.
    await pool.query(
      `create or replace function wasl_clock() returns timestamptz
      language sql volatile parallel safe
      as $$ select clock_timestamp() + interval '${Math.round(aheadMs)} milliseconds' $$`,
    )
    await pool.query(`select pg_notify('wasl_webhooks', '')`)
  }

  return {
    read,
    async advance(ms) {
      await set((await read()).aheadMs + ms)
      await closeDays(pool)
      await becomeIdle(pool)
    },
    next: () => nextMoment(pool),
    async reset() {
      const forgotten = await forgetPayments(pool)
      await set(0)
      return { forgotten }
    },
  }
}

/** Waits until no attempt is due or under way and no lapsed lock is left. */
const becomeIdle = async (pool: pg.Pool): Promise<void> => {
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
    if (rows[0]?.busy === false) return
    await sleep(POLL_MS)
  }
}
