import { PROCESS_ROLES, type SystemProcess } from '@wasl/protocol'
import type pg from 'pg'
import { connectionsOf } from '../../base/database/connections.ts'
import type { ProcessFacts } from './heartbeat.ts'

type Row = {
  process_id: string
  started_at: Date
  seen_at: Date
  is_alive: boolean
  facts: Omit<ProcessFacts, keyof typeof BEFORE_ROLES> & Partial<ProcessFacts>
}

/** A process of a release before roles does everything. */
const BEFORE_ROLES = {
  roles: PROCESS_ROLES,
  databaseConnectionsMax: connectionsOf(PROCESS_ROLES),
}

/** Three heartbeats that did not come. */
const ALIVE_WITHIN = `interval '30 s'`

/** The processes of the last hour, those that are alive first. */
export const readProcesses = async (pool: pg.Pool): Promise<SystemProcess[]> => {
  const { rows } = await pool.query<Row>(
    `select process_id, started_at, seen_at, facts,
      seen_at > wasl_now() - ${ALIVE_WITHIN} as is_alive
    from processes
    order by is_alive desc, started_at, process_id`,
  )
  return rows.map((row) =>
    Object.assign({}, BEFORE_ROLES, row.facts, {
      roles: [...(row.facts.roles ?? BEFORE_ROLES.roles)],
      processId: row.process_id,
      startedAt: row.started_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      isAlive: row.is_alive,
    }),
  )
}
