import type { RequestOutcome } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import { findRequest, type KeptRequest } from '../../payments/find-request.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { findPayment } from '../../payments/find.ts'
import type { PaymentRow } from '../../payments/payment-row.ts'
import { readRefund } from '../../payments/refunds/read.ts'
import type { RefundRow } from '../../payments/refunds/refund-row.ts'
import { agentWireId, channelWireId, partnerNumber } from '../../base/wire-ids.ts'
import { channelPaymentOf } from '../bodies/payment.ts'
import { redeemedRefundBody } from '../bodies/redeemed-refund.ts'
import type { Handlers } from '../server/routes.ts'
import type { ChannelCaller } from './channel.ts'
import type { PaymentDeps } from './payments.ts'

export type RequestDeps = PaymentDeps & { pool: pg.Pool }

/** What a request changed, as far as it is known. */
type Found = { payment: PaymentRow | null; refund: RefundRow | null; answer: KeptRequest['answer'] }

/** What became of a request without an answer (W195). */
export const requests = (
  deps: RequestDeps,
): Handlers<typeof OPERATIONS.channel.requests, ChannelCaller> => ({
  async readRequest({ params: { key }, query, caller: { channelId, person } }) {
    const partnerId =
      query.partnerId === undefined ? NO_PARTNER : (partnerNumber(query.partnerId) as number)
    const caller = channelWireId(channelId)
    const kept = await findRequest(deps.hot, { partnerId, channelId, caller, key })
    if (kept === null) return unknown(key)
    const { payment_id: paymentId, refund_id: refundId, answer } = kept
    const found: Found = {
      payment: paymentId === null ? null : await findPayment(deps, channelId, paymentId),
      refund: refundId === null ? null : await readRefund(deps.pool, refundId),
      answer,
    }
    const agentId = person?.agentId ?? null
    if (agentId !== null && !isOf(found, agentId)) return unknown(key)
    return {
      key,
      state: 'answered',
      at: kept.created_at.toISOString(),
      did: kept.cause === null ? 'other' : (kept.cause as RequestOutcome['did']),
      error: kept.code,
      payment: found.payment && channelPaymentOf(found.payment),
      refund: found.refund && redeemedRefundBody(found.refund),
      answer,
    }
  },
})

const unknown = (key: string): RequestOutcome => ({
  key,
  state: 'unknown',
  at: null,
  did: null,
  error: null,
  payment: null,
  refund: null,
  answer: null,
})

/** Fields of kept answers that name whose cash or shift it is. */
const OWNERS = ['agentId', 'from', 'takenBy', 'paidBy'] as const

/** Whether the request was this agent's: what is another's is answered as unknown (D29). */
const isOf = ({ payment, refund, answer }: Found, agentId: number): boolean => {
  const own = agentWireId(agentId)
  return (
    payment?.agent_id === agentId ||
    payment?.taken_by === agentId ||
    refund?.paid_agent_id === agentId ||
    OWNERS.some((field) => answer?.[field] === own) ||
    // A refusal of an opening names nobody, and tells nothing but its code.
    (payment === null && refund === null && answer === null)
  )
}
