/** Payments, their history and refunds in the operator API (D9, D22). */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema, paymentIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { amountSchema } from '../../money.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { operatorPayment, operatorPaymentRecord, paymentDetail } from '../../operator-records.ts'
import { paymentStageSchema } from '../../payment-status.ts'
import { qrCodeTokenSchema } from '../../qr-config.ts'
import { referenceSchema } from '../../reference.ts'
import { timeSchema } from '../../time.ts'
import * as examples from '../examples/payments.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPayment = { ...common, params: { paymentId: paymentIdSchema } } as const

const BESIDE = 'Needs createdSince, paidSince, refundedSince, a reference or a qrCodeToken.'

const amountInQuery = z
  .string()
  .refine((text) => /^[0-9]{1,10}(?:\.[0-9]{1,2})?$/.test(text), {
    message: 'expected dinars such as 599.80',
  })
  .transform(Number)
  .pipe(amountSchema)

const moment = (description: string) => timeSchema.optional().meta({ description })

/**
 * There is no index on channel or amount, because every payment would have to write to it. So these
 * filters need a reference, a QR code, or a start time.
 */
export const paymentsQuery = listQuery
  .extend({
    partnerId: partnerIdSchema.optional().meta({ description: 'Filter by partner.' }),
    reference: referenceSchema.optional().meta({ description: 'Filter by reference.' }),
    qrCodeToken: qrCodeTokenSchema.optional().meta({ description: 'Filter by QR code.' }),
    stage: paymentStageSchema.optional().meta({ description: 'Filter by stage.' }),
    channelId: channelIdSchema.optional().meta({ description: `Filter by channel. ${BESIDE}` }),
    amount: amountInQuery.optional().meta({
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 9999999999.99,
      description: `Filter by amount in dinars. ${BESIDE}`,
    }),
    createdSince: moment('Opened at or after this time.'),
    createdBefore: moment('Opened before this time.'),
    paidSince: moment('Paid at or after this time, including payments that were refunded later.'),
    paidBefore: moment('Paid before this time.'),
    refundedSince: moment('Refunded at or after this time.'),
    refundedBefore: moment('Refunded before this time.'),
  })
  .superRefine((query, context) => {
    const { reference, qrCodeToken, createdSince, paidSince, refundedSince } = query
    if (reference ?? qrCodeToken ?? createdSince ?? paidSince ?? refundedSince) return
    for (const name of ['channelId', 'amount'] as const) {
      if (query[name] === undefined) continue
      const message =
        'expected it together with createdSince, paidSince, refundedSince, a reference or a qrCodeToken'
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })

const operatorPaymentList = listOf(operatorPaymentRecord)

named({ OperatorPaymentList: operatorPaymentList })

export const OPERATOR_PAYMENTS = {
  listPayments: {
    ...common,
    method: 'GET',
    path: '/operator/v1/payments',
    summary: 'List payments',
    description:
      'Newest first, by opening time. Without the labels of the partner, which the answer for one ' +
      'payment has. A list of payments paid between two past times never changes.',
    query: paymentsQuery,
    answer: onePage(operatorPaymentList, examples.operatorPaymentRecord),
  },
  readPaymentDetail: {
    ...ofPayment,
    method: 'GET',
    path: '/operator/v1/payments/{paymentId}',
    summary: 'Read a payment with its timeline',
    description:
      'Transitions, refused requests of the channel, events, and the newest 50 attempts of each event; ' +
      'attemptsLeftOut says whether there are more.',
    answer: {
      description: 'The payment and its timeline, oldest first.',
      schema: paymentDetail,
      examples: { paid: examples.paymentDetail },
    },
    errors: ['PAYMENT404_NOT_FOUND'],
  },
  refundPayment: {
    ...ofPayment,
    method: 'POST',
    path: '/operator/v1/payments/{paymentId}/refund',
    summary: 'Refund a payment',
    description:
      'Moves a paid payment to refunded. No event is sent: the payment status shows it (D15). A ' +
      'repeated refund gets the first answer. Send no body.',
    answer: {
      description: 'The payment is refunded.',
      schema: operatorPayment,
      examples: { refunded: examples.refundedPayment },
    },
    errors: ['PAYMENT404_NOT_FOUND', 'PAYMENT409_WRONG_STAGE'],
  },
} as const satisfies OperationTable
