/** Refunds in the operator API (D28). */
import { partnerIdSchema, paymentIdSchema, refundIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import type { ErrorCodeOf } from '../../operation-errors.ts'
import {
  createRefundRequest,
  refund,
  refundRecord,
  refundStatusSchema,
  payRefundRequest,
  returnRefundRequest,
} from '../../refunds.ts'
import { timeSchema } from '../../time.ts'
import * as examples from '../examples/refunds.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofRefund = { ...common, params: { refundId: refundIdSchema } } as const

const moment = (description: string) => timeSchema.optional().meta({ description })

export const refundsQuery = listQuery.extend({
  partnerId: partnerIdSchema.optional().meta({ description: 'Filter by partner.' }),
  paymentId: paymentIdSchema.optional().meta({ description: 'Filter by payment.' }),
  status: refundStatusSchema.optional().meta({ description: 'Filter by status.' }),
  requestedSince: moment('Asked for at or after this time.'),
  requestedBefore: moment('Asked for before this time.'),
  madeBefore: moment('Made before this time: with status=made, what payers have not come for.'),
})

const refundList = listOf(refundRecord)

named({ RefundList: refundList })

const DECISION_ERRORS = [
  'REFUND404_NOT_FOUND',
  'REFUND409_WRONG_STATUS',
  'APPROVAL409_SAME_PERSON',
] as const

const BANK_ERRORS = [
  'REFUND404_NOT_FOUND',
  'REFUND409_WRONG_STATUS',
  'BANK_LINE404_NOT_FOUND',
  'BANK_LINE409_MATCHED',
  'BANK_LINE409_TAKEN',
  'BANK_LINE409_NOT_THIS',
  'APPROVAL409_SECOND_PERSON',
  'APPROVAL409_SAME_PERSON',
] as const

export const OPERATOR_REFUNDS = {
  createRefund: {
    ...common,
    params: { paymentId: paymentIdSchema },
    method: 'POST',
    path: '/operator/v1/payments/{paymentId}/refunds',
    permission: 'payments.refund',
    stepUp: true,
    summary: 'Refund a payment, whole or in part',
    description:
      'Refunds what is left of a paid payment, or the given amount of it. Above the threshold ' +
      'of the operator (WASL_REFUND_APPROVAL_ABOVE) it is requested, its amount is reserved, ' +
      'and another person approves or declines it. All refunds of the payment count together, ' +
      'and so do all that the same person made that day without a second person (D35). ' +
      'Otherwise it is made at once, and only this answer shows the code with which the payer ' +
      'gets the money at any till, within 180 days. A repeated request, or a second refund of ' +
      'the whole, gets the first refund without its code.',
    idempotent: 'required',
    body: {
      schema: createRefundRequest,
      example: { amount: 250.5, reason: 'Paid twice by mistake' },
    },
    answer: {
      status: 201,
      description: 'The refund.',
      schema: refund,
      examples: { made: examples.made, requested: examples.requested },
    },
    errors: [
      'PAYMENT404_NOT_FOUND',
      'PAYMENT409_WRONG_STAGE',
      'PAYMENT409_AMOUNT_MISMATCH',
      'REFUND409_TOO_MANY',
      'REFUND409_DEBIT_LIMIT',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
  listRefunds: {
    ...common,
    method: 'GET',
    path: '/operator/v1/refunds',
    permission: 'payments.view',
    summary: 'List refunds',
    description: 'Those of the newest payments first.',
    query: refundsQuery,
    answer: onePage(refundList, examples.madeRecord),
  },
  readRefund: {
    ...ofRefund,
    method: 'GET',
    path: '/operator/v1/refunds/{refundId}',
    permission: 'payments.view',
    summary: 'Read a refund',
    description: 'Never with the code of the payer.',
    answer: {
      description: 'The refund.',
      schema: refundRecord,
      examples: { made: examples.madeRecord },
    },
    errors: ['REFUND404_NOT_FOUND'],
  },
  approveRefund: {
    ...ofRefund,
    method: 'POST',
    path: '/operator/v1/refunds/{refundId}/approve',
    permission: 'refunds.approve',
    stepUp: true,
    approves: true,
    summary: 'Approve a requested refund',
    description:
      'Makes the refund. The approver is a person other than the one who asked for it, with the ' +
      'right to approve refunds (D34, D35). Only this answer shows the code of the payer. Send ' +
      'no body.',
    answer: {
      description: 'The refund is made.',
      schema: refund,
      examples: { approved: examples.approved },
    },
    errors: [...DECISION_ERRORS, 'REFUND409_DEBIT_LIMIT'],
  },
  declineRefund: {
    ...ofRefund,
    method: 'POST',
    path: '/operator/v1/refunds/{refundId}/decline',
    permission: 'payments.refund',
    summary: 'Decline a requested refund',
    description:
      'Nothing is refunded, and the amount can be refunded again. The person who asked for it ' +
      'cannot decline it. Send no body.',
    answer: {
      description: 'The refund is declined.',
      schema: refund,
      examples: { declined: examples.declined },
    },
    errors: DECISION_ERRORS,
  },
  issueRefundCode: {
    ...ofRefund,
    method: 'POST',
    path: '/operator/v1/refunds/{refundId}/code',
    permission: 'payments.refund',
    stepUp: true,
    summary: 'Issue a new code for the payer',
    description:
      'For a payer who lost the code, or whose code was blocked. The earlier code is void at once. Only ' +
      'this answer shows the new one. Send no body.',
    answer: {
      description: 'The refund with its new code.',
      schema: refund,
      examples: { 'a new code': examples.made },
    },
    errors: ['REFUND404_NOT_FOUND', 'REFUND409_WRONG_STATUS'],
  },
  payRefund: {
    ...ofRefund,
    method: 'POST',
    path: '/operator/v1/refunds/{refundId}/paid',
    permission: 'payouts.confirm',
    stepUp: true,
    summary: 'Record that the bank has paid a refund',
    description:
      'Matches a bank line with a refund that has the status made: the money left the clients’ ' +
      'account. A repetition with the same line gets the same answer.',
    body: { schema: payRefundRequest, example: { bankLineId: examples.BANK_LINE_ID } },
    answer: {
      description: 'The refund is paid.',
      schema: refund,
      examples: { paid: examples.paidByBank },
    },
    errors: BANK_ERRORS,
  },
  returnRefund: {
    ...ofRefund,
    method: 'POST',
    path: '/operator/v1/refunds/{refundId}/returned',
    permission: 'payouts.confirm',
    stepUp: true,
    summary: 'Record that the bank has sent a refund back',
    description:
      'Matches the bank line with which the money came back. The refund is due again, for ' +
      'another 180 days from now. Only this answer shows the new code of the payer.',
    body: { schema: returnRefundRequest, example: { bankLineId: examples.BANK_LINE_ID } },
    answer: {
      description: 'The refund is due again.',
      schema: refund,
      examples: { 'due again': examples.made },
    },
    errors: BANK_ERRORS,
  },
} as const satisfies OperationTable

export type CreateRefundError = ErrorCodeOf<typeof OPERATOR_REFUNDS.createRefund>
