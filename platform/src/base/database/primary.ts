import type pg from 'pg'
import { databaseError, SQL_STATE } from './errors.ts'

/**
 * Refuses a server that cannot be written. During a failover an address may lead to a standby for a
 * moment. A session opened then would stay there and return old data as long as that server lives,
 * wherever the address leads later.
 *
 * @throws Error with PostgreSQL's code, so that the database counts as unavailable.
 */
export const expectPrimary = async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  )
  if (rows[0]?.transaction_read_only !== 'on') return
  throw databaseError(
    'the database is read-only: it is a standby, or not the primary any more',
    SQL_STATE.readOnlyTransaction,
  )
}
