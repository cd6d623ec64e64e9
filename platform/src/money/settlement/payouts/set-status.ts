import type pg from 'pg'
import { mayFollow, type PayoutRow, type PayoutStep } from './payout.ts'
import { readPayout } from './read.ts'

export type StepFacts = {
  batchId?: string
  accountChangeId?: string | null
  bankLineId?: string | null
  reason?: string
}

/**
 * The one setter of a payout's status. Lock the payout first (`lockPayout`).
 *
 * @throws Error when the step may not follow its status: that is a bug of the caller.
 */
export const setPayoutStatus = async (
  tx: pg.ClientBase,
  { partnerId, payoutId, status }: PayoutRow,
  step: PayoutStep,
  holder: string,
  { batchId, accountChangeId, bankLineId, reason }: StepFacts = {},
): Promise<PayoutRow> => {
  if (!mayFollow(step, status)) throw new Error(`the payout ${payoutId} is ${status}, not ${step}`)
  const { rowCount } = await tx.query(SET, [
    partnerId,
    payoutId,
    status,
    step,
    holder,
    batchId ?? null,
    accountChangeId ?? null,
    bankLineId ?? null,
    reason ?? null,
  ])
  const payout = await readPayout(tx, partnerId, payoutId)
  if (rowCount !== 1 || payout === null) throw new Error(`the payout ${payoutId} was not changed`)
  return payout
}

/** The line of the bank account that proves a paid payout. */
export const noteBankLine = async (
  tx: pg.ClientBase,
  { partnerId, payoutId, ...payout }: PayoutRow,
  bankLineId: string,
): Promise<PayoutRow> => {
  await tx.query('update payouts set bank_line_id = $3 where partner_id = $1 and payout_id = $2', [
    partnerId,
    payoutId,
    bankLineId,
  ])
  return { ...payout, partnerId, payoutId, bankLineId }
}

/** A returned payout is not in the file of a batch that was not sent. */
export const leaveBatch = async (
  tx: pg.ClientBase,
  { partnerId, payoutId, ...payout }: PayoutRow,
): Promise<PayoutRow> => {
  await tx.query(
    `update payouts set batch_id = null
    where partner_id = $1 and payout_id = $2 and status = 'returned'`,
    [partnerId, payoutId],
  )
  return { ...payout, partnerId, payoutId, batchId: null }
}

/** Locks a payout; null when no payout has this id. */
export const lockPayout = async (
  tx: pg.ClientBase,
  partnerId: number,
  payoutId: string,
): Promise<PayoutRow | null> => {
  await tx.query('select from payouts where partner_id = $1 and payout_id = $2 for update', [
    partnerId,
    payoutId,
  ])
  return readPayout(tx, partnerId, payoutId)
}

const SET = `
  update payouts
  set status = $4,
    declined_by = case $4 when 'declined' then $5 else declined_by end,
    declined_at = case $4 when 'declined' then wasl_now() else declined_at end,
    approved_by = case $4 when 'approved' then $5 else approved_by end,
    approved_at = case $4 when 'approved' then wasl_now() else approved_at end,
    instructed_by = case $4 when 'instructed' then $5 else instructed_by end,
    instructed_at = case $4 when 'instructed' then wasl_now() else instructed_at end,
    batch_id = coalesce($6, batch_id),
    account_change_id = coalesce($7, account_change_id),
    paid_by = case $4 when 'paid' then $5 else paid_by end,
    paid_at = case $4 when 'paid' then wasl_now() else paid_at end,
    bank_line_id = coalesce($8, bank_line_id),
    returned_by = case $4 when 'returned' then $5 else returned_by end,
    returned_at = case $4 when 'returned' then wasl_now() else returned_at end,
    return_reason = coalesce($9, return_reason)
  where partner_id = $1 and payout_id = $2 and status = $3`
