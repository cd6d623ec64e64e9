/**
 * Closes business days. A day that is closed never changes again, so a statement can be made of it.
 *
 * A day ends at midnight in the operator's time zone. Its closing then has four steps. Each is one
 * statement, guarded by what the step before left in the database:
 *
 *   open → advanced → fenced → rolled up → sealed
 *
 * - *advance*: the open day becomes today. A transaction that reads it from now on writes nothing to
 *   the days before. A transaction that read it earlier and still runs may.
 * - *fence*: notes a transaction id that is assigned now. A transaction has its own id before it reads
 *   the open day (`ledger_calendar`), so one that may still write to those days has an id below.
 *   (`pg_snapshot_xmax` is not enough: it is one above the latest *completed* id, and a running
 *   transaction with a higher one may have read the open day before it advanced.)
 * - *roll up*: `rolled_up_to` reaches the fence when no transaction below it runs. One whose commit
 *   waits for a standby still runs.
 * - *seal*: `sealed_through` becomes the last of these days.
 *
 * A process that dies leaves the closing at a step, and the next run of any process goes on there. Two
 * processes may make the same step: the second one changes nothing. Only the database's clock counts.
 * When no process ran for some days, one closing seals all of them.
 */
import type pg from 'pg'
import { rollUp } from './roll-up.ts'
import { withLocalCommit } from './local-commit.ts'

export type Closing =
  /** Every day that is over is sealed. Null until a day was closed. */
  | { state: 'sealed'; sealedThrough: string | null }
  /** A transaction that may write to the days still runs, or the roll-up has not reached the fence. */
  | { state: 'waits'; through: string; advancedAt: Date }

/** Makes every step that can be made now. While the closing waits, call it again later. */
export const closeDays = async (pool: pg.Pool): Promise<Closing> => {
  await advance(pool)
  await setFence(pool)
  let rolledUp = await rollUp(pool)
  while (rolledUp === 'more') rolledUp = await rollUp(pool)
  await seal(pool)
  return readClosing(pool)
}

/**
 * Until a day was closed, the first day of the books is the open one: an empty ledger closes nothing,
 * so its time zone can still change. A cell of several closes days without transfers too, because what
 * is counted over all cells is complete through the earliest of their days (W177).
 */
export const advance = async (pool: pg.Pool): Promise<void> => {
  await withLocalCommit(pool, (tx) =>
    tx.query(`
    with advanced as (
      update ledger_state
      set open_day = (wasl_now() at time zone time_zone)::date
      where coalesce(open_day, (
        select least(
          (select min(business_date) from ledger_days),
          (select min(business_date) from ledger_tail(null, null))
        )
      ), (
        select (wasl_now() at time zone time_zone)::date - 1 from this_cell
      )) < (wasl_now() at time zone time_zone)::date
      returning open_day
    )
    insert into ledger_closings (through, advanced_at)
    select open_day - 1, wasl_now() from advanced`),
  )
}

/** Sees only closings that were committed, so its own transaction id is younger than their advance. */
export const setFence = async (pool: pg.Pool): Promise<void> => {
  await withLocalCommit(pool, (tx) =>
    tx.query(`update ledger_closings set fence = pg_current_xact_id() where fence is null`),
  )
}

export const seal = async (pool: pg.Pool): Promise<void> => {
  await withLocalCommit(pool, (tx) =>
    tx.query(`
    with sealed as (
      update ledger_closings
      set sealed_at = wasl_now()
      where sealed_at is null and fence <= ledger_rolled_up_to()
      returning through
    )
    update ledger_state
    set sealed_through = greatest(sealed_through, (select max(through) from sealed))
    where exists (select from sealed)`),
  )
}

export const readClosing = async (pool: pg.Pool): Promise<Closing> => {
  const { rows } = await pool.query<{
    sealed_through: string | null
    through: string | null
    advanced_at: Date | null
  }>(`
    select sealed_through::text, waiting.through::text, waiting.advanced_at
    from ledger_state
    left join lateral (
      select through, advanced_at from ledger_closings
      where sealed_at is null
      order by through
      limit 1
    ) as waiting on true`)
  const { sealed_through = null, through = null, advanced_at = null } = rows[0] ?? {}
  return through === null || advanced_at === null
    ? { state: 'sealed', sealedThrough: sealed_through }
    : { state: 'waits', through, advancedAt: advanced_at }
}
