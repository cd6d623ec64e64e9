import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { isCounted } from '../../../cells/counted.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import type { Database } from '../../../base/database/database.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { isChannel } from '../fees/owner.ts'
import { bank } from '../../../ledger/account.ts'
import { balanceOf } from '../../../ledger/balance.ts'
import { readPartnerAccount } from '../partner-accounts/read.ts'
import type { WrongStatus } from './decide.ts'
import { isDraft, lockBatch, underBatchLock } from './batch-life.ts'
import { mayFollow, type PayoutRow } from './payout.ts'
import { lockPayout, setPayoutStatus } from './set-status.ts'

export type Instructed =
  | { ok: true; payout: PayoutRow }
  | { ok: false; code: 'PAYOUT404_NOT_FOUND' | 'PAYOUT409_NO_ACCOUNT' | 'BATCH409_SENT' }
  | { ok: false; code: 'PAYOUT409_NO_FUNDS'; available: Centimes }
  | WrongStatus

/**
 * Puts an approved payout into a batch, with the bank account that its partner has now. Refused when the
 * account of the partners' money does not have the amount: another payout may be faster than the bank's
 * lines, so what is instructed and not yet paid counts as gone. A batch that was sent takes none (D36).
 *
 * @param batchId of an earlier payout, to be in the same file; null for a new batch.
 * @param otherFunds what the other cells have of that account (`readOtherFunds`).
 */
export const instructPayout = (
  { pool, cells, every }: { pool: pg.Pool; cells: CashCells; every: EveryCell },
  { partnerId, payoutId }: { partnerId: number; payoutId: string },
  batchId: string | null,
  by: OperatorActor,
  otherFunds: Centimes = 0,
): Promise<Instructed> =>
  underBatchLock(cells, batchId, () =>
    withTransaction(pool, async (tx): Promise<Instructed> => {
      await lockBatch(tx, batchId)
      // One at a time, so that two do not spend the same money.
      await tx.query(`select pg_advisory_xact_lock(hashtext('instructed payouts'), 0)`)
      const before = await lockPayout(tx, partnerId, payoutId)
      if (before === null) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
      if (before.status === 'instructed') return { ok: true, payout: before }
      if (!mayFollow('instructed', before.status)) {
        return { ok: false, code: 'PAYOUT409_WRONG_STATUS', status: before.status }
      }
      if (batchId !== null && !(await isDraft(every, batchId))) {
        return { ok: false, code: 'BATCH409_SENT' }
      }
      const account = isChannel(before) ? null : await readPartnerAccount(tx, partnerId)
      const accountChangeId = account?.current?.changeId ?? null
      if (!isChannel(before) && accountChangeId === null) {
        return { ok: false, code: 'PAYOUT409_NO_ACCOUNT' }
      }
      const available = (await readFunds(tx)) + otherFunds
      if (available < before.amount) {
        return { ok: false, code: 'PAYOUT409_NO_FUNDS', available: Math.max(0, available) }
      }
      const batch = batchId ?? (await newBatchId(tx))
      const facts = { batchId: batch, accountChangeId }
      const payout = await setPayoutStatus(tx, before, 'instructed', by.holder, facts)
      await appendAudit(tx, by, {
        partnerId,
        action: 'payout.instruct',
        subject: payoutId,
        details: { batchId: batch },
      })
      return { ok: true, payout }
    }),
  )

/**
 * What the other cells have of the account of the partners' money, without what they have instructed. A
 * payout of another cell may be faster than this one: over cells the limit is advisory (money.md).
 *
 * @param home the database of the payout.
 */
export const readOtherFunds = async (cells: EveryCell, home: Database): Promise<Centimes> => {
  if (cells.isAlone) return 0
  const funds = await cells.read(async (db, leftOut) =>
    // What moves out of the home or into it is counted there by mistake, and counted out again here.
    db === home && leftOut.length === 0
      ? 0
      : (await readFunds(db.pool, leftOut)) - (db === home ? await readFunds(db.pool) : 0),
  )
  return funds.reduce((sum, one) => sum + one, 0)
}

const readFunds = async (
  tx: pg.ClientBase | pg.Pool,
  leftOut: readonly number[] = [],
): Promise<Centimes> => {
  const { rows } = await tx.query<{ instructed: Centimes }>(
    `select coalesce(sum(amount), 0)::bigint as instructed from payouts
    where status = 'instructed' and ${isCounted('partner_id', leftOut)}`,
  )
  return (await balanceOf(tx, bank('clients'), leftOut)) - (rows[0]?.instructed ?? 0)
}

const newBatchId = async (tx: pg.ClientBase): Promise<string> => {
  const { rows } = await tx.query<{ id: string }>('select new_id(0) as id')
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the database gave no id')
  return id
}
