import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { isChannel } from '../fees/owner.ts'
import { bank, payableTo, type Account } from '../../../ledger/account.ts'
import { postTransfers, type NewTransfer } from '../../../ledger/post.ts'
import { isDraft, lockBatch, underBatchLock } from './batch-life.ts'
import type { WrongStatus } from './decide.ts'
import { mayFollow, type PayoutRow } from './payout.ts'
import { readPayout } from './read.ts'
import { leaveBatch, lockPayout, noteBankLine, setPayoutStatus } from './set-status.ts'

export type Recorded =
  | { ok: true; payout: PayoutRow }
  | { ok: false; code: 'PAYOUT404_NOT_FOUND' }
  | WrongStatus

type PayoutKey = { partnerId: number; payoutId: string }

/**
 * The bank has paid it: posts PAYOUT, with the payout as its source. A bank line that comes later than the
 * person who said it is noted with the payout.
 */
export const recordPaid = (
  pool: pg.Pool,
  { partnerId, payoutId }: PayoutKey,
  bankLineId: string | null,
  by: OperatorActor,
): Promise<Recorded> =>
  withTransaction(pool, async (tx): Promise<Recorded> => {
    const before = await lockPayout(tx, partnerId, payoutId)
    if (before === null) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
    if (before.status === 'paid') {
      const known = bankLineId === null || before.bankLineId !== null
      return { ok: true, payout: known ? before : await noteBankLine(tx, before, bankLineId) }
    }
    if (!mayFollow('paid', before.status)) {
      return { ok: false, code: 'PAYOUT409_WRONG_STATUS', status: before.status }
    }
    const payout = await setPayoutStatus(tx, before, 'paid', by.holder, { bankLineId })
    await postTransfers(tx, [transferOf(before, 'paid', by)])
    await appendAudit(tx, by, {
      partnerId,
      action: 'payout.paid',
      subject: payoutId,
      details: { bankLineId },
    })
    return { ok: true, payout }
  })

/**
 * The bank did not pay it, or sent the money back: that posts the undo of its transfer. It leaves a batch
 * that was not sent (D36).
 */
export const recordReturned = async (
  { pool, cells, every }: { pool: pg.Pool; cells: CashCells; every: EveryCell },
  { partnerId, payoutId }: PayoutKey,
  reason: string,
  by: OperatorActor,
): Promise<Recorded> => {
  // A batch never changes to another one, so it may be read before its lock.
  const batchId = (await readPayout(pool, partnerId, payoutId))?.batchId ?? null
  return underBatchLock(cells, batchId, () =>
    withTransaction(pool, async (tx): Promise<Recorded> => {
      await lockBatch(tx, batchId)
      const before = await lockPayout(tx, partnerId, payoutId)
      if (before === null) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
      if (before.status === 'returned') return { ok: true, payout: before }
      if (!mayFollow('returned', before.status)) {
        return { ok: false, code: 'PAYOUT409_WRONG_STATUS', status: before.status }
      }
      const isAsked = before.batchId === null || !(await isDraft(tx, every, before.batchId))
      const returned = await setPayoutStatus(tx, before, 'returned', by.holder, { reason })
      if (before.status === 'paid') await postTransfers(tx, [transferOf(before, 'returned', by)])
      const payout = isAsked ? returned : await leaveBatch(tx, returned)
      await appendAudit(tx, by, {
        partnerId,
        action: 'payout.returned',
        subject: payoutId,
        details: { reason, ...(isAsked ? {} : { leftBatchId: before.batchId }) },
      })
      return { ok: true, payout }
    }),
  )
}

/** What the bank's payment posts. */
export const paidTransfer = (payout: PayoutRow, by: OperatorActor): NewTransfer =>
  transferOf(payout, 'paid', by)

/** A channel's payout is COMMISSION_PAID; when it returns, its line is reversed. */
const transferOf = (
  { partnerId, payoutId, owner, amount, timesUnpaid }: PayoutRow,
  step: 'paid' | 'returned',
  { id }: OperatorActor,
): NewTransfer => {
  const ofChannel = isChannel({ partnerId })
  const payable: Account = ofChannel ? { kind: 'channel_payable', owner } : payableTo(partnerId)
  const clients = bank('clients')
  const isReturn = step === 'returned'
  const number = timesUnpaid + 1
  const code = isReturn ? 'PAYOUT_RETURNED' : 'PAYOUT'
  return {
    partnerId,
    sourceId: payoutId,
    code: ofChannel ? 'COMMISSION_PAID' : code,
    line: isReturn && !ofChannel ? 1 : isReturn ? -number : number,
    debit: isReturn ? clients : payable,
    credit: isReturn ? payable : clients,
    amount,
    actor: id ?? 'platform',
  }
}
