/**
 * A confirmation in place of another one (W298). The lock of a payment ended before its confirmation came, so
 * the till opened the reference again and confirms that payment with the cash it has taken. Another device of
 * the same agent may have said "taken" for the same lost payment. So the lost payment gets a case that ends
 * with this confirmation, or its open case ends so: what is said of its cash afterwards is about that case,
 * and the cash is in one book.
 */
import type pg from 'pg'
import { THE_PLATFORM } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import type { Refusal } from '../../../base/refusal.ts'
import { partnerOfId } from '../../../base/wire-ids.ts'
import { underLock, type CashCells } from '../../../ledger/custody/over-cells.ts'
import type { ChangeRequest, ChangeResult } from '../../../payments/change.ts'
import { CASE_COLUMNS, type CaseRow } from './case.ts'
import { BOOKED_CASH, confirmationKey } from './confirmation.ts'
import { resolve } from './resolve.ts'

const BY_THE_PLATFORM = { ...THE_PLATFORM, holder: THE_PLATFORM.name }

export type InsteadDeps = { pool: pg.Pool; cashCells: CashCells }

/** The payment that is confirmed, and the one whose cash it is. */
type Instead = { partnerId: number; channelId: number; paymentId: string; lostId: string }

/**
 * Confirms a payment with the cash of a lost one. The row of the lost one's case is held meanwhile, so nobody
 * gives that cash back at the same moment. A process that dies in between leaves the case open until the till
 * repeats its confirmation.
 *
 * @param insteadOf the payment whose lock was lost; ignored when it cannot be the same cash.
 * @param confirm makes the confirmation, or gets the first answer again. It takes no connection of the pool.
 */
export const confirmInstead = async (
  { pool, cashCells }: InsteadDeps,
  { insteadOf, ...request }: ChangeRequest & { insteadOf: string },
  confirm: () => Promise<ChangeResult>,
): Promise<ChangeResult | Refusal<'CASE409_RESOLVED'>> => {
  const paymentId = request.paymentId.toLowerCase()
  const lostId = insteadOf.toLowerCase()
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null || partnerOfId(lostId) !== partnerId) return confirm()
  const instead = { partnerId, channelId: request.channelId, paymentId, lostId }
  return underLock(cashCells, confirmationKey(paymentId), () =>
    withTransaction(pool, async (tx) => {
      const known = await holdCaseOf(tx, instead)
      const isEnded = known !== null && known.status !== 'open'
      if (isEnded && known.confirmed_by !== paymentId)
        return { ok: false, code: 'CASE409_RESOLVED' }
      const result = await confirm()
      if (!result.ok || isEnded) return result
      const isNoted = known === null && (await noteConfirmed(tx, instead))
      if (!isNoted) await endOpenCase(tx, instead, cashCells)
      return result
    }),
  )
}

const holdCaseOf = async (
  tx: pg.ClientBase,
  { partnerId, channelId, lostId }: Instead,
): Promise<CaseRow | null> => {
  const { rows } = await tx.query<CaseRow>(
    `select ${CASE_COLUMNS}
    from cases
    where partner_id = $1 and payment_id = $2 and channel_id = $3
    for update`,
    [partnerId, lostId, channelId],
  )
  return rows[0] ?? null
}

/** Whether it can be the same cash: one person was to take the same bill twice, and the first time was refused. */
const IS_SAME_CASH = `
  paid.partner_id = $1 and paid.payment_id = $2 and paid.channel_id = $4 and paid.stage = 'paid'
  and lost.partner_id = $1 and lost.payment_id = $3 and lost.channel_id = $4
  and lost.stage = 'released' and lost.payment_id < paid.payment_id
  and lost.agent_id is not distinct from paid.taken_by
  and lost.amount = paid.amount
  and (lost.reference = paid.reference or lost.qr_token = paid.qr_token)`

/**
 * Notes a case that is over: nothing of it is in the books, because the cash is in those of the payment.
 *
 * @returns false when there is a case already.
 */
const noteConfirmed = async (
  tx: pg.ClientBase,
  { partnerId, channelId, paymentId, lostId }: Instead,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into cases (partner_id, case_id, channel_id, payment_id, amount, taken_by, taken_at,
      reported_at, status, confirmed_by, resolved_at, resolved_by)
    select $1::int, new_id($1), $4::int, $3::uuid, ${BOOKED_CASH},
      coalesce('agt_' || paid.taken_by, 'chn_' || $4), refused.at, wasl_now(), 'confirmed', $2::uuid,
      wasl_now(), $5
    from payments paid, payments lost, lateral (
      select min(at) as at
      from payment_refusals
      where partner_id = $1 and payment_id = $3 and cause = 'confirm'
    ) as refused
    where ${IS_SAME_CASH} and refused.at is not null
    on conflict do nothing`,
    [partnerId, paymentId, lostId, channelId, BY_THE_PLATFORM.holder],
  )
  return rowCount === 1
}

/** The other device has reported the cash first. */
const endOpenCase = async (
  tx: pg.ClientBase,
  instead: Instead,
  cells: CashCells,
): Promise<void> => {
  const { partnerId, channelId, paymentId, lostId } = instead
  const { rows } = await tx.query<{ case_id: string }>(
    `select cases.case_id
    from cases, payments paid, payments lost
    where ${IS_SAME_CASH}
      and cases.partner_id = $1 and cases.payment_id = $3 and cases.status = 'open'
      and cases.taken_by = coalesce('agt_' || paid.taken_by, 'chn_' || $4::int)`,
    [partnerId, paymentId, lostId, channelId],
  )
  const [open] = rows
  if (open === undefined) return
  const resolution = { confirmedBy: paymentId }
  await resolve(tx, { caseId: open.case_id, resolution, by: BY_THE_PLATFORM }, cells)
}
