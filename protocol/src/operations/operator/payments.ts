/** Payments and their history in the operator API (D9, D22). */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema, paymentIdSchema } from '../../ids.ts'
import { EXPORT_ROWS_MAX, listOf, listQuery } from '../../lists.ts'
import { localPeriod } from '../../local-time.ts'
import { amountInQuery, amountParameter } from '../../money.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { operatorPaymentRecord } from '../../operator-records.ts'
import { exportForm } from '../../own-payments.ts'
import { paymentDetail } from '../../payment-detail.ts'
import { paymentStageSchema } from '../../payment-status.ts'
import { qrCodeTokenSchema } from '../../qr-config.ts'
import { referenceSchema } from '../../reference.ts'
import { timeSchema } from '../../time.ts'
import * as examples from '../examples/payments.ts'
import { onePage } from '../list-answer.ts'
import { EXPORTED } from '../file-types.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPayment = { ...common, params: { paymentId: paymentIdSchema } } as const

const BESIDE =
  'Needs from, createdSince, paidSince, refundedSince, a reference, its beginning or a qrCodeToken.'

const amountFilter = (description: string) =>
  amountInQuery.optional().meta({ ...amountParameter, description })

const moment = (description: string) => timeSchema.optional().meta({ description })

const NAME_LENGTH_MAX = 100

const partOfName = (of: string) =>
  z
    .string()
    .min(2)
    .max(NAME_LENGTH_MAX)
    .optional()
    .meta({ description: `Filter by a part of the name of the ${of}, without case and accents.` })

const FILTERS = {
  partnerId: partnerIdSchema.optional().meta({ description: 'Filter by partner.' }),
  partnerName: partOfName('partner'),
  reference: referenceSchema.optional().meta({ description: 'Filter by reference.' }),
  referenceBegins: referenceSchema
    .optional()
    .meta({ description: 'Filter by the beginning of the reference, exactly as it is written.' }),
  referenceEnds: referenceSchema.optional().meta({
    description: `Filter by the end of the reference, in capitals or small letters. ${BESIDE}`,
  }),
  qrCodeToken: qrCodeTokenSchema.optional().meta({ description: 'Filter by QR code.' }),
  stage: paymentStageSchema.optional().meta({ description: 'Filter by stage.' }),
  channelId: channelIdSchema.optional().meta({ description: `Filter by channel. ${BESIDE}` }),
  channelName: partOfName('channel').meta({
    description: `Filter by a part of the name of the channel, without case and accents. ${BESIDE}`,
  }),
  words: z
    .string()
    .min(2)
    .max(NAME_LENGTH_MAX)
    .optional()
    .meta({
      description:
        'Each word is a part of a name of the partner, of its city, or of the name of the channel, ' +
        `with one wrong letter at most. ${BESIDE}`,
    }),
  amount: amountFilter('Filter by amount in dinars.'),
  amountFrom: amountFilter('The lowest amount in dinars.'),
  amountTo: amountFilter('The highest amount in dinars.'),
  ...localPeriod,
  createdSince: moment('Opened at or after this time.'),
  createdBefore: moment('Opened before this time.'),
  paidSince: moment('Paid at or after this time, including payments that were refunded later.'),
  paidBefore: moment('Paid before this time.'),
  refundedSince: moment('Refunded at or after this time.'),
  refundedBefore: moment('Refunded before this time.'),
}

/**
 * There is no index on the channel, because every payment would have to write to it. So these filters
 * need a reference, a QR code, or a start time.
 */
const channelBeside = (
  query: Readonly<Partial<Record<keyof typeof FILTERS, unknown>>>,
  context: z.RefinementCtx,
): void => {
  const { reference, referenceBegins, qrCodeToken, from, createdSince, paidSince } = query
  const one = reference ?? referenceBegins ?? qrCodeToken
  if (one ?? from ?? createdSince ?? paidSince ?? query.refundedSince) return
  for (const name of ['channelId', 'channelName', 'words', 'referenceEnds'] as const) {
    if (query[name] === undefined) continue
    const message =
      'expected it together with from, createdSince, paidSince, refundedSince, a reference, its ' +
      'beginning or a qrCodeToken'
    context.addIssue({ code: 'custom', path: [name], message })
  }
}

export const paymentsQuery = listQuery.extend(FILTERS).superRefine(channelBeside)

const paymentsExportQuery = listQuery
  .omit({ limit: true, cursor: true })
  .extend({ ...FILTERS, ...exportForm })
  .superRefine(channelBeside)

const operatorPaymentList = listOf(operatorPaymentRecord)

named({ OperatorPaymentList: operatorPaymentList })

export const OPERATOR_PAYMENTS = {
  listPayments: {
    ...common,
    method: 'GET',
    path: '/operator/v1/payments',
    permission: 'payments.view',
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
    permission: 'payments.view',
    summary: 'Read a payment with its timeline',
    description:
      'Transitions, refused requests of the channel, refunds, events, and the newest 50 attempts of each event; ' +
      'attemptsLeftOut says whether there are more.',
    answer: {
      description: 'The payment and its timeline, oldest first.',
      schema: paymentDetail,
      examples: { paid: examples.paymentDetail },
    },
    errors: ['PAYMENT404_NOT_FOUND'],
  },
} as const satisfies OperationTable

/** A table of its own: it reads the list, in whichever cells the list is read. */
export const OPERATOR_PAYMENT_EXPORT = {
  exportPayments: {
    ...common,
    method: 'GET',
    path: '/operator/v1/payments/export',
    permission: 'export',
    summary: 'Export payments as a file',
    description:
      `The payments of the list, newest first, in one file of at most ${EXPORT_ROWS_MAX} ` +
      'payments. A longer list is refused, not cut. One export runs at a time.',
    query: paymentsExportQuery,
    answer: {
      description: 'The file.',
      content: EXPORTED,
    },
    errors: ['EXPORT422_TOO_MANY', 'EXPORT429_TOO_MANY_AT_ONCE'],
  },
} as const satisfies OperationTable
