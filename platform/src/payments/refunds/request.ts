import {
  formatDinars,
  type Centimes,
  type CreateRefundError,
  type PaymentStage,
} from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../base/audit/append.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { isKeyTaken } from '../idempotency.ts'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import { behind } from '../../parties/people/persons-behind.ts'
import type { Refusal } from '../../base/refusal.ts'
import { FIRST_REFUND } from '../../delivery/webhooks/event.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { issueCode, newCode, type NewCode } from './code.ts'
import { lockRequester, needsSecond, underRequesterLock } from './counted-together.ts'
import { isBeyondDebitLimit } from './debit-limit.ts'
import { findKeptRefund, keepRefund, ownerOfOperator } from './kept-answer.ts'
import type { OperatorNumber } from '../../parties/operators/operator-number.ts'
import { lockPayment } from './lock-payment.ts'
import { readRefund, refundsOf } from './read.ts'
import { decideRefund, type RefundDecision } from './refund.ts'
import type { RefundRow } from './refund-row.ts'
import { moveRefund, type MovedRefund } from './transition.ts'

export type RefundDeps = {
  hot: Pipeline
  pool: pg.Pool
  /** Above this many centimes another person approves a refund; null when none needs it. */
  approvalAbove: Centimes | null
  /** How the refunds of the other cells are counted; left out with one database. */
  cells?: CashCells
  /** Called for each refund that was made: its event may be due. */
  onMade: (made: MovedRefund) => void
}

export type NewRefund = {
  paymentId: string
  /** Centimes; null for all that is left. */
  amount: Centimes | null
  reason: string
  operator: OperatorNumber
  by: OperatorActor
  idempotency: IdempotencyKey
}

/** The refund and, if this request issued one, the payer's code. */
export type RefundAnswer = {
  ok: true
  refund: RefundRow
  code: string | null
  /** If this request made the refund. */
  made?: MovedRefund
}

export type RequestResult = RefundAnswer | Refusal<CreateRefundError>

/**
 * Refunds a payment, whole or in part (D28). The payment is locked while it is decided, so that refunds
 * never exceed it. Up to the threshold the refund is made at once; above it, counted together with
 * others (D35), it waits for another person. The same request again, and a second refund of the whole, get the first refund.
 */
export const requestRefund = async (
  deps: RefundDeps,
  request: NewRefund,
): Promise<RequestResult> => {
  const partnerId = partnerOfId(request.paymentId)
  if (partnerId === null) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  const asked = { ...request, partnerId }
  // A code is made before the transaction, which locks the payment: hashing takes time.
  const code = (await isPaid(deps.hot, asked)) ? await newCode(partnerId) : null
  const result =
    (await requestWith(deps, asked, code)) ??
    (await requestWith(deps, asked, await newCode(partnerId)))
  if (result === null) throw new Error('a refund needed a second code')
  if (result.ok && result.made) deps.onMade(result.made)
  return result
}

const requestWith = (
  deps: RefundDeps,
  asked: RefundRequest,
  code: NewCode | null,
): Promise<RequestResult | null> => {
  const run = (): Promise<RequestResult | null> =>
    underRequesterLock(deps.cells ?? null, asked.by, () =>
      withTransaction(deps.pool, (tx) => requestLocked(tx, deps, asked, code)),
    )
  return run().catch((error: unknown) => {
    // Another process took the key for another payment, and this transaction was undone.
    if (isKeyTaken(error)) return run()
    throw error
  })
}

type RefundRequest = NewRefund & { partnerId: number }

