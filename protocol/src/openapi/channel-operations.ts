/** The channel API (D21). */
import type { ErrorCode } from '../errors.ts'
import * as examples from './examples.ts'
import type { PlatformOperation } from './operation.ts'

const IDEMPOTENCY: readonly ErrorCode[] = ['IDEMPOTENCY422_KEY_REUSED']

const MOVE: readonly ErrorCode[] = [
  'VALIDATION400',
  'PAYMENT404_NOT_FOUND',
  'PAYMENT409_LOCK_LOST',
  'PAYMENT409_WRONG_STAGE',
]

const common = { tag: 'Channel API', access: 'channel' } as const

export const CHANNEL_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    method: 'post',
    path: '/channel/v1/payments',
    operationId: 'openPayment',
    summary: 'Open a payment',
    description:
      'Looks the reference up at the partner and locks it. Collect exactly the amount in the ' +
      'answer, then confirm before lockReleaseTime. On an error take no money. Repeated under its ' +
      'Idempotency-Key it is answered as the first time, whatever has become of the payment: read ' +
      'the payment then, before you take money.',
    parameters: ['IdempotencyKey'],
    body: {
      schema: 'OpenPaymentRequest',
      required: true,
      example: { partnerId: 'prt_1001', reference: 'INV/2026 01' },
    },
    success: {
      status: 201,
      description: 'The reference is locked for this payment.',
      schema: 'ChannelPayment',
      examples: { locked: examples.lockedPayment },
    },
    errors: [
      'VALIDATION400',
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
      ...IDEMPOTENCY,
    ],
  },
  {
    ...common,
    method: 'get',
    path: '/channel/v1/payments/{paymentId}',
    operationId: 'readPayment',
    summary: 'Read a payment',
    description: 'A channel sees only the payments that it opened itself.',
    parameters: ['PaymentId'],
    success: {
      status: 200,
      description: 'The payment as it is now.',
      schema: 'ChannelPayment',
      examples: { locked: examples.lockedPayment, paid: examples.paidPayment },
    },
    errors: ['PAYMENT404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/channel/v1/payments/{paymentId}/confirm',
    operationId: 'confirmPayment',
    summary: 'Confirm a payment: the money is taken',
    description:
      'Moves a locked payment to paid. The amount may be sent along, as a check. A repeated confirm ' +
      'is answered as the first was. After PAYMENT409_LOCK_LOST nothing was booked: open the ' +
      'reference again and confirm the new payment.',
    parameters: ['PaymentId', 'IdempotencyKey'],
    body: { schema: 'ConfirmPaymentRequest', required: false, example: { amount: 1250.5 } },
    success: {
      status: 200,
      description: 'The payment is paid.',
      schema: 'ChannelPayment',
      examples: { paid: examples.paidPayment },
    },
    errors: [...MOVE, 'PAYMENT409_AMOUNT_MISMATCH', ...IDEMPOTENCY],
  },
  {
    ...common,
    method: 'post',
    path: '/channel/v1/payments/{paymentId}/cancel',
    operationId: 'cancelPayment',
    summary: 'Cancel a payment: the payer changed their mind',
    description:
      'Moves a locked payment to released; the reference is free again. No body is read.',
    parameters: ['PaymentId', 'IdempotencyKey'],
    success: {
      status: 200,
      description: 'The payment is released.',
      schema: 'ChannelPayment',
      examples: { cancelled: examples.cancelledPayment },
    },
    errors: [...MOVE, ...IDEMPOTENCY],
  },
  {
    ...common,
    method: 'post',
    path: '/channel/v1/payments/{paymentId}/fail',
    operationId: 'failPayment',
    summary: 'Fail a payment: the money could not be taken',
    description:
      'Moves a locked payment to released; the reference is free again. No body is read.',
    parameters: ['PaymentId', 'IdempotencyKey'],
    success: {
      status: 200,
      description: 'The payment is released.',
      schema: 'ChannelPayment',
      examples: { failed: examples.failedPayment },
    },
    errors: [...MOVE, ...IDEMPOTENCY],
  },
]
