/** Examples of refunds. */
import type { RedeemedRefund, Refund, RefundRecord } from '../../refunds.ts'
import { PAYMENT_ID } from './payments.ts'

export const REFUND_ID = '019aa5b1-3080-7abc-8def-0103000003e9'
export const BANK_LINE_ID = '019ab4c0-1c00-7abc-8def-012300000000'
export const REFUND_CODE = '1001-K7QM-3F9X-2HT4'
const MADE_AT = '2026-11-22T10:00:00.000Z'

export const madeRecord: RefundRecord = {
  refundId: REFUND_ID,
  paymentId: PAYMENT_ID,
  partnerId: 'prt_1001',
  reference: 'INV/2026 01',
  status: 'made',
  amount: 250.5,
  currency: 'DZD',
  reason: 'Paid twice by mistake',
  requestedBy: 'Amina Belkacem',
  requestedAt: MADE_AT,
  approvedBy: null,
  declinedBy: null,
  declinedAt: null,
  madeAt: MADE_AT,
  expiresAt: '2027-05-21T10:00:00.000Z',
  paidAt: null,
  paidBy: null,
  expiredAt: null,
}

export const made: Refund = { ...madeRecord, code: REFUND_CODE }

export const requested: Refund = {
  ...made,
  status: 'requested',
  amount: 1250.5,
  madeAt: null,
  expiresAt: null,
  code: null,
}

export const approved: Refund = {
  ...made,
  amount: 1250.5,
  approvedBy: 'Karim Haddad',
  madeAt: '2026-11-22T10:20:00.000Z',
  expiresAt: '2027-05-21T10:20:00.000Z',
}

export const declined: Refund = {
  ...requested,
  status: 'declined',
  declinedBy: 'Karim Haddad',
  declinedAt: '2026-11-22T10:20:00.000Z',
}

export const paidByBank: Refund = {
  ...made,
  status: 'paid',
  paidAt: '2026-11-24T09:30:00.000Z',
  paidBy: { channelId: null, agentId: null, bankLineId: BANK_LINE_ID },
  code: null,
}

export const redeemed: RedeemedRefund = {
  refundId: REFUND_ID,
  paymentId: PAYMENT_ID,
  partnerId: 'prt_1001',
  reference: 'INV/2026 01',
  status: 'paid',
  amount: 250.5,
  currency: 'DZD',
  paidAt: '2026-11-23T08:15:00.000Z',
  paidBy: 'agt_12',
}
