/** Refunds at a till, in the channel API (D28). */
import type { OperationTable } from '../../operation.ts'
import { redeemedRefund, redeemRefundRequest } from '../../refunds.ts'
import * as examples from '../examples/refunds.ts'

export const CHANNEL_REFUNDS = {
  redeemRefund: {
    caller: 'channel',
    tag: 'Channel API',
    method: 'POST',
    path: '/channel/v1/refunds/redeem',
    permission: 'payments.refund',
    summary: 'Pay a refund to the payer who has its code',
    description:
      'Any till can pay any refund. Give the payer the amount in the answer, and only after the ' +
      'answer. If you lost the answer, the same request with the same Idempotency-Key tells you ' +
      'that you are to pay. With another key it is refused, because the refund is paid.',
    idempotent: 'required',
    body: {
      schema: redeemRefundRequest,
      example: { code: examples.REFUND_CODE, paidBy: 'agt_12' },
    },
    answer: {
      description: 'The refund is paid: give the payer this amount.',
      schema: redeemedRefund,
      examples: { paid: examples.redeemed },
    },
    errors: [
      'REFUND404_UNKNOWN_CODE',
      'REFUND409_WRONG_STATUS',
      'REFUND429_TOO_MANY_GUESSES',
      'HOLDER404_NOT_FOUND',
      'CASH409_NOT_ENOUGH',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
} as const satisfies OperationTable
