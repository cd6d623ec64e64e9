import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { balanceOf } from '../../ledger/balance.ts'

/**
 * Whether a holder of cash has this much. Requests that take cash from one holder wait for each other
 * here until their transactions end, so that two of them do not give the same notes. Confirmations do
 * not wait: they only add. The sum covers all partners, so with partners in several databases the limit
 * is advisory.
 */
export const holdsCash = async (
  tx: pg.ClientBase,
  owner: string,
  amount: Centimes,
): Promise<boolean> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`cash ${owner}`])
  return (await balanceOf(tx, { kind: 'cash', owner })) >= amount
}
