/** An example of a partner's list of payments. */
import type { PartnerPaymentList } from '../../partner-payments.ts'
import { OPENED_AT, PAID_AT, PAYMENT_ID } from './payments.ts'

export const partnerPaymentsPage: PartnerPaymentList = {
  items: [
    {
      reference: 'INV/2026 01',
      paymentId: PAYMENT_ID,
      channel: 'AGENCY',
      stage: 'paid',
      amount: 1250.5,
      refundedAmount: 0,
      currency: 'DZD',
      businessDate: '2026-11-21',
      openedAt: OPENED_AT,
      paidAt: PAID_AT,
      refundedAt: null,
      webhookDelivery: 'delivered',
      statementId: null,
    },
  ],
  completeThrough: '2026-11-20',
  nextCursor: null,
}
