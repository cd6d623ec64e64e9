import { sumOfDenominations, type Centimes, type Denominations } from '@wasl/protocol'
import type pg from 'pg'
import {
  cashKey,
  readAllBooks,
  readBooks,
  sumOf,
  takeLock,
  type CashCells,
  type CellBooks,
} from '../../../ledger/custody/over-cells.ts'
import { cashOfAgent } from '../../../ledger/account.ts'
import { recordVariance } from '../variances/record.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { findShift, holdShift } from './find.ts'
import { moveShift } from './move.ts'
import type { ShiftRow, ShiftWithCount } from './shift.ts'

export type Count = {
  channelId: number
  shiftId: string
  /** Null: the count only begins. */
  denominations: Denominations | null
  /** The user who counts; null when the channel's key does. */
  userId?: number | null
}

export type CountResult =
  | { ok: true; shift: ShiftWithCount }
  | { ok: false; code: 'SHIFT404_NOT_FOUND' | 'SHIFT409_WRONG_STATUS' }

/**
 * Begins the count of a shift, or takes what was counted (D30). The count is blind: nobody is shown
 * what the books expect before it is made. It is compared with the books of one moment; the same count
 * again gets the same answer.
 */
export const countShift = async (
  tx: pg.ClientBase,
  { channelId, shiftId, denominations, userId = null }: Count,
  cells: CashCells = null,
): Promise<CountResult> => {
  const shift = await holdShift(tx, { channelId, shiftId })
  if (shift === null) return { ok: false, code: 'SHIFT404_NOT_FOUND' }
  const isMade =
    denominations === null
      ? shift.status === 'counting' || (await moveShift(tx, shiftId, 'begin')) !== null
      : (await isRepeated(tx, shiftId, denominations)) ||
        (await makeCount(tx, shift, { denominations, userId }, cells))
  if (!isMade) return { ok: false, code: 'SHIFT409_WRONG_STATUS' }
  const after = await findShift(tx, { channelId, shiftId })
  if (after === null) throw new Error(`the shift ${shiftId} was held and is gone`)
  return { ok: true, shift: after }
}

const makeCount = async (
  tx: pg.ClientBase,
  shift: ShiftRow,
  { denominations, userId }: { denominations: Denominations; userId: number | null },
  cells: CashCells,
): Promise<boolean> => {
  const { shift_id: shiftId, channel_id: channelId, agent_id: agentId } = shift
  const cash = cashOfAgent(agentId)
  // No handover moves the agent's cash between the books' moment and the end of this transaction.
  await takeLock(tx, cashKey(cash.owner))
  if ((await moveShift(tx, shiftId, 'count')) === null) return false
  const counted = sumOfDenominations(denominations)
  // From here on, a confirmation that these books do not see belongs to the next shift.
  const wanted = { owners: [cash.owner], agents: [agentId] }
  const books = cells === null ? [await readBooks(tx, wanted)] : await readAllBooks(cells, wanted)
  const expected = sumOf(books)
  await keepCount(tx, { shiftId, denominations, counted, expected, books })
  const by = channelWireId(channelId)
  await recordVariance(tx, {
    channelId,
    account: cash,
    source: 'shift',
    sourceId: shiftId,
    difference: counted - expected,
    foundBy: by,
    foundByUser: userId,
    actor: by,
  })
  return true
}

type MadeCount = {
  shiftId: string
  denominations: Denominations
  counted: Centimes
  expected: Centimes
  /** The control cell's first. */
  books: CellBooks[]
}

/**
 * Each part of the books has one snapshot, and is kept with it. With several cells the parts are of
 * moments that follow each other closely: a confirmation is in the books of its own cell or not.
 */
const keepCount = async (
  tx: pg.ClientBase,
  { shiftId, denominations, counted, expected, books }: MadeCount,
): Promise<void> => {
  const [first] = books
  await tx.query(
    `insert into shift_counts
      (shift_id, denominations, counted, expected, snapshot, open_locks, counted_at)
    values ($1, $2::json, $3, $4, $5, $6::json, wasl_now())`,
    [shiftId, JSON.stringify(denominations), counted, expected, first?.snapshot, locksOf(books)],
  )
  for (const part of books) {
    if (part.cell === null) continue
    await tx.query(
      `insert into shift_count_parts (shift_id, cell, expected, snapshot, open_locks)
      values ($1, $2, $3, $4, $5::json)`,
      [shiftId, part.cell, sumOf([part]), part.snapshot, locksOf([part])],
    )
  }
}

const locksOf = (books: readonly CellBooks[]): string =>
  JSON.stringify(
    books.flatMap(({ openLocks }) =>
      openLocks.map(({ paymentId, amount }) => ({ paymentId, amount })),
    ),
  )

/** Whether this is the count that was made. Absent denominations are zero. */
const isRepeated = async (
  tx: pg.ClientBase,
  shiftId: string,
  denominations: Denominations,
): Promise<boolean> => {
  const { rows } = await tx.query<{ denominations: Denominations }>(
    'select denominations from shift_counts where shift_id = $1',
    [shiftId],
  )
  const [made] = rows
  return made !== undefined && piecesOf(made.denominations) === piecesOf(denominations)
}

const piecesOf = (denominations: Denominations): string =>
  JSON.stringify(
    Object.entries(denominations)
      .filter(([, pieces]) => pieces !== undefined && pieces > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
