import type pg from 'pg'
import type { RefundStatus } from '@wasl/protocol'
import { appendAudit, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { isSamePerson } from '../../parties/people/persons-behind.ts'
import { paymentIdOf } from '../../delivery/webhooks/event.ts'
import type { Refusal } from '../../base/refusal.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { issueCode, newCode, type NewCode } from './code.ts'
import { isBeyondDebitLimit } from './debit-limit.ts'
import { lockPayment } from './lock-payment.ts'
import { lockRefund } from './read.ts'
import type { RefundRow } from './refund-row.ts'
import { actorOf, type RefundAnswer, type RefundDeps } from './request.ts'
import { moveRefund } from './transition.ts'

type DecisionError =
  | 'REFUND404_NOT_FOUND'
  | 'REFUND409_WRONG_STATUS'
  | 'APPROVAL409_SAME_PERSON'
  | 'REFUND409_DEBIT_LIMIT'

type Request = { refundId: string; by: OperatorActor }

/** Approves a requested refund, which makes it (D28). The approver is not who asked for it. */
export const approveRefund = async (
  deps: RefundDeps,
  { refundId, by }: Request,
): Promise<RefundAnswer | Refusal<DecisionError>> => {
  const partnerId = partnerOfId(refundId)
  if (partnerId === null) return { ok: false, code: 'REFUND404_NOT_FOUND' }
  const code = await newCode(partnerId)
  const result = await withTransaction(deps.pool, (tx) =>
    approve(tx, { refundId, by, partnerId }, code),
  )
  if (result.ok && result.made) deps.onMade(result.made)
  return result
}

const approve = async (
  tx: pg.ClientBase,
  { refundId, by, partnerId }: Request & { partnerId: number },
  code: NewCode,
): Promise<RefundAnswer | Refusal<DecisionError>> => {
  await lockPayment(tx, paymentIdOf(refundId))
  const refund = await lockRequested(tx, refundId, by)
  if (!refund.ok) return refund
  if (await isBeyondDebitLimit(tx, partnerId, refund.row.amount)) {
    return { ok: false, code: 'REFUND409_DEBIT_LIMIT' }
  }
  const actor = actorOf(by)
  const move = { partnerId, refundId, cause: 'approve', by: by.holder, actor } as const
  const made = await moveRefund(tx, move)
  await appendAudit(tx, by, { partnerId, action: 'refund.approve', subject: refundId })
  const text = await issueCode(tx, { partnerId, refundId }, code)
  return { ok: true, refund: made.refund, code: text, made }
}

/** Declines a requested refund: its amount is free again (D28). */
export const declineRefund = (
  { pool }: Pick<RefundDeps, 'pool'>,
  { refundId, by }: Request,
): Promise<RefundAnswer | Refusal<Exclude<DecisionError, 'REFUND409_DEBIT_LIMIT'>>> =>
  withTransaction(pool, async (tx) => {
    const found = await lockRequested(tx, refundId, by)
    if (!found.ok) return found
    const { partner_id: partnerId } = found.row
    const actor = actorOf(by)
    const move = { partnerId, refundId, cause: 'decline', by: by.holder, actor } as const
    const { refund: declined } = await moveRefund(tx, move)
    await appendAudit(tx, by, { partnerId, action: 'refund.decline', subject: refundId })
    return { ok: true, refund: declined, code: null }
  })

/** The refund, if this person may decide about it. */
const lockRequested = async (
  tx: pg.ClientBase,
  refundId: string,
  by: OperatorActor,
): Promise<
  { ok: true; row: RefundRow } | Refusal<Exclude<DecisionError, 'REFUND409_DEBIT_LIMIT'>>
> => {
  const row = await lockRefund(tx, refundId)
  if (row === null) return { ok: false, code: 'REFUND404_NOT_FOUND' }
  if (row.status !== 'requested') return wrongStatus(row.status)
  const made = { behind: row.requested_behind, name: row.requested_by }
  if (isSamePerson(made, by) || row.requested_by === by.holder) {
    return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
  }
  return { ok: true, row }
}

export const wrongStatus = (status: RefundStatus): Refusal<'REFUND409_WRONG_STATUS'> => ({
  ok: false,
  code: 'REFUND409_WRONG_STATUS',
  extra: { status },
})
