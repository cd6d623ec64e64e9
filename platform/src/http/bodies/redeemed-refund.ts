import { dinarsFromCentimes, type RedeemedRefund } from '@wasl/protocol'
import type { RefundRow } from '../../payments/refunds/refund-row.ts'
import { paymentIdOf } from '../../delivery/webhooks/event.ts'
import { agentWireId, partnerWireId } from '../../base/wire-ids.ts'

/** A refund that a till has paid. */
export const redeemedRefundBody = (refund: RefundRow): RedeemedRefund => {
  if (refund.paid_at === null) throw new Error(`the refund ${refund.refund_id} is not paid`)
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
  }
}
