import { dinarsFromCentimes, type RefundRecord } from '@wasl/protocol'
import type { RefundRow } from '../../payments/refunds/refund-row.ts'
import { paymentIdOf } from '../../delivery/webhooks/event.ts'
import { agentWireId, channelWireId, partnerWireId } from '../../base/wire-ids.ts'

/** A refund as operators see it (D28). */
export const refundBody = (refund: RefundRow): RefundRecord => ({
  refundId: refund.refund_id,
  paymentId: paymentIdOf(refund.refund_id),
  partnerId: partnerWireId(refund.partner_id),
  reference: refund.reference,
  status: refund.status,
  amount: dinarsFromCentimes(refund.amount),
  currency: refund.currency,
  reason: refund.reason,
  requestedBy: refund.requested_by,
  requestedAt: refund.requested_at.toISOString(),
  approvedBy: refund.approved_by,
  declinedBy: refund.declined_by,
  declinedAt: wireTime(refund.declined_at),
  madeAt: wireTime(refund.made_at),
  expiresAt: wireTime(refund.expires_at),
  paidAt: wireTime(refund.paid_at),
  paidBy: refund.status === 'paid' ? paidBy(refund) : null,
  expiredAt: wireTime(refund.expired_at),
})

const paidBy = (refund: RefundRow): NonNullable<RefundRecord['paidBy']> => ({
  channelId: refund.paid_channel_id === null ? null : channelWireId(refund.paid_channel_id),
  agentId: refund.paid_agent_id === null ? null : agentWireId(refund.paid_agent_id),
  bankLineId: refund.bank_line_id,
})

const wireTime = (at: Date | null): string | null => at?.toISOString() ?? null
