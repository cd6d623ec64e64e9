/** A partner's users look at its payments (W153). */
import { paymentIdSchema } from '../../ids.ts'
import { EXPORT_ROWS_MAX } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import {
  exportPaymentsQuery,
  ownPaymentDetail,
  ownPaymentList,
  ownPaymentsQuery,
} from '../../own-payments.ts'
import { receipt, receiptQuery } from '../../receipts/receipt.ts'
import * as examples from '../examples/own-payments.ts'
import { receipt as exampleOfReceipt } from '../examples/receipts.ts'
import { onePage } from '../list-answer.ts'
import { EXPORTED } from '../file-types.ts'

const REFUSALS = ['PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_TOO_MANY_AT_ONCE'] as const

const common = {
  method: 'GET',
  caller: 'partner',
  tag: 'Books API',
  permission: 'payments.view',
} as const

const ofPayment = {
  ...common,
  params: { paymentId: paymentIdSchema },
  malformedParams: 'unknown',
} as const

export const PARTNER_OWN_PAYMENTS = {
  listNewestPayments: {
    ...common,
    path: '/partner/payments/v1/newest',
    summary: 'List your newest payments',
    description:
      'Newest first, by opening time: for people who look for a payment. A program that reads all of ' +
      'them uses the list by business date.',
    query: ownPaymentsQuery,
    answer: onePage(ownPaymentList, examples.ownPaymentRecord),
    errors: [...REFUSALS],
  },
  exportOwnPayments: {
    ...common,
    path: '/partner/payments/v1/export',
    permission: 'export',
    summary: 'Export your payments as a file',
    description:
      `The payments of the list, newest first, in one file of at most ${EXPORT_ROWS_MAX} payments. ` +
      'One export of a partner runs at a time.',
    query: exportPaymentsQuery,
    answer: {
      description: 'The file.',
      content: EXPORTED,
    },
    errors: [...REFUSALS, 'VALIDATION400', 'EXPORT422_TOO_MANY'],
  },
  readOwnPayment: {
    ...ofPayment,
    path: '/partner/payments/v1/{paymentId}',
    summary: 'Read one of your payments with its timeline',
    description:
      'What happened to it, the oldest first, with the newest 50 attempts of each event, its refunds, ' +
      'and the statement that has it.',
    answer: {
      description: 'The payment and its timeline.',
      schema: ownPaymentDetail,
      examples: { paid: examples.ownPayment },
    },
    errors: [...REFUSALS, 'PAYMENT404_NOT_FOUND'],
  },
  readOwnReceipt: {
    ...ofPayment,
    path: '/partner/payments/v1/{paymentId}/receipt',
    summary: 'The receipt of one of your paid payments',
    description: 'The same receipt as its payer got (D33).',
    query: receiptQuery,
    answer: {
      description: 'The receipt.',
      schema: receipt,
      examples: { paid: exampleOfReceipt },
      otherTypes: {
        'text/html': { type: 'string' },
        'application/pdf': { type: 'string', contentMediaType: 'application/pdf' },
        'image/png': { type: 'string', contentMediaType: 'image/png' },
      },
    },
    errors: [...REFUSALS, 'PAYMENT404_NOT_FOUND', 'RECEIPT409_NOT_PAID'],
  },
} as const satisfies OperationTable
