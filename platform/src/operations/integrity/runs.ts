import type pg from 'pg'
import type { Check } from './check.ts'

/** A run of all checks that came to its end. */
export type IntegrityRun = {
  run_id: string
  started_at: Date
  complete_through: string | null
  /** Null: the platform by itself. */
  asked_by: string | null
  duration_ms: number
  result: 'holds' | 'violated' | 'not all run'
  items: Check[]
}

/** The newest runs that came to their end, starting before `beforeId`. */
export const listRuns = async (
  pool: pg.Pool,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<IntegrityRun[]> => {
  const { rows } = await pool.query<IntegrityRun>(
    `select run_id, started_at, complete_through::text, asked_by, duration_ms, result, items
    from integrity_runs
    where result is not null and ($1::uuid is null or run_id < $1)
    order by run_id desc
    limit $2`,
    [beforeId, limit],
  )
  return rows
}
