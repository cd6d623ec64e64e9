import type pg from 'pg'
import { errorCodeOf } from '../base/database/errors.ts'

/**
 * Makes this the time zone of business dates. Until a day is closed it can change; then it is fixed,
 * because the dates of the transfers that are closed would be wrong in another one.
 *
 * @param timeZone null keeps the one of the database.
 * @throws Error with one sentence that names the variable.
 */
export const ensureTimeZone = async (pool: pg.Pool, timeZone: string | null): Promise<void> => {
  if (timeZone === null) return
  await expectKnown(pool, timeZone)
  await pool.query(
    'update ledger_state set time_zone = $1 where open_day is null and time_zone <> $1',
    [timeZone],
  )
  const { rows } = await pool.query<{ time_zone: string }>('select time_zone from ledger_state')
  const fixed = rows[0]?.time_zone ?? timeZone
  if (fixed === timeZone) return
  throw new Error(
    `WASL_TIME_ZONE: expected ${fixed}, in which business days were closed already, received ${timeZone}`,
  )
}

const INVALID_PARAMETER = '22023'

const expectKnown = async (pool: pg.Pool, timeZone: string): Promise<void> => {
  try {
    await pool.query('select now() at time zone $1', [timeZone])
  } catch (error) {
    if (errorCodeOf(error) !== INVALID_PARAMETER) throw error
    throw new Error(
      `WASL_TIME_ZONE: expected a time zone that PostgreSQL knows, such as Africa/Algiers, received ${timeZone}`,
      { cause: error },
    )
  }
}
