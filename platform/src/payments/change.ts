import type { Pipeline } from '../database/pipeline.ts'
import { partnerOfId } from '../partners/ids.ts'
import { findPriorAnswer, keepRefusedAnswer, type IdempotencyKey } from './idempotency.ts'
import type { MovePayment, MoveResult } from './move.ts'
import type { Refusal } from './open.ts'
import type { Cause, MoveRefusal } from './payment.ts'
import type { PaymentRow } from './payment-row.ts'
import { recordRefusal } from './refusals.ts'

export type ChangeDeps = { hot: Pipeline; movePayment: MovePayment; wake: () => void }

export type ChangeRequest = {
  channelId: number
  paymentId: string
  cause: Extract<Cause, 'confirm' | 'cancel' | 'fail'>
  /** The centimes a confirm names; null when it names none. */
  amount: number | null
  idempotency: IdempotencyKey | null
}

/** `cause` is what the payment is shown as the outcome of, so that repetitions answer alike. */
export type ChangeResult = { ok: true; cause: Cause | 'open'; payment: PaymentRow } | Refusal

/**
 * Confirms, cancels or fails a channel's payment (D9, D21). A repetition answers as the first time
 * did, with no second event; a refusal is kept for the operator to see.
 */
export const changePayment = async (
  deps: ChangeDeps,
  request: ChangeRequest,
): Promise<ChangeResult> => {
  const { channelId, paymentId, cause, amount, idempotency } = request
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  if (idempotency) {
    const prior = await findPriorAnswer(deps.hot, channelId, idempotency)
    if (prior) return prior
  }
  const moved = await deps.movePayment({ partnerId, paymentId, cause, channelId, amount, idempotency })
  if (!moved.found) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  if (moved.decision === 'move') deps.wake()
  if (moved.decision === 'move' || moved.decision === 'repeat') {
    return { ok: true, cause, payment: moved.payment }
  }
  return refuse(deps, request, moved, moved.decision)
}

const refuse = async (
  { hot }: ChangeDeps,
  { channelId, cause, amount, idempotency }: ChangeRequest,
  { payment, at }: Extract<MoveResult, { found: true }>,
  code: MoveRefusal,
): Promise<ChangeResult> => {
  const { partner_id: partnerId, payment_id: paymentId } = payment
  await recordRefusal(hot, { partnerId, paymentId, at, cause, code, amount })
  if (idempotency) {
    const refused = { partnerId, channelId, paymentId, cause, code, extra: {} }
    await keepRefusedAnswer(hot, idempotency, refused)
  }
  return { ok: false, code }
}
