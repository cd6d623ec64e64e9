/**
 * What counts against the threshold above which another person approves a refund (D35): all refunds of the
 * payment, and all that the same person made that day without a second one. So nobody stays below it by
 * asking for two halves.
 */
import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { OperatorActor } from '../../base/audit/append.ts'
import { takeLock, type CashCells } from '../../ledger/custody/over-cells.ts'
import { isCounted } from '../../cells/counted.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { behind, samePersons } from '../../parties/people/persons-behind.ts'
import { isRefundOf } from './refund-row.ts'

type RefundRequest = { partnerId: number; paymentId: string; amount: Centimes; by: OperatorActor }

/** Requests of one person take turns; sorted, so that no two wait for each other. */
const locksOf = (by: OperatorActor): string[] =>
  behind(by)
    .map((person) => `refunds by ${person}`)
    .toSorted()

const takeLocks = async (tx: pg.ClientBase, by: OperatorActor): Promise<void> => {
  for (const key of locksOf(by)) await takeLock(tx, key)
}

/** Takes the locks in a transaction of the control cell, or of the only database. */
export const lockRequester = async (
  tx: pg.ClientBase,
  by: OperatorActor,
  cells: CashCells,
): Promise<void> => {
  if (cells === null || cells.isControl) await takeLocks(tx, by)
}

/** The same for a payment of another cell, around its own transaction. */
export const underRequesterLock = <Result>(
  cells: CashCells,
  by: OperatorActor,
  work: () => Promise<Result>,
): Promise<Result> =>
  cells === null || cells.isControl
    ? work()
    : withTransaction(cells.every.control.pool, async (tx) => {
        await takeLocks(tx, by)
        return work()
      })

/** Whether another person approves it. Hold the lock of the payment and of the requester. */
export const needsSecond = async (
  tx: pg.ClientBase,
  { partnerId, paymentId, amount, by }: RefundRequest,
  approvalAbove: Centimes | null,
  cells: CashCells,
): Promise<boolean> => {
  if (approvalAbove === null) return false
  if (amount > approvalAbove) return true
  const ofPayment = await sumOfPayment(tx, partnerId, paymentId)
  if (ofPayment + amount > approvalAbove) return true
  return (await sumOfDay(tx, by, cells)) + amount > approvalAbove
}

/** What expired was refunded too (W106). */
const sumOfPayment = async (
  tx: pg.ClientBase,
  partnerId: number,
  paymentId: string,
): Promise<Centimes> => {
  const { rows } = await tx.query<{ sum: Centimes }>(
    `select coalesce(sum(amount), 0)::bigint as sum from refunds
    where partner_id = $1 and ${isRefundOf('$2::uuid')} and status <> 'declined'`,
    [partnerId, paymentId],
  )
  return rows[0]?.sum ?? 0
}

const sumOfDay = async (
  tx: pg.ClientBase,
  by: OperatorActor,
  cells: CashCells,
): Promise<Centimes> => {
  if (cells === null || cells.every.isAlone) return sumOfDayIn(tx, by)
  const sums = await cells.every.read(({ screens }, leftOut) => sumOfDayIn(screens, by, leftOut))
  return sums.reduce((sum, one) => sum + one, 0)
}

/** Refunds from before this rule have only the name of the person who asked for them. */
const sumOfDayIn = async (
  db: pg.ClientBase | pg.Pool,
  by: OperatorActor,
  leftOut: readonly number[] = [],
): Promise<Centimes> => {
  const { rows } = await db.query<{ sum: Centimes }>(
    `select coalesce(sum(amount), 0)::bigint as sum
    from refunds, ledger_state state
    where approved_by is null and made_at is not null
      and made_at >= date_trunc('day', wasl_now() at time zone state.time_zone)
        at time zone state.time_zone
      and case when requested_behind is null then requested_by = $1 else requested_behind && $2 end
      and ${isCounted('partner_id', leftOut)}`,
    [by.holder, samePersons(by)],
  )
  return rows[0]?.sum ?? 0
}
