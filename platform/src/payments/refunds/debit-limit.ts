import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { payableTo } from '../../ledger/account.ts'
import { balanceOf } from '../../ledger/balance.ts'

/**
 * Whether a refund of this amount would leave the partner owing more than its debit limit (D28). For a
 * partner that has a limit, the row of the partner stays locked until the transaction ends, so that
 * two refunds never pass the limit together.
 */
export const isBeyondDebitLimit = async (
  tx: pg.ClientBase,
  partnerId: number,
  amount: Centimes,
): Promise<boolean> => {
  if ((await readLimit(tx, partnerId, '')) === null) return false
  const limit = await readLimit(tx, partnerId, 'for no key update')
  // What the operator owes the partner is a credit, which a balance counts as negative.
  return limit !== null && (await balanceOf(tx, payableTo(partnerId))) + amount > limit
}

const readLimit = async (
  tx: pg.ClientBase,
  partnerId: number,
  lock: '' | 'for no key update',
): Promise<Centimes | null> => {
  const { rows } = await tx.query<{ debit_limit: Centimes | null }>(
    `select debit_limit from partners where partner_id = $1 ${lock}`,
    [partnerId],
  )
  return rows[0]?.debit_limit ?? null
}
