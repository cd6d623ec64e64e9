/** A partner sends a backlog of its own webhook events again (W146). */
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { resendIdSchema, resendOwnRequest } from '../../resends.ts'
import * as examples from '../examples/resends.ts'
import { RESEND, RESEND_PREVIEW, RESEND_STARTED, RESENDS } from '../resend-answers.ts'

const common = { caller: 'partner', tag: 'Webhook Events API' } as const

const { partnerId: _, ...example } = examples.resendRequest

const body = { schema: resendOwnRequest, example } as const

const REFUSALS = ['PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_TOO_MANY_AT_ONCE'] as const

const REFUSED_CHANGES = [...REFUSALS, 'PARTNER_API429_TOO_MANY_CHANGES'] as const

export const PARTNER_RESENDS = {
  previewOwnResend: {
    ...common,
    method: 'POST',
    path: '/partner/webhooks/v1/resends/preview',
    permission: 'events.redeliver',
    summary: 'Count your webhook events that a resend would send again',
    description: 'Changes nothing. Takes the body of a resend.',
    body,
    answer: RESEND_PREVIEW,
    errors: [...REFUSED_CHANGES],
  },
  startOwnResend: {
    ...common,
    method: 'POST',
    path: '/partner/webhooks/v1/resends',
    permission: 'events.redeliver',
    summary: 'Resend your webhook events since a time',
    description:
      'After your server was down. The events become due again, the oldest first, as fast as your ' +
      'server takes them. Read the resend to follow it.',
    body,
    answer: RESEND_STARTED,
    errors: [...REFUSED_CHANGES, 'RESEND409_RUNNING', 'RESEND409_TOO_MANY'],
  },
  listOwnResends: {
    ...common,
    method: 'GET',
    path: '/partner/webhooks/v1/resends',
    permission: 'events.view',
    summary: 'List your resends',
    description: 'Newest first. Those that the operator started are among them.',
    query: listQuery,
    answer: RESENDS,
    errors: [...REFUSALS],
  },
  readOwnResend: {
    ...common,
    method: 'GET',
    path: '/partner/webhooks/v1/resends/{resendId}',
    permission: 'events.view',
    summary: 'Read one of your resends',
    description: 'How many of its events were made due again.',
    params: { resendId: resendIdSchema },
    answer: RESEND,
    errors: [...REFUSALS, 'RESEND404_NOT_FOUND'],
  },
  cancelOwnResend: {
    ...common,
    method: 'POST',
    path: '/partner/webhooks/v1/resends/{resendId}/cancel',
    permission: 'events.redeliver',
    summary: 'Cancel one of your resends',
    description: 'What is due already is still sent. Send no body.',
    params: { resendId: resendIdSchema },
    answer: RESEND,
    errors: [...REFUSED_CHANGES, 'RESEND404_NOT_FOUND'],
  },
} as const satisfies OperationTable
