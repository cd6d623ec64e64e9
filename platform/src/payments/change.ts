import type { AgentWarning, ConfirmPaymentError } from '@wasl/protocol'
import type { Pipeline } from '../base/database/pipeline.ts'
import { partnerOfId } from '../base/wire-ids.ts'
import { answerOnce, keepAnswer, type PriorAnswer } from './idempotency.ts'
import type { IdempotencyKey } from '../base/idempotency/idempotency-key.ts'
import type { MakeTransition } from './transition.ts'
import type { Refusal } from '../base/refusal.ts'
import type { Cause } from './payment.ts'
import type { PaymentRow } from './payment-row.ts'
import { recordRefusal } from './refusals.ts'

export type ChangeDeps = {
  hot: Pipeline
  notes: Pipeline
  makeTransition: MakeTransition
  wake: () => void
}

export type ChangeRequest = {
  channelId: number
  paymentId: string
  cause: Extract<Cause, 'confirm' | 'cancel' | 'fail'>
  /** The centimes in a confirm; null when it gives none. */
  amount: number | null
  /** The agent who took the money, if a confirm names one. */
  takenBy?: number | null
  /** When the money was taken, if a confirm says so. */
  takenAt?: Date | null
  /** Whether the amount was paid in coins, rounded to the dinar. */
  isRounded?: boolean
  idempotency: IdempotencyKey | null
}

/** `cause` is the change that the answer shows, so that a repeated request gets the same answer. */
export type ChangeResult =
  | { ok: true; cause: Cause | 'open'; payment: PaymentRow; warnings?: AgentWarning[] }
  | Refusal<ConfirmPaymentError>

/**
 * Confirms, cancels or fails a channel's payment (D9, D21). A repetition gets the first answer
 * again and makes no second event. A refusal is recorded for the operator.
 */
export const changePayment = async (
  deps: ChangeDeps,
  request: ChangeRequest,
): Promise<ChangeResult> => {
  // One spelling of an id: two spellings must not pass as two payments.
  const paymentId = request.paymentId.toLowerCase()
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  const { channelId, idempotency } = request
  return answerOnce(deps.hot, { partnerId, channelId }, idempotency, () =>
    change(deps, { ...request, paymentId, partnerId }),
  )
}

const change = async (
  deps: ChangeDeps,
  request: ChangeRequest & { partnerId: number },
): Promise<ChangeResult | PriorAnswer<ConfirmPaymentError>> => {
  const { partnerId, paymentId, channelId, cause, amount, takenBy, takenAt, idempotency } = request
  const { isRounded = false } = request
  const moved = await deps.makeTransition({
    partnerId,
    paymentId,
    cause,
    channelId,
    amount,
    takenBy: takenBy ?? null,
    takenAt: takenAt ?? null,
    isRounded,
    idempotency,
  })
  if (!moved.found) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  const { decision, payment, at } = moved
  if (decision === 'made') {
    deps.wake()
    return { ok: true, cause, payment }
  }
  const code = decision === 'repeat' ? null : decision
  if (code) await recordRefusal(deps.notes, { partnerId, paymentId, at, cause, code, amount })
  if (idempotency) {
    const answer = { partnerId, channelId, paymentId, cause, code, extra: {} }
    const first = await keepAnswer(deps.notes, idempotency, answer)
    if (first) return first
  }
  return code ? { ok: false, code } : { ok: true, cause, payment }
}
