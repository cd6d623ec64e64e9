/** Receipts in the channel API (D33). */
import { paymentIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import { receiptQuery } from '../../receipts/receipt.ts'
import { RECEIPT } from '../receipt-answer.ts'

export const CHANNEL_RECEIPTS = {
  readReceipt: {
    caller: 'channel',
    tag: 'Channel API',
    method: 'GET',
    path: '/channel/v1/payments/{paymentId}/receipt',
    permission: 'payments.view',
    summary: 'The receipt of a paid payment',
    description:
      'For a payment that this channel took, even if it was refunded since; the receipt then ' +
      'says so. Its QR code proves without the network what was paid, to whom and when (D33). ' +
      'Printed forms are in Arabic and in French, or in English where Accept-Language prefers ' +
      'it.',
    params: { paymentId: paymentIdSchema },
    malformedParams: 'unknown',
    query: receiptQuery,
    answer: RECEIPT,
    errors: ['PAYMENT404_NOT_FOUND', 'RECEIPT409_NOT_PAID'],
  },
} as const satisfies OperationTable
