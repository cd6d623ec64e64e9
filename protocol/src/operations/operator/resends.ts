/** Sending a backlog of webhook events again (W146). */
import { partnerIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { resendIdSchema, resendRequest } from '../../resends.ts'
import * as examples from '../examples/resends.ts'
import { RESEND, RESEND_PREVIEW, RESEND_STARTED, RESENDS } from '../resend-answers.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const body = { schema: resendRequest, example: examples.resendRequest } as const

export const OPERATOR_RESENDS = {
  previewResend: {
    ...common,
    method: 'POST',
    path: '/operator/v1/resends/preview',
    permission: 'events.redeliver',
    summary: 'Count the webhook events that a resend would send again',
    description: 'Changes nothing. Takes the body of a resend.',
    body,
    answer: RESEND_PREVIEW,
    errors: ['PARTNER404_NOT_FOUND'],
  },
  startResend: {
    ...common,
    method: 'POST',
    path: '/operator/v1/resends',
    permission: 'events.redeliver',
    summary: 'Resend the webhook events since a time',
    description:
      'Of one partner, or of all partners without partnerId. The events become due again, the oldest ' +
      'first, as fast as each partner takes them. Read the resend to follow it.',
    body,
    answer: RESEND_STARTED,
    errors: ['PARTNER404_NOT_FOUND', 'RESEND409_RUNNING', 'RESEND409_TOO_MANY'],
  },
  listResends: {
    ...common,
    method: 'GET',
    path: '/operator/v1/resends',
    permission: 'events.view',
    summary: 'List resends',
    description: 'Newest first.',
    query: listQuery.extend({
      partnerId: partnerIdSchema.optional().meta({ description: 'Only those of this partner.' }),
    }),
    answer: RESENDS,
  },
  readResend: {
    ...common,
    method: 'GET',
    path: '/operator/v1/resends/{resendId}',
    permission: 'events.view',
    summary: 'Read a resend',
    description: 'How many of its events were made due again.',
    params: { resendId: resendIdSchema },
    answer: RESEND,
    errors: ['RESEND404_NOT_FOUND'],
  },
  cancelResend: {
    ...common,
    method: 'POST',
    path: '/operator/v1/resends/{resendId}/cancel',
    permission: 'events.redeliver',
    summary: 'Cancel a resend',
    description: 'What is due already is still sent. Send no body.',
    params: { resendId: resendIdSchema },
    answer: RESEND,
    errors: ['RESEND404_NOT_FOUND'],
  },
} as const satisfies OperationTable
