/** Payments in the channel API (D21). */
import { channelPayment, confirmPaymentRequest, openPaymentRequest } from '../../channel-api.ts'
import { paymentIdSchema } from '../../ids.ts'
import type { ErrorCodeOf, OperationTable } from '../../operation.ts'
import * as examples from '../examples/payments.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

/** Of one payment. A malformed id is answered like an unknown one. */
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
    summary: 'Open a payment',
    description:
      'Looks the reference up at the partner and locks it. Collect exactly the amount in the ' +
      'answer, then confirm before lockReleaseTime. On an error take no money. Repeated under its ' +
      'Idempotency-Key it is answered as the first time, whatever has become of the payment: read ' +
      'the payment then, before you take money.',
    idempotent: true,
    body: {
      schema: openPaymentRequest,
      example: { partnerId: 'prt_1001', reference: 'INV/2026 01' },
    },
    answer: {
      status: 201,
      description: 'The reference is locked for this payment.',
      schema: channelPayment,
      examples: { locked: examples.lockedPayment },
    },
    errors: [
      'PARTNER404_NOT_FOUND',
      'PARTNER403_INACTIVE',
      'REFERENCE404_NOT_FOUND',
      'CHANNEL429_TOO_MANY_LOCKS',
      'CHANNEL429_TOO_MANY_NOT_FOUND',
      'REFERENCE409_ALREADY_PAID',
      'REFERENCE409_LOCKED',
      'PARTNER502_BAD_RESPONSE',
      'PARTNER503_UNAVAILABLE',
      'PARTNER504_TIMEOUT',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
  readPayment: {
    ...ofPayment,
    method: 'GET',
    path: '/channel/v1/payments/{paymentId}',
    summary: 'Read a payment',
    description: 'A channel sees only the payments that it opened itself.',
    answer: {
      description: 'The payment as it is now.',
      schema: channelPayment,
      examples: { locked: examples.lockedPayment, paid: examples.paidPayment },
    },
    errors: ['PAYMENT404_NOT_FOUND'],
  },
  confirmPayment: {
    ...ofPayment,
    method: 'POST',
    path: '/channel/v1/payments/{paymentId}/confirm',
    summary: 'Confirm a payment: the money is taken',
    description:
      'Moves a locked payment to paid. The amount may be sent along, as a check. A repeated confirm ' +
      'is answered as the first was. After PAYMENT409_LOCK_LOST nothing was booked: open the ' +
      'reference again and confirm the new payment.',
    idempotent: true,
    body: { schema: confirmPaymentRequest, optional: true, example: { amount: 1250.5 } },
    answer: {
      description: 'The payment is paid.',
      schema: channelPayment,
      examples: { paid: examples.paidPayment },
    },
    errors: [...RELEASE_ERRORS, 'PAYMENT409_AMOUNT_MISMATCH'],
  },
  cancelPayment: {
    ...ofPayment,
    method: 'POST',
    path: '/channel/v1/payments/{paymentId}/cancel',
    summary: 'Cancel a payment: the payer changed their mind',
    description:
      'Moves a locked payment to released; the reference is free again. No body is read.',
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
    summary: 'Fail a payment: the money could not be taken',
    description:
      'Moves a locked payment to released; the reference is free again. No body is read.',
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
