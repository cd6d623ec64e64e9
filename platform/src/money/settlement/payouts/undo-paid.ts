import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { postTransfers } from '../../../ledger/post.ts'
import { paidTransfer } from './record-bank.ts'
import { lockPayout } from './set-status.ts'

export type UndonePayment = {
  partnerId: number
  payoutId: string
  bankLineId: string
  /** The number of the transfer that the line proved. */
  line: number
  /** Whether the line posted it; a person's posting stays. */
  posts: boolean
}

/**
 * A bank line does not prove this payout after all: its transfer is reversed, and the bank is still to pay
 * it. The same again changes nothing, and a payout that came back since then stays as it is.
 */
export const undoPaid = (
  pool: pg.Pool,
  { partnerId, payoutId, bankLineId, line, posts }: UndonePayment,
  by: OperatorActor,
): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const before = await lockPayout(tx, partnerId, payoutId)
    if (before === null || before.bankLineId !== bankLineId) return
    const isReversed = posts && before.status === 'paid' && before.timesUnpaid + 1 === line
    await tx.query(
      `update payouts
      set bank_line_id = null,
        status = case when $3 then 'instructed' else status end,
        paid_at = case when $3 then null else paid_at end,
        paid_by = case when $3 then null else paid_by end,
        times_unpaid = times_unpaid + case when $3 then 1 else 0 end
      where partner_id = $1 and payout_id = $2`,
      [partnerId, payoutId, isReversed],
    )
    if (isReversed) {
      const { debit, credit, ...paid } = paidTransfer(before, by)
      await postTransfers(tx, [{ ...paid, line: -line, debit: credit, credit: debit }])
    }
    await appendAudit(tx, by, {
      partnerId,
      action: 'payout.unpaid',
      subject: payoutId,
      details: { bankLineId, isReversed },
    })
  })
