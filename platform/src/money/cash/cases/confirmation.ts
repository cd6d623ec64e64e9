import type pg from 'pg'
import { partnerOfId } from '../../../base/wire-ids.ts'
import { takeLock, type CashCells } from '../../../ledger/custody/over-cells.ts'
import type { CaseRow } from './case.ts'

/** The key of the lock under which a payment is found to explain a case. */
export const confirmationKey = (paymentId: string): string => `confirmation ${paymentId}`

/** SQL of the cash that the confirmation of `paid` has booked: its amount, or the coins of it (W236). */
export const BOOKED_CASH = `(
  select sum(case code when 'ROUNDED_DOWN' then -amount else amount end)::bigint
  from ledger_transfers
  where partner_id = paid.partner_id and source_id = paid.payment_id and line = 1
    and code in ('COLLECT', 'ROUNDED_UP', 'ROUNDED_DOWN')
)`

/**
 * The holder whom the COLLECT of a payment has charged, if that payment can have been confirmed with
 * the cash of this case: it was paid in the same channel, with the same amount or its coins (W297), for what
 * the payer wanted to pay, and explains no other case. Null otherwise. With several cells, the case of a count is
 * in the control cell and the payment in its partner's home.
 */
export const findConfirmation = async (
  tx: pg.ClientBase,
  found: CaseRow,
  paymentId: string,
  cells: CashCells,
): Promise<string | null> => {
  const partnerId = partnerOfId(paymentId)
  // A case that a count found has no partner and no reference.
  const isOfCase = found.payment_id === null || partnerId === found.partner_id
  if (partnerId === null || !isOfCase) return null
  await takeLock(tx, confirmationKey(paymentId))
  if (cells === null) return readConfirmation(tx, found, partnerId, paymentId)
  const { control, at } = cells.every
  const isTaken = await explainsCount(cells.isControl ? tx : control.screens, paymentId)
  if (isTaken) return null
  return at(partnerId, ({ screens }) => readConfirmation(screens, found, partnerId, paymentId))
}

/** Whether the payment explains a case of a count: those are of no partner. */
const explainsCount = async (
  control: pg.ClientBase | pg.Pool,
  paymentId: string,
): Promise<boolean> => {
  const { rowCount } = await control.query(
    'select from cases where partner_id = 0 and confirmed_by = $1',
    [paymentId],
  )
  return rowCount !== 0
}

const readConfirmation = async (
  db: pg.ClientBase | pg.Pool,
  found: CaseRow,
  partnerId: number,
  paymentId: string,
): Promise<string | null> => {
  const { rows } = await db.query<{ owner: string }>(
    `select collected.debit_owner as owner
    from payments paid
    join ledger_transfers collected
      on collected.partner_id = paid.partner_id and collected.source_id = paid.payment_id
      and collected.code = 'COLLECT' and collected.line = 1
    left join payments refused
      on refused.partner_id = paid.partner_id and refused.payment_id = $3::uuid
    where paid.partner_id = $1 and paid.payment_id = $2
      and paid.channel_id = $4 and $5 in (paid.amount, ${BOOKED_CASH})
      and ($3::uuid is null or paid.reference = refused.reference
        or paid.qr_token = refused.qr_token)
      and not exists (
        select from cases
        where partner_id in (0, paid.partner_id) and confirmed_by = paid.payment_id
      )`,
    [partnerId, paymentId, found.payment_id, found.channel_id, found.amount],
  )
  return rows[0]?.owner ?? null
}
