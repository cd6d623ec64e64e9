import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { cashOfAgent, cashOfChannel } from '../../../ledger/account.ts'
import { postTransfers } from '../../../ledger/post.ts'
import { findCopied, type CashCells } from '../../../ledger/custody/over-cells.ts'
import type { PaymentRow } from '../../../payments/payment-row.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { CASE_COLUMNS, type CaseRow } from './case.ts'

export type TakenCash = {
  /** The channel's payment as it is now: a lapsed lock is released. */
  payment: PaymentRow
  amount: Centimes
  /** The agent who holds the cash; null for the channel itself. */
  agentId: number | null
  takenAt: Date
  /** The user whose session reports it; null with a key. */
  userId: number | null
}

export type ReportResult =
  | { ok: true; case: CaseRow }
  | { ok: false; code: 'AGENT404_NOT_FOUND' | 'CASE409_NOT_REFUSED' }
  | { ok: false; code: 'CASE409_REPORTED_OTHERWISE'; caseId: string }

/**
 * Records cash whose confirmation was refused (D30), in a transaction of the payment's partner. A
 * released payment stays released, so its money comes to no partner by itself. The same report again
 * gets the same case.
 */
export const reportTaken = async (
  tx: pg.ClientBase,
  { payment, amount, agentId, takenAt, userId }: TakenCash,
  cells: CashCells = null,
): Promise<ReportResult> => {
  const { partner_id: partnerId, payment_id: paymentId, channel_id: channelId, stage } = payment
  if (agentId !== null && !(await isAgentOf(tx, channelId, agentId, cells))) {
    return { ok: false, code: 'AGENT404_NOT_FOUND' }
  }
  if (stage !== 'released' || !(await wasConfirmRefused(tx, partnerId, paymentId))) {
    return { ok: false, code: 'CASE409_NOT_REFUSED' }
  }
  const cash = agentId === null ? cashOfChannel(channelId) : cashOfAgent(agentId)
  const { rows } = await tx.query<CaseRow>(
    `insert into cases (partner_id, case_id, channel_id, payment_id, amount, taken_by, taken_at,
      reported_at, status, reported_by_user)
    values ($1, new_id($1), $2, $3, $4, $5, $6, wasl_now(), 'open', $7)
    on conflict (partner_id, payment_id) do nothing
    returning ${CASE_COLUMNS}`,
    [partnerId, channelId, paymentId, amount, cash.owner, takenAt, userId],
  )
  const [opened] = rows
  if (opened === undefined) return asReported(tx, { partnerId, paymentId, amount, by: cash.owner })
  await postTransfers(tx, [
    {
      partnerId,
      sourceId: opened.case_id,
      code: 'TAKEN',
      debit: cash,
      credit: { kind: 'payer_held', owner: opened.case_id },
      amount,
      actor: channelWireId(channelId),
    },
  ])
  return { ok: true, case: opened }
}

const isAgentOf = async (
  tx: pg.ClientBase,
  channelId: number,
  agentId: number,
  cells: CashCells,
): Promise<boolean> => {
  const sql = 'select from agents where agent_id = $1 and channel_id = $2'
  return (await findCopied(tx, cells, sql, [agentId, channelId])) !== null
}

const wasConfirmRefused = async (
  tx: pg.ClientBase,
  partnerId: number,
  paymentId: string,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from payment_refusals
    where partner_id = $1 and payment_id = $2 and cause = 'confirm'
    limit 1`,
    [partnerId, paymentId],
  )
  return rowCount === 1
}

/** The case that the payment has: the same report, or another one. */
const asReported = async (
  tx: pg.ClientBase,
  report: { partnerId: number; paymentId: string; amount: Centimes; by: string },
): Promise<ReportResult> => {
  const { rows } = await tx.query<CaseRow>(
    `select ${CASE_COLUMNS} from cases where partner_id = $1 and payment_id = $2`,
    [report.partnerId, report.paymentId],
  )
  const [known] = rows
  if (known === undefined) throw new Error(`the case of payment ${report.paymentId} is gone`)
  if (known.amount === report.amount && known.taken_by === report.by) {
    return { ok: true, case: known }
  }
  return { ok: false, code: 'CASE409_REPORTED_OTHERWISE', caseId: known.case_id }
}
