import type pg from 'pg'

/** What a name of a time zone may contain, so that it needs no escape in a page. */
const NAME = /^[A-Za-z0-9_+/-]{1,64}$/

/**
 * Reads the operator's time zone for the pages (W150), once: while a process runs it does not change.
 * Empty while the database is away: a page shows that better than an error does, and uses its default.
 */
export const timeZoneReader = (pool: pg.Pool): (() => Promise<string>) => {
  let known: string | null = null
  return async () => {
    if (known !== null) return known
    try {
      const { rows } = await pool.query<{ zone: string }>(
        'select time_zone as zone from ledger_state',
      )
      const zone = rows[0]?.zone ?? ''
      known = NAME.test(zone) ? zone : ''
    } catch {
      return ''
    }
    return known
  }
}
