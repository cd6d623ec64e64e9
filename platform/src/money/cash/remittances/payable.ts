import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { balanceOf } from '../../../ledger/balance.ts'
import { channelWireId } from '../../../base/wire-ids.ts'

/**
 * The commission that the operator owes a channel. Requests that net it wait for each other until
 * their transactions end.
 */
export const commissionOwed = async (tx: pg.ClientBase, channelId: number): Promise<Centimes> => {
  const owner = channelWireId(channelId)
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`payable ${owner}`])
  return -(await balanceOf(tx, { kind: 'channel_payable', owner }))
}
