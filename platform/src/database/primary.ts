import type pg from 'pg'

/** PostgreSQL's own code, for what cannot be done in a read-only transaction. */
const READ_ONLY = '25006'

/**
 * Refuses a server that cannot be written. At a failover an address may lead to a standby for a moment,
 * and a session that began there would stay: with answers of how things were, for as long as that
 * server lives, wherever the address leads by then.
 *
 * @throws Error with PostgreSQL's code, so that it counts as the database being away.
 */
export const expectPrimary = async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  )
  if (rows[0]?.transaction_read_only !== 'on') return
  throw Object.assign(new Error('the database is read-only: a standby, or not the primary now'), {
    code: READ_ONLY,
  })
}

/** Nothing was executed: the server stands by, or has been made read-only since the session began. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY
