/** Receipts in the operator API (D33). */
import { paymentIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import { receiptQuery } from '../../receipts/receipt.ts'
import { RECEIPT } from '../receipt-answer.ts'

export const OPERATOR_RECEIPTS = {
  readAnyReceipt: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/payments/{paymentId}/receipt',
    permission: 'payments.view',
    summary: 'The receipt of a paid payment',
    description: 'As its channel gives it, for a payer who has lost it.',
    params: { paymentId: paymentIdSchema },
    query: receiptQuery,
    answer: RECEIPT,
    errors: ['PAYMENT404_NOT_FOUND', 'RECEIPT409_NOT_PAID'],
  },
} as const satisfies OperationTable
