import type pg from 'pg'
import { RUN_COLUMNS, type LiveRunRow } from './row.ts'

/** A partner's run; null for an unknown one. */
export const readRun = async (
  pool: pg.Pool,
  partnerId: number,
  runId: string,
): Promise<LiveRunRow | null> => {
  const { rows } = await pool.query<LiveRunRow>(
    `select ${RUN_COLUMNS} from live_checks where partner_id = $1 and run_id = $2`,
    [partnerId, runId],
  )
  return rows[0] ?? null
}

/** A partner's runs, the newest first. */
export const listRuns = async (
  pool: pg.Pool,
  partnerId: number,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<LiveRunRow[]> => {
  const { rows } = await pool.query<LiveRunRow>(
    `select ${RUN_COLUMNS}
    from live_checks
    where partner_id = $1 and ($2::uuid is null or run_id < $2)
    order by run_id desc
    limit $3`,
    [partnerId, beforeId, limit],
  )
  return rows
}
