import { sumOfDenominations, type Centimes, type Denominations } from '@wasl/protocol'
import type pg from 'pg'
import { CASH_DAYS } from '../agents/holding.ts'
import { holdsCash } from '../custody/hold-cash.ts'
import { cashOfAgent } from '../../ledger/account.ts'
import { recordVariance } from '../variances/record.ts'
import { channelWireId } from '../../wire-ids.ts'
import { findShift, holdShift } from './find.ts'
import { moveShift } from './move.ts'
import type { ShiftRow, ShiftWithCount } from './shift.ts'

export type Count = {
  channelId: number
  shiftId: string
  /** Null: the count only begins. */
  denominations: Denominations | null
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
  { channelId, shiftId, denominations }: Count,
): Promise<CountResult> => {
  const shift = await holdShift(tx, { channelId, shiftId })
  if (shift === null) return { ok: false, code: 'SHIFT404_NOT_FOUND' }
  const isMade =
    denominations === null
      ? shift.status === 'counting' || (await moveShift(tx, shiftId, 'begin')) !== null
      : (await isRepeated(tx, shiftId, denominations)) ||
        (await makeCount(tx, shift, denominations))
  if (!isMade) return { ok: false, code: 'SHIFT409_WRONG_STATUS' }
  const after = await findShift(tx, { channelId, shiftId })
  if (after === null) throw new Error(`the shift ${shiftId} was held and is gone`)
  return { ok: true, shift: after }
}

const makeCount = async (
  tx: pg.ClientBase,
  shift: ShiftRow,
  denominations: Denominations,
): Promise<boolean> => {
  const { shift_id: shiftId, channel_id: channelId, agent_id: agentId } = shift
  const cash = cashOfAgent(agentId)
  // No handover moves the agent's cash between the books' moment and the end of this transaction.
  await holdsCash(tx, cash.owner, 0)
  if ((await moveShift(tx, shiftId, 'count')) === null) return false
  const counted = sumOfDenominations(denominations)
  const values = [shiftId, agentId, JSON.stringify(denominations), counted, [cash.owner]]
  const { rows } = await tx.query<{ expected: Centimes }>(KEEP_COUNT, values)
  const expected = rows[0]?.expected
  if (expected === undefined) throw new Error(`the count of the shift ${shiftId} was not stored`)
  const by = channelWireId(channelId)
  await recordVariance(tx, {
    channelId,
    account: cash,
    source: 'shift',
    sourceId: shiftId,
    difference: counted - expected,
    foundBy: by,
    actor: by,
  })
  return true
}

/**
 * One statement has one snapshot: the books, the open payments and the snapshot itself are of one
 * moment. A confirmation that this snapshot does not see belongs to the next shift.
 */
const KEEP_COUNT = `
  insert into shift_counts
    (shift_id, denominations, counted, expected, snapshot, open_locks, counted_at)
  select $1, $3::json, $4,
    (select coalesce(sum(debits - credits), 0)::bigint from (${CASH_DAYS('$5')}) as days),
    pg_current_snapshot(),
    (
      select coalesce(json_agg(json_build_object(
        'paymentId', open.payment_id, 'amount', payments.amount
      ) order by open.payment_id), '[]')
      from open_locks open
      join payments using (partner_id, payment_id)
      where open.agent_id = $2
    ),
    wasl_now()
  returning expected`

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