/** @returns null when a code is needed and missing: nothing was changed. */
const requestLocked = async (
  tx: pg.ClientBase,
  { approvalAbove, cells = null }: RefundDeps,
  asked: RefundRequest,
  code: NewCode | null,
): Promise<RequestResult | null> => {
  const { partnerId, paymentId, idempotency, by } = asked
  await lockRequester(tx, by, cells)
  const payment = await lockPayment(tx, paymentId)
  if (payment === null) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  const owner = ownerOfOperator(partnerId, asked.operator)
  const kept = await findKeptRefund(tx, owner, idempotency)
  if (kept?.refundId === null) return { ok: false, code: 'IDEMPOTENCY422_KEY_REUSED' }
  if (kept !== null) return answerOf(tx, kept.refundId)
  const decision = await decide(tx, asked, payment)
  if (decision.kind === 'refused') return refusalOf(decision)
  if (decision.kind === 'repeat') {
    await keepRefund(tx, owner, idempotency, decision.refundId)
    return answerOf(tx, decision.refundId)
  }
  const { amount } = decision
  if (await isBeyondDebitLimit(tx, partnerId, amount)) {
    return { ok: false, code: 'REFUND409_DEBIT_LIMIT' }
  }
  const needsApproval = await needsSecond(tx, { ...asked, amount }, approvalAbove, cells)
  if (code === null && !needsApproval) return null
  const refundId = await insertRefund(tx, asked, amount)
  await keepRefund(tx, owner, idempotency, refundId)
  const details = { refundId, amount, reason: asked.reason, needsApproval }
  await appendAudit(tx, asked.by, {
    partnerId,
    action: 'payment.refund',
    subject: paymentId,
    details,
  })
  if (needsApproval || code === null) return answerOf(tx, refundId)
  const made = await moveRefund(tx, {
    partnerId,
    refundId,
    cause: 'make',
    by: asked.by.holder,
    actor: actorOf(asked.by),
  })
  const text = await issueCode(tx, { partnerId, refundId }, code)
  return { ok: true, refund: made.refund, code: text, made }
}

/** Whether a code is worth preparing; the transaction decides. */
const isPaid = async (hot: Pipeline, { partnerId, paymentId }: RefundRequest): Promise<boolean> => {
  const rows = await hot.query({
    name: 'is-paid',
    text: `
      select 1 from payments
      where partner_id = $1::int and payment_id = $2::uuid and stage = 'paid'`,
    values: [partnerId, paymentId],
  })
  return rows.length > 0
}

/** Who caused a transfer, in the ledger. */
export const actorOf = ({ id, name }: OperatorActor): string => id ?? name

const decide = async (
  tx: pg.ClientBase,
  { paymentId, amount }: RefundRequest,
  payment: { stage: PaymentStage; amount: Centimes },
): Promise<RefundDecision> => {
  const refunds = (await refundsOf(tx, paymentId)).map((refund) => ({
    refundId: refund.refund_id,
    status: refund.status,
    amount: refund.amount,
  }))
  return decideRefund({ ...payment, refunds }, amount)
}

const answerOf = async (tx: pg.ClientBase, refundId: string): Promise<RefundAnswer> => {
  const refund = await readRefund(tx, refundId)
  if (refund === null) throw new Error(`the refund ${refundId} does not exist any more`)
  return { ok: true, refund, code: null }
}

const refusalOf = ({
  code,
  left,
}: Extract<RefundDecision, { kind: 'refused' }>): Refusal<CreateRefundError> => {
  if (code !== 'PAYMENT409_AMOUNT_MISMATCH') return { ok: false, code }
  const explanation =
    left === 0
      ? 'Nothing is left to refund: what other refunds have not taken they have reserved.'
      : `At most ${formatDinars(left)} dinars are left to refund.`
  return { ok: false, code, explanation }
}

/** The next refund of its payment: refunds are numbered in the order in which they were requested. */
const insertRefund = async (
  tx: pg.ClientBase,
  { partnerId, paymentId, reason, by }: RefundRequest,
  amount: Centimes,
): Promise<string> => {
  const { rows } = await tx.query<{ refund_id: string }>(
    `with made as (
      insert into refunds
        (partner_id, refund_id, status, amount, currency, reason, requested_by, requested_at,
          requested_behind)
      select $1, event_id_of($2, (
        select coalesce(1 + max(event_ordinal(refund_id)), ${FIRST_REFUND})
        from refunds
        where partner_id = $1 and refund_id between $2 and event_id_of($2, 255)
      )), 'requested', $3, 'DZD', $4, $5, wasl_now(), $6
      returning *
    ), history as (
      insert into refund_transitions
        (partner_id, refund_id, sequence, from_status, to_status, cause, by, at)
      select partner_id, refund_id, 1, null, 'requested', 'request', requested_by, requested_at
      from made
    )
    select refund_id from made`,
    [partnerId, paymentId, amount, reason, by.holder, behind(by)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the new refund was not stored')
  return row.refund_id
}
