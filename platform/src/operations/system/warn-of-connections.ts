import type { ProcessRole } from '@wasl/protocol'
import type pg from 'pg'
import type { Logger } from 'pino'
import { connectionsOf } from '../../base/database/connections.ts'
import { readProcesses } from './read-processes.ts'

/**
 * Warns when the processes that live, and this one, may together open more connections than the server
 * gives to this user. It does not refuse the start: connections are opened when they are needed, and a
 * process that replaces another lives beside it for a moment.
 */
export const warnOfConnections = async (
  pool: pg.Pool,
  roles: readonly ProcessRole[],
  log: Logger,
): Promise<void> => {
  const others = (await readProcesses(pool)).filter(({ isAlive }) => isAlive)
  const own = connectionsOf(roles)
  const needed = others.reduce((sum, process) => sum + process.databaseConnectionsMax, own)
  const { rows } = await pool.query<{ allowed: number }>(ALLOWED_CONNECTIONS)
  const allowed = rows[0]?.allowed ?? needed
  if (needed <= allowed) return
  log.warn(
    { needed, allowed, own, processes: others.length + 1 },
    `the processes may need ${needed} connections together, and the database allows ${allowed}: raise ` +
      'max_connections (or the limit of the role or the database), or give processes fewer roles',
  )
}

/** How many a user may open. A role, or a database, without a limit has -1. */
export const ALLOWED_CONNECTIONS = `
  select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1),
    nullif(datconnlimit, -1)
  ) as allowed
  from pg_roles
  cross join pg_database
  where rolname = current_user and datname = current_database()`
