import type pg from 'pg'
import { withTransaction } from '../base/database/with-transaction.ts'
import { HOLD_SUMS } from '../ledger/roll-up.ts'
import { holdClosedFence } from './fence.ts'
import type { Move, MoveCell } from './move.ts'
import { deletionsOf } from './sums.ts'
import { partnerTables } from './tables.ts'

/** Few enough that a batch takes milliseconds. */
const BATCH = 5_000

/**
 * Deletes every row that a cell has of the partner, under its closed fence. Neither the fence nor the
 * triggers that keep history stop it: the rows live on in the partner's home.
 *
 * @param deleted called with the table after each batch.
 */
export const clearPartner = async (
  { pool }: MoveCell,
  move: Move,
  deleted: (table: string, rows: number) => void,
): Promise<void> => {
  await asReplica(pool, move, async (tx) => {
    // Together, and with no roll-up meanwhile: the sums are those of the transfers at every moment.
    await tx.query(HOLD_SUMS)
    await tx.query(deletionsOf(move.partnerId).join('; '))
    await tx.query('delete from ledger_archive_sums where partner_id = $1', [move.partnerId])
    await tx.query('delete from ledger_transfers where partner_id = $1', [move.partnerId])
  })
  for (const { name } of await partnerTables(pool)) {
    let rows = BATCH
    while (rows === BATCH) {
      rows = await asReplica(pool, move, (tx) => deleteBatch(tx, name, move.partnerId))
      if (rows > 0) deleted(name, rows)
    }
  }
}

const deleteBatch = async (
  tx: pg.ClientBase,
  table: string,
  partnerId: number,
): Promise<number> => {
  const { rowCount } = await tx.query(
    `delete from ${table} where partner_id = $1 and (tableoid, ctid) in (
      select tableoid, ctid from ${table} where partner_id = $1 limit ${BATCH}
    )`,
    [partnerId],
  )
  return rowCount ?? 0
}

const asReplica = <Result>(
  pool: pg.Pool,
  move: Move,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  withTransaction(pool, async (tx) => {
    await holdClosedFence(tx, move)
    await tx.query('set local session_replication_role = replica')
    await tx.query('set local statement_timeout = 0')
    return work(tx)
  })
