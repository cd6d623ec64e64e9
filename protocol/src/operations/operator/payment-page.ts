/** What the page of a payment shows beside the payment (W142, W143). */
import { paymentEvidence } from '../../evidence.ts'
import { paymentIdSchema } from '../../ids.ts'
import { noteRecord, noteRequest } from '../../notes.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/payment-page.ts'

const ofPayment = {
  caller: 'operator',
  tag: 'Operator API',
  params: { paymentId: paymentIdSchema },
} as const

export const OPERATOR_PAYMENT_PAGE = {
  readEvidence: {
    ...ofPayment,
    method: 'GET',
    path: '/operator/v1/payments/{paymentId}/evidence',
    permission: 'payments.view',
    summary: 'Read what proves a payment',
    description:
      'Its events with their bodies and attempts; its fee and the statement that covers it, ' +
      'with statements.view; and where its cash went, with cash.view. Banknotes cannot be told ' +
      'apart, so the oldest cash is assumed to leave first (W110).',
    answer: {
      description: 'The evidence.',
      schema: paymentEvidence,
      examples: { paid: examples.evidence },
    },
    errors: ['PAYMENT404_NOT_FOUND'],
  },
  writeNote: {
    ...ofPayment,
    method: 'POST',
    path: '/operator/v1/payments/{paymentId}/notes',
    permission: 'payments.refund',
    summary: 'Write a note on a payment',
    description:
      'Plain text that only operators see, in the timeline of the payment. A note cannot be ' +
      'changed. Its text is erased with the labels of the payment.',
    body: { schema: noteRequest, example: { text: examples.note.text } },
    answer: {
      status: 201,
      description: 'The note.',
      schema: noteRecord,
      examples: { note: examples.note },
    },
    errors: ['PAYMENT404_NOT_FOUND', 'NOTE409_TOO_MANY'],
  },
} as const satisfies OperationTable
