import type pg from 'pg'
import { withTransaction } from '../base/database/with-transaction.ts'

/**
 * A transaction whose commit does not wait for a standby. The roll-up and the closing of days are
 * computed from rows that are committed, and are computed again where a failover loses them. So they go
 * on, and say what they wait for, while the commits of payments wait for a standby that is away.
 */
export const withLocalCommit = <Result>(
  pool: pg.Pool,
  callback: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  withTransaction(pool, async (tx) => {
    await tx.query('set local synchronous_commit = local')
    return callback(tx)
  })
