import type pg from 'pg'
import type { ProcessRole } from '@wasl/protocol'
import type { TaskAge } from '../periodic/schedule.ts'

/** What a process says of itself. */
export type ProcessFacts = {
  address: string
  roles: readonly ProcessRole[]
  version: string
  commit: string | null
  node: string
  connections: number
  /** To one database, at most. */
  databaseConnectionsMax: number
  memoryBytes: number
  /** Partners whose circuit breaker is open here. */
  breakersOpen: number
  tasks: TaskAge[]
}

/** A process that was silent for an hour is forgotten. */
const FORGET_AFTER = `interval '1 hour'`

/** Writes that this process is alive. */
export const beat = async (
  pool: pg.Pool,
  processId: string,
  facts: ProcessFacts,
): Promise<void> => {
  await pool.query(
    `with forgotten as (
      delete from processes where seen_at < wasl_now() - ${FORGET_AFTER}
    )
    insert into processes (process_id, started_at, seen_at, facts)
    values ($1, wasl_now(), wasl_now(), $2)
    on conflict (process_id) do update set seen_at = excluded.seen_at, facts = excluded.facts`,
    [processId, JSON.stringify(facts)],
  )
}

/** A process that stops in order is not missed. */
export const endBeat = async (pool: pg.Pool, processId: string): Promise<void> => {
  await pool.query('delete from processes where process_id = $1', [processId])
}
