import type { Dedupe } from '@wasl/partner-kit'
import type { Pool, PoolClient } from 'pg'

/**
 * Needs: create table handled_events (key text primary key, handled_at timestamptz default now())
 *
 * A second copy of an event waits in `insert` until the first transaction ends: if that one
 * committed, it is a duplicate; if it rolled back, the second runs.
 */
export function postgresDedupe(pool: Pool): Dedupe<PoolClient> {
  return {
    once: async (key, run) => {
      const transaction = await pool.connect()
      try {
        await transaction.query('begin')
        const added = await transaction.query(
          'insert into handled_events (key) values ($1) on conflict do nothing',
          [key],
        )
        if (added.rowCount === 1) await run(transaction)
        await transaction.query('commit')
        transaction.release()
        return added.rowCount === 1 ? 'ran' : 'duplicate'
      } catch (error) {
        // Closing the connection rolls back, whatever state it is in.
        transaction.release(true)
        throw error
      }
    },
  }
}
