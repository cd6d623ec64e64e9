/**
 * A batch is the payouts of one file for the bank (D36).
 *
 * draft → sent → booked
 *
 * - *draft*: it takes payouts. One that is returned leaves it.
 * - *sent*: its file was downloaded once. The bytes, the lines and the total stay; it takes nothing more.
 *   A batch of which the bank has paid something is sent too, whether its file was downloaded or not.
 * - *booked*: each of its payouts is proved by a bank line, or was returned.
 *
 * Nothing of it is stored but the file that was sent: the rest follows from its payouts, which may live in
 * several cells. What changes a batch waits at a lock of the control cell that is named after it.
 */
import type { BatchStatus, Centimes, PayoutStatus } from '@wasl/protocol'
import type pg from 'pg'
import { takeLock, underLock, type CashCells } from '../../../ledger/custody/over-cells.ts'
import { isCounted } from '../../../cells/counted.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'

/** The name of the lock of a batch. */
export const batchKey = (batchId: string): string => `payout batch ${batchId}`

/** Takes the lock of a batch in the transaction that changes it; nobody else has a new batch. */
export const lockBatch = async (tx: pg.ClientBase, batchId: string | null): Promise<void> => {
  if (batchId !== null) await takeLock(tx, batchKey(batchId))
}

/** Changes a payout of a batch in its own cell, under the lock of the control cell. */
export const underBatchLock = <Result>(
  cells: CashCells,
  batchId: string | null,
  work: () => Promise<Result>,
): Promise<Result> => (batchId === null ? work() : underLock(cells, batchKey(batchId), work))

export type BatchPayout = {
  payoutId: string
  partnerId: number
  amount: Centimes
  status: PayoutStatus
  bankLineId: string | null
}

/** The payouts of a batch in all cells, in the order of their ids. */
export const readBatchPayouts = async (
  cells: EveryCell,
  batchId: string,
): Promise<BatchPayout[]> => {
  const parts = await cells.read(({ operatorLists }, leftOut) =>
    readPart(operatorLists, batchId, leftOut),
  )
  // Ids sort in the database as their texts do.
  return parts.flat().toSorted((one, other) => (one.payoutId < other.payoutId ? -1 : 1))
}

const readPart = async (
  database: pg.Pool | pg.ClientBase,
  batchId: string,
  leftOut: readonly number[] = [],
): Promise<BatchPayout[]> => {
  const { rows } = await database.query<BatchPayout>(
    `select payout_id as "payoutId", partner_id as "partnerId", amount, status,
      bank_line_id as "bankLineId"
    from payouts
    where batch_id = $1 and ${isCounted('partner_id', leftOut)}`,
    [batchId],
  )
  return rows
}

/** What a batch is, given whether its file was sent. */
export const batchStatusOf = (
  payouts: readonly Pick<BatchPayout, 'status' | 'bankLineId'>[],
  isSent: boolean,
): BatchStatus => {
  const isBooked = payouts.every(
    ({ status, bankLineId }) => status === 'returned' || (status === 'paid' && bankLineId !== null),
  )
  if (!isSent && !payouts.some(({ status }) => status === 'paid')) return 'draft'
  return isBooked ? 'booked' : 'sent'
}

/**
 * Whether a batch still takes payouts. Take its lock first: then nobody sends it meanwhile.
 *
 * @param tx the transaction that has the lock and has changed no payout yet. With one database it reads itself
 *   and waits for no other connection.
 */
export const isDraft = async (
  tx: pg.ClientBase,
  cells: EveryCell,
  batchId: string,
): Promise<boolean> => {
  const control = cells.isAlone ? tx : cells.control.operatorLists
  const { rowCount } = await control.query('select from payout_batches where batch_id = $1', [
    batchId,
  ])
  if (rowCount !== 0) return false
  const payouts = cells.isAlone
    ? await readPart(tx, batchId)
    : await readBatchPayouts(cells, batchId)
  return batchStatusOf(payouts, false) === 'draft'
}
