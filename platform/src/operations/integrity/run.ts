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
  return finish(pool, lists, row.run_id, every)
}

/**
 * Asks all checks once for each day that was sealed, in one of the processes. Logs a violation as an
 * error.
 */
export const runDailyChecks = async (
  pool: pg.Pool,
  lists: pg.Pool,
  log: Logger,
  every: EveryCell | null = null,
): Promise<void> => {
  const { rows } = await pool.query<{ run_id: string }>(
    `insert into integrity_runs (run_id, started_at, complete_through)
    select new_id(0), wasl_now(), sealed_through
    from ledger_state
    where sealed_through is not null
    on conflict (complete_through) where asked_by is null
    do update set started_at = wasl_now()
      where integrity_runs.result is null
        and integrity_runs.started_at < wasl_now() - ${DEAD_AFTER}
    returning run_id`,
  )
  const [row] = rows
  if (row === undefined) return
  const { result, items } = await finish(pool, lists, row.run_id, every)
  if (result !== 'violated') return
  const violated = items.filter(isViolated).map(({ name }) => name)
  log.error({ runId: row.run_id, violated }, 'the check of integrity found a violation')
}

const isViolated = ({ result }: Check): boolean => result === 'violated'

const finish = async (
  pool: pg.Pool,
  lists: pg.Pool,
  runId: string,
  every: EveryCell | null,
): Promise<IntegrityRun> => {
  const startedMs = performance.now()
  const items = await checkIntegrity(lists, every)
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
    [runId, Math.round(performance.now() - startedMs), resultOf(items), JSON.stringify(items)],
  )
  const [run] = rows
  if (run === undefined) throw new Error('the run is not there')
  return run
}
