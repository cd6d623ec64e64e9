import { dinarsFromCentimes } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { TakenBy } from '../../cash/agents/taken-by.ts'
import type { CashCells } from '../../cash/custody/over-cells.ts'
import { redeemRefund } from '../../refunds/redeem.ts'
import { paymentIdOf } from '../../webhooks/event.ts'
import { agentNumber, agentWireId, partnerWireId, userWireId } from '../../wire-ids.ts'
import type { Handlers } from '../server/routes.ts'
import { refused, type ChannelCaller } from './channel.ts'

export type RefundDeps = { pool: pg.Pool; cashCells: CashCells; takenBy: TakenBy }

/** Refunds at a till, in the channel API (D28). */
export const refunds = ({
  pool,
  cashCells,
  takenBy,
}: RefundDeps): Handlers<typeof OPERATIONS.channel.refunds, ChannelCaller> => ({
  async redeemRefund({ body, caller, idempotency }, refuse) {
    const { code, paidBy } = body
    const agentId = paidBy === undefined ? null : agentNumber(paidBy)
    const { channelId, person } = caller
    const guesser = paidBy ?? (person === null ? null : userWireId(person.userId))
    const redemption = { code, channelId, agentId, guesser, idempotency }
    const result = await redeemRefund(pool, redemption, cashCells)
    if (!result.ok) throw refused(refuse, result)
    const { refund } = result
    if (refund.paid_at === null) throw new Error(`the refund ${refund.refund_id} is not paid`)
    const { paid_agent_id, paid_at } = refund
    const warnings = await takenBy.warningsOf({ taken_by: paid_agent_id, paid_at })
    return {
      refundId: refund.refund_id,
      paymentId: paymentIdOf(refund.refund_id),
      partnerId: partnerWireId(refund.partner_id),
      reference: refund.reference,
      status: refund.status,
      amount: dinarsFromCentimes(refund.amount),
      currency: refund.currency,
      paidAt: refund.paid_at.toISOString(),
      paidBy: refund.paid_agent_id === null ? null : agentWireId(refund.paid_agent_id),
      ...(warnings.length > 0 && { warnings }),
    }
  },
})
