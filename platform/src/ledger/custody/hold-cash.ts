import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { Account } from '../account.ts'
import { balanceOf } from '../balance.ts'
import { cashKey, readAllBooks, sumOf, takeLock, type CashCells } from './over-cells.ts'

/**
 * Whether a holder of cash has this much. Requests that take cash from one holder wait for each other
 * here until their transactions end, so that two of them do not give the same notes. Confirmations do
 * not wait: they only add. With several cells, a request in a partner's cell must hold the lock of the
 * control cell (`underLock`).
 */
export const holdsCash = async (
  tx: pg.ClientBase,
  owner: string,
  amount: Centimes,
  cells: CashCells,
): Promise<boolean> => {
  await takeLock(tx, cashKey(owner))
  return (await balanceOver(tx, { kind: 'cash', owner }, cells)) >= amount
}

/** What an account holds now, in all cells. */
export const balanceOver = async (
  db: pg.ClientBase | pg.Pool,
  account: Account,
  cells: CashCells,
): Promise<Centimes> => {
  if (cells === null) return balanceOf(db, account)
  const { kind, owner } = account
  return sumOf(await readAllBooks(cells, { kind, owners: [owner] }))
}
