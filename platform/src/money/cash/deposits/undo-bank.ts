import type pg from 'pg'
import { bank, type Account } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { findDeposit } from './find.ts'

/** Whether a difference was found in this bag: then its variance is decided, and the bag stays banked. */
export const hasVariance = async (
  db: pg.ClientBase | pg.Pool,
  depositId: string,
): Promise<boolean> =>
  (await db.query('select from variances where source_id = $1', [depositId])).rowCount !== 0

/**
 * The bank did not credit this bag after all: BANKED is reversed, and the bag is in transit again. The
 * same again changes nothing.
 *
 * @param line the number of the transfer.
 */
export const undoBanked = async (
  tx: pg.ClientBase,
  { depositId, line, actor }: { depositId: string; line: number; actor: string },
): Promise<void> => {
  const before = await findDeposit(tx, null, depositId)
  if (before === null || before.banked === null || before.account === null) return
  const { rowCount } = await tx.query(
    `update deposits
    set status = case when disputed_at is null then 'deposited' else 'disputed' end,
      banked = null, account = null, banked_at = null, banked_by = null,
      times_unbanked = times_unbanked + 1
    where deposit_id = $1 and status = 'banked' and times_unbanked + 1 = $2
      and not exists (select from variances where source_id = deposit_id)`,
    [depositId, line],
  )
  if (rowCount !== 1) return
  const inTransit: Account = { kind: 'in_transit', owner: depositId }
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId: depositId,
      code: 'BANKED',
      line: -line,
      debit: inTransit,
      credit: bank(before.account),
      amount: before.banked,
      actor,
    },
  ])
}
