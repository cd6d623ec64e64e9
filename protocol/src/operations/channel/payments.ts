/** Payments in the channel API (D21). */
import {
  channelPayment,
  channelPaymentList,
  channelPaymentsQuery,
  confirmPaymentRequest,
  openPaymentRequest,
} from '../../channel-api.ts'
import { paymentIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import type { ErrorCodeOf } from '../../operation-errors.ts'
import * as examples from '../examples/payments.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

/** Operations on one payment answer a malformed id like an unknown one. */
const ofPayment = {
  ...common,
  params: { paymentId: paymentIdSchema },
  malformedParams: 'unknown',
} as const

const RELEASE_ERRORS = [
  'PAYMENT404_NOT_FOUND',
  'PAYMENT409_LOCK_LOST',
  'PAYMENT409_WRONG_STAGE',
  'IDEMPOTENCY422_KEY_REUSED',
] as const

export const CHANNEL_PAYMENTS = {
  openPayment: {
    ...common,
    method: 'POST',
    path: '/channel/v1/payments',
    permission: 'cash.receive',
    summary: 'Open a payment',
    description:
      'Looks up the reference at the partner and locks it. Collect exactly the amount in the answer, ' +
      'then confirm before lockReleaseTime. On an error take no money. A repetition with the same ' +
      'Idempotency-Key gets the first answer, even if the payment has changed since: read the payment ' +
      'before you take money.',
    idempotent: true,
    body: {
      schema: openPaymentRequest,
      example: { partnerId: 'prt_1001', reference: 'INV/2026 01', agentId: 'agt_12' },
    },
    answer: {
      status: 201,
      description: 'The reference is locked for this payment.',
      schema: channelPayment,
      examples: { locked: examples.lockedPayment },
    },
    errors: [
      'CHANNEL403_DISABLED',
      'CHANNEL403_PARTNER_NOT_ALLOWED',
      'PARTNER404_NOT_FOUND',
      'PARTNER403_INACTIVE',
      'PARTNER409_TESTING',
      'PARTNER409_PAUSED',
      'CHANNEL403_TEST_ONLY',
      'REFERENCE404_NOT_FOUND',
      'CHANNEL429_TOO_MANY_LOCKS',
      'CHANNEL429_TOO_MANY_NOT_FOUND',
      'REFERENCE409_ALREADY_PAID',
      'REFERENCE409_LOCKED',
      'PARTNER502_BAD_RESPONSE',
      'PARTNER503_UNAVAILABLE',
      'PARTNER504_TIMEOUT',
      'AGENT404_NOT_FOUND',
      'AGENT409_NOT_ON_SHIFT',
      'AGENT409_CASH_LIMIT',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
  listChannelPayments: {
    ...common,
    method: 'GET',
    path: '/channel/v1/payments',
    permission: 'payments.view',
    summary: "List the channel's payments",
    description:
      'Newest first, by the time of opening, without the labels of the partner. A page reads ' +
      'the payments of all channels, at most 20,000, so it may have fewer items than limit, or ' +
      'none, while nextCursor is not null. Continue until it is null. createdSince keeps a list ' +
      'short; by default the list goes back to the creation of the channel.',
    query: channelPaymentsQuery,
    answer: onePage(channelPaymentList, examples.channelPaymentRecord),
  },
  readPayment: {
    ...ofPayment,
    method: 'GET',
    path: '/channel/v1/payments/{paymentId}',
    permission: 'payments.view',
    summary: 'Read a payment',
    description: 'A channel sees only the payments that it opened itself.',
    answer: {
      description: 'The current payment.',
      schema: channelPayment,
      examples: { locked: examples.lockedPayment, paid: examples.paidPayment },
    },
    errors: ['PAYMENT404_NOT_FOUND'],
  },
  confirmPayment: {
    ...ofPayment,
    method: 'POST',
    path: '/channel/v1/payments/{paymentId}/confirm',
    permission: 'cash.receive',
    summary: 'Confirm a payment: you took the money',
    description:
      'Moves a locked payment to paid. You may send the amount as a check, and the agent who ' +
      'took the money: a confirmation is never refused because of the agent. A till that had to ' +
      'wait for the network says in takenAt when the money was taken. A repeated confirm gets ' +
      'the first answer. After PAYMENT409_LOCK_LOST nothing was booked: open the reference ' +
      'again and confirm the new payment, with the lost one in insteadOf. CASE409_RESOLVED: the ' +
      'cash of the lost one was given back, or is in another payment.',
    idempotent: true,
    body: {
      schema: confirmPaymentRequest,
      optional: true,
      example: { amount: 1250.5, takenBy: 'agt_12', takenAt: examples.TAKEN_AT },
    },
    answer: {
      description: 'The payment is paid.',
      schema: channelPayment,
      examples: { paid: examples.paidPayment },
    },
    errors: [...RELEASE_ERRORS, 'PAYMENT409_AMOUNT_MISMATCH', 'CASE409_RESOLVED'],
  },
  cancelPayment: {
    ...ofPayment,
    method: 'POST',
    path: '/channel/v1/payments/{paymentId}/cancel',
    permission: 'cash.receive',
    summary: 'Cancel a payment: the payer changed their mind',
    description: 'Moves a locked payment to released. The reference is free again. Send no body.',
    idempotent: true,
    answer: {
      description: 'The payment is released.',
      schema: channelPayment,
      examples: { cancelled: examples.cancelledPayment },
    },
    errors: RELEASE_ERRORS,
  },
  failPayment: {
    ...ofPayment,
    method: 'POST',
    path: '/channel/v1/payments/{paymentId}/fail',
    permission: 'cash.receive',
    summary: 'Fail a payment: you could not take the money',
    description: 'Moves a locked payment to released. The reference is free again. Send no body.',
    idempotent: true,
    answer: {
      description: 'The payment is released.',
      schema: channelPayment,
      examples: { failed: examples.failedPayment },
    },
    errors: RELEASE_ERRORS,
  },
} as const satisfies OperationTable

export type OpenPaymentError = ErrorCodeOf<typeof CHANNEL_PAYMENTS.openPayment>
export type ConfirmPaymentError = ErrorCodeOf<typeof CHANNEL_PAYMENTS.confirmPayment>
