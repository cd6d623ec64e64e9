import type pg from 'pg'
import type { Logger } from 'pino'
import { closeDays } from './close-day.ts'
import { oldestWriters } from './oldest-writers.ts'
import { rollUp } from './roll-up.ts'
import { monotonicMs } from '../base/chance.ts'
import { commandCall } from '../base/command-call.ts'

/** A closing that waits longer is told in the log, and again after as long. */
const WAIT_LONG_MS = 60_000

/** @returns the task, which returns whether there is more to roll up now. */
export const createRollUpTask = (pool: pg.Pool, log: Logger): (() => Promise<boolean>) => {
  let toldMs = -Infinity
  return async () => {
    const result = await rollUp(pool)
    if (result === 'another system' && monotonicMs() - toldMs >= WAIT_LONG_MS) {
      toldMs = monotonicMs()
      log.error(
        `the ledger was copied from another database system: run ${commandCall('rebuild-ledger')}`,
      )
    }
    return result === 'more'
  }
}

/**
 * Closes the days that are over, at each call as far as it goes, and says in the log which days were
 * closed and what a closing waits for.
 */
export const createDayCloser = (pool: pg.Pool, log: Logger): (() => Promise<void>) => {
  let sealed: string | null | undefined
  let toldMs = -Infinity
  return async () => {
    const closing = await closeDays(pool)
    if (closing.state === 'sealed') {
      const { sealedThrough } = closing
      if (sealed !== undefined && sealed !== sealedThrough)
        log.info({ sealedThrough }, 'business days were closed')
      sealed = sealedThrough
      return
    }
    const { through, advancedAt } = closing
    if (monotonicMs() - toldMs < WAIT_LONG_MS || !(await isLate(pool, advancedAt))) return
    toldMs = monotonicMs()
    const waitsFor = await oldestWriters(pool)
    log.warn(
      { through, since: advancedAt, waitsFor },
      'business days cannot be closed while these transactions run',
    )
  }
}

const isLate = async (pool: pg.Pool, advancedAt: Date): Promise<boolean> => {
  const { rows } = await pool.query<{ is_late: boolean }>(
    `select wasl_now() - $1::timestamptz > make_interval(secs => $2 / 1000.0) as is_late`,
    [advancedAt, WAIT_LONG_MS],
  )
  return rows[0]?.is_late === true
}
