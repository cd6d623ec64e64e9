import type pg from 'pg'
import type { EveryCell } from '../../cells/every-cell.ts'
import type { Logger } from 'pino'
import { checkIntegrity, resultOf, type Check } from './check.ts'
import type { IntegrityRun } from './runs.ts'

/** Runs that are kept. A run has some kilobytes. */
const KEPT_MAX = 200

/** Longer than any run takes: its process died. */
const DEAD_AFTER = `interval '10 minutes'`

/**
 * Asks all checks and stores what they find.
 *
 * @param lists the pool that the checks read with.
 * @param every in the control cell of several.
 */
export const runChecks = async (
  pool: pg.Pool,
  lists: pg.Pool,
  askedBy: string,
  every: EveryCell | null = null,
): Promise<IntegrityRun> => {
  const { rows } = await pool.query<{ run_id: string }>(
    `insert into integrity_runs (run_id, started_at, complete_through, asked_by)
    select new_id(0), wasl_now(), sealed_through, $1 from ledger_state
    returning run_id`,
    [askedBy],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the run was not recorded')
  const startedMs = performance.now()
  const items = await checkIntegrity(lists, every)
  return record(pool, row.run_id, items, performance.now() - startedMs)
}

/**
 * Asks all checks once for each day that was sealed, in one of the processes. Logs a violation as an
 * error. One that may come from a partner whose rows are being copied or removed is not recorded: all checks are
 * asked again by the next run (W294).
 */
export const runDailyChecks = async (
  pool: pg.Pool,
  lists: pg.Pool,
  log: Logger,
  every: EveryCell | null = null,
): Promise<void> => {
  const { rows } = await pool.query<{ run_id: string; since: string }>(
    `insert into integrity_runs (run_id, started_at, complete_through)
    select new_id(0), wasl_now(), sealed_through
    from ledger_state
    where sealed_through is not null
    on conflict (complete_through) where asked_by is null
    do update set started_at = wasl_now()
      where integrity_runs.result is null
        and integrity_runs.started_at < wasl_now() - ${DEAD_AFTER}
    returning run_id, clock_timestamp()::text as since`,
  )
  const [row] = rows
  if (row === undefined) return
  const startedMs = performance.now()
  const items = await checkIntegrity(lists, every)
  const isViolation = resultOf(items) === 'violated'
  if (isViolation && (await hasPartialCopy(pool, row.since))) {
    await pool.query('delete from integrity_runs where run_id = $1', [row.run_id])
    log.info('a partner moves: the check of integrity is done again')
    return
  }
  await record(pool, row.run_id, items, performance.now() - startedMs)
  if (!isViolation) return
  const violated = items.filter(isViolated).map(({ name }) => name)
  log.error({ runId: row.run_id, violated }, 'the check of integrity found a violation')
}

const isViolated = ({ result }: Check): boolean => result === 'violated'

/** A move that has stood this long keeps nobody from hearing of a violation. */
const MOVE_MAX = `interval '1 day'`

/**
 * Whether the cell has had a part of a partner's rows since then: the fence is closed and the move is not over
 * while they are copied here, or removed.
 */
const hasPartialCopy = async (pool: pg.Pool, since: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from partner_fences
    where changed_at >= $1::timestamptz
      or (is_closed and not is_over and changed_at > clock_timestamp() - ${MOVE_MAX})
    limit 1`,
    [since],
  )
  return rowCount === 1
}

const record = async (
  pool: pg.Pool,
  runId: string,
  items: Check[],
  tookMs: number,
): Promise<IntegrityRun> => {
  const { rows } = await pool.query<IntegrityRun>(
    `with forgotten as (
      delete from integrity_runs
      where run_id < (
        select run_id from integrity_runs order by run_id desc offset ${KEPT_MAX} limit 1
      )
    )
    update integrity_runs
    set duration_ms = $2, result = $3, items = $4
    where run_id = $1
    returning *, complete_through::text`,
    [runId, Math.round(tookMs), resultOf(items), JSON.stringify(items)],
  )
  const [run] = rows
  if (run === undefined) throw new Error('the run is not there')
  return run
}
