import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { isCounted } from '../../../cells/counted.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { takeLock, underLock, type CashCells } from '../../../ledger/custody/over-cells.ts'
import { isChannel } from '../fees/owner.ts'
import { bank } from '../../../ledger/account.ts'
import { balanceOf } from '../../../ledger/balance.ts'
import { readPartnerAccount } from '../partner-accounts/read.ts'
import type { WrongStatus } from './decide.ts'
import { batchKey, isDraft, lockBatch } from './batch-life.ts'
import { mayFollow, type PayoutRow } from './payout.ts'
import { lockPayout, setPayoutStatus } from './set-status.ts'

export type Instructed =
  | { ok: true; payout: PayoutRow }
  | { ok: false; code: 'PAYOUT404_NOT_FOUND' | 'PAYOUT409_NO_ACCOUNT' | 'BATCH409_SENT' }
  | { ok: false; code: 'PAYOUT409_NO_FUNDS'; available: Centimes }
  | WrongStatus

/** In the control cell: instructions of all cells take turns, so that two do not spend the same money. */
const TURN = 'instructed payouts'

type Place = { pool: pg.Pool; cells: CashCells; every: EveryCell }

/**
 * Puts an approved payout into a batch, with the bank account that its partner has now. Refused when the
 * account of the partners' money, over all cells, does not have the amount: another payout may be faster
 * than the bank's lines, so what is instructed and not yet paid counts as gone. A batch that was sent takes
 * none (D36).
 *
 * @param batchId of an earlier payout, to be in the same file; null for a new batch.
 */
export const instructPayout = (
  { pool, cells, every }: Place,
  { partnerId, payoutId }: { partnerId: number; payoutId: string },
  batchId: string | null,
  by: OperatorActor,
): Promise<Instructed> =>
  underLock(cells, [...(batchId === null ? [] : [batchKey(batchId)]), TURN], () =>
    withTransaction(pool, async (tx): Promise<Instructed> => {
      await lockBatch(tx, batchId)
      await takeLock(tx, TURN)
      await tx.query(`select ${LOCK_OF_CELL('pg_advisory_xact_lock')}`)
      const before = await lockPayout(tx, partnerId, payoutId)
      if (before === null) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
      if (before.status === 'instructed') return { ok: true, payout: before }
      if (!mayFollow('instructed', before.status)) {
        return { ok: false, code: 'PAYOUT409_WRONG_STATUS', status: before.status }
      }
      if (batchId !== null && !(await isDraft(tx, every, batchId))) {
        return { ok: false, code: 'BATCH409_SENT' }
      }
      const account = isChannel(before) ? null : await readPartnerAccount(tx, partnerId)
      const accountChangeId = account?.current?.changeId ?? null
      if (!isChannel(before) && accountChangeId === null) {
        return { ok: false, code: 'PAYOUT409_NO_ACCOUNT' }
      }
      const available = every.isAlone ? await readFunds(tx) : await readAllFunds(every, pool)
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

/** SQL: the lock of one cell, held from before the funds are read until the instruction is committed. */
const LOCK_OF_CELL = (lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'): string =>
  `${lock}(hashtext('instructed payouts'), 0)`

/**
 * What all cells have of the account of the partners' money, without what they have instructed. Call it with
 * the turn. A cell is read when no instruction in it is under way: one whose process lost its turn, with the
 * control cell, may still commit (W289).
 *
 * @param home of the payout, whose lock the caller has. Nothing was written there yet.
 */
const readAllFunds = async (cells: EveryCell, home: pg.Pool): Promise<Centimes> => {
  const funds = await cells.read(({ pool, screens }, leftOut) =>
    withTransaction(screens, async (tx) => {
      if (pool !== home) await tx.query(`select ${LOCK_OF_CELL('pg_advisory_xact_lock_shared')}`)
      return readFunds(tx, leftOut)
    }),
  )
  return funds.reduce((sum, one) => sum + one, 0)
}

const readFunds = async (tx: pg.ClientBase, leftOut: readonly number[] = []): Promise<Centimes> => {
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
