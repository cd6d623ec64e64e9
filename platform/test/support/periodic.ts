import type pg from 'pg'
import { until } from './wait.ts'

/** Longer than a process that leads takes until it asks again, which is a second (W168). */
const AWAY_SECONDS = 1.5

/** Two questions and a round of the tasks end in less. A slow machine may miss one time, and not the next. */
const AGAIN_MS = 6_000

/**
 * Waits for what the periodic work does once a minute. It takes the lead from the process that has it,
 * which begins all of its tasks when it leads again: no test waits for the minute.
 *
 * @param what the thing waited for, for the error's sentence.
 */
export const untilPeriodicWork = async (
  pool: pg.Pool,
  what: string,
  read: () => Promise<boolean> | boolean,
): Promise<void> => {
  let takenAtMs = Number.NEGATIVE_INFINITY
  await until(what, async () => {
    if (performance.now() - takenAtMs > AGAIN_MS && (await takeLead(pool))) {
      takenAtMs = performance.now()
    }
    return read()
  })
}

/** @returns false while no process leads yet. */
const takeLead = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `update work_leases
    set holder = gen_random_uuid(), leased_until = wasl_now() + make_interval(secs => $1)
    where work = 'periodic'`,
    [AWAY_SECONDS],
  )
  return rowCount === 1
}
