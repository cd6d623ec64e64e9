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

const BESIDE = 'Goes with createdSince, paidSince, refundedSince, a reference or a qrCodeToken.'

const amountInQuery = z
  .string()
  .refine((text) => /^[0-9]{1,10}(?:\.[0-9]{1,2})?$/.test(text), {
    message: 'expected dinars such as 599.80',
  })
  .transform(Number)
  .pipe(amountSchema)

const moment = (description: string) => timeSchema.optional().meta({ description })

/**
 * There is no index by channel or by amount, because every payment would have to be written to it. They
 * are looked for among the payments of a reference, of a QR code, or since a moment.
 */
export const paymentsQuery = listQuery
  .extend({
    partnerId: partnerIdSchema.optional().meta({ description: 'Only those of this partner.' }),
    reference: referenceSchema.optional().meta({ description: 'Only those of this reference.' }),
    qrCodeToken: qrCodeTokenSchema.optional().meta({ description: 'Only those by this QR code.' }),
    stage: paymentStageSchema.optional().meta({ description: 'Only those in this stage.' }),
    channelId: channelIdSchema
      .optional()
      .meta({ description: `Only those of this channel. ${BESIDE}` }),
    amount: amountInQuery.optional().meta({
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 9999999999.99,
      description: `Only those of this amount, in dinars. ${BESIDE}`,
    }),
    createdSince: moment('Only those opened at this moment or later.'),
    createdBefore: moment('Only those opened before this moment.'),
    paidSince: moment('Only those paid at this moment or later, refunded since or not.'),
    paidBefore: moment('Only those paid before this moment.'),
    refundedSince: moment('Only those refunded at this moment or later.'),
    refundedBefore: moment('Only those refunded before this moment.'),
  })
  .superRefine((query, context) => {
    const { reference, qrCodeToken, createdSince, paidSince, refundedSince } = query
    if (reference ?? qrCodeToken ?? createdSince ?? paidSince ?? refundedSince) return
    for (const name of ['channelId', 'amount'] as const) {
      if (query[name] === undefined) continue
      const message =
        'expected createdSince, paidSince or refundedSince beside it, or a reference or a qrCodeToken'
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
      'The newest first, by when they were opened. Without the labels that the partner sent: those ' +
      'are in the answer for one payment. What is paid between two moments that have passed is the ' +
      'same set on every later reading.',
    query: paymentsQuery,
    answer: onePage(operatorPaymentList, examples.operatorPaymentRecord),
  },
  readPaymentDetail: {
    ...ofPayment,
    method: 'GET',
    path: '/operator/v1/payments/{paymentId}',
    summary: 'Read a payment with its whole timeline',
    description:
      'Transitions, refused attempts of the channel, events, and the newest 50 attempts to deliver ' +
      'each; attemptsLeftOut says whether there were more.',
    answer: {
      description: 'The payment and its timeline, the oldest first.',
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
      'repeated refund is answered as the first was. No body is read.',
    answer: {
      description: 'The payment is refunded.',
      schema: operatorPayment,
      examples: { refunded: examples.refundedPayment },
    },
    errors: ['PAYMENT404_NOT_FOUND', 'PAYMENT409_WRONG_STAGE'],
  },
} as const satisfies OperationTable
