import type pg from 'pg'

type Session = { name: string; address: string; count: number }

/** How every connection of the platform is named (`base/database/database.ts`). */
const OURS = 'wasl%'

/**
 * Refuses a database that a process or a command of the platform is connected to.
 *
 * @param client with a name of its own, and the only connection of this command.
 * @throws Error with a sentence that names what is connected.
 */
export const refuseServing = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<Session>(
    `select application_name as name, coalesce(host(client_addr), 'this machine') as address,
      count(*)::int as count
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like $1 and backend_type = 'client backend'
    group by 1, 2 order by 1, 2`,
    [OURS],
  )
  if (rows.length === 0) return
  const named = rows.map(({ name, address, count }) => `"${name}" from ${address} (${count})`)
  throw new Error(
    `the database serves: ${named.join(', ')} are connected to it. Stop every process of the platform ` +
      'and every other command, then run this again',
  )
}
