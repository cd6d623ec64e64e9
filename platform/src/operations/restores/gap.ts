/**
 * A restore of the database, and the gap that it leaves (W285): what was made between the last moment
 * that the restored database remembers and the repair is unknown, although partners, tills and the bank
 * remember it.
 *
 * - not finished: the repair has begun. No process starts.
 * - finished: every step is done. Its gap explains ids that nobody here knows.
 */
import type pg from 'pg'

export type Gap = {
  from: Date
  until: Date
  /** Whether it may still explain what is named without an id, and so without a time. */
  isRecent: boolean
}

export type RestoreRow = {
  restore_id: number
  restored_to: Date
  repaired_at: Date
  lock_hours: number
  steps: Partial<Record<string, unknown>>
  finished_at: Date | null
}

/**
 * An id is older than its commit by at most this: a statement that waits for a standby is given up before.
 */
const COMMIT_MARGIN_MS = 60_000

/** Older payments may have been dropped, and are unknown for another reason. */
const EXPLAINS_DAYS = 60

/** Who was told that something is paid, and is asked to pay it again, comes within days. */
const RECENT_DAYS = 14

/** The gaps of this database that may still explain an unknown id. */
export const readGaps = async (pool: pg.Pool): Promise<Gap[]> => {
  const { rows } = await pool.query<Gap>(
    `select restored_to as "from", repaired_at as "until",
      repaired_at > wasl_now() - make_interval(days => $2) as "isRecent"
    from restores
    where finished_at is not null and repaired_at > wasl_now() - make_interval(days => $1)`,
    [EXPLAINS_DAYS, RECENT_DAYS],
  )
  return rows.map(({ from, until, isRecent }) => ({
    from: new Date(from.getTime() - COMMIT_MARGIN_MS),
    until,
    isRecent,
  }))
}

/** The last restore that was repaired, or whose repair has begun. */
export const lastRestore = async (client: pg.ClientBase): Promise<RestoreRow | null> => {
  const { rows } = await client.query<RestoreRow>(
    'select * from restores order by restore_id desc limit 1',
  )
  return rows[0] ?? null
}

export const isWithin = ({ from, until }: Pick<Gap, 'from' | 'until'>, at: Date): boolean =>
  from <= at && at <= until

/**
 * Refuses a start on a database whose repair has begun and has not ended.
 *
 * @throws Error with one sentence.
 */
export const refuseHalfRepaired = async (
  db: Pick<pg.Pool, 'query'>,
  command: string,
): Promise<void> => {
  const { rows } = await db.query<{ at: string }>(
    'select wire_time(repaired_at) as at from restores where finished_at is null limit 1',
  )
  const [begun] = rows
  if (begun === undefined) return
  throw new Error(
    `The repair of this database after a restore began at ${begun.at} and has not ended: run ` +
      `${command} again, then start.`,
  )
}
