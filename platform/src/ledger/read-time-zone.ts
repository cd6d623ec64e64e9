import type pg from 'pg'

/** The operator's time zone, in which its days begin. */
export const readTimeZone = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ zone: string }>('select time_zone as zone from ledger_state')
  return rows[0]?.zone ?? 'UTC'
}
