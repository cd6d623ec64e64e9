/** The endpoints that the partner hosts (sections 4.1 and 4.2) and the webhooks (section 6). */
import * as examples from './examples.ts'
import type { PartnerOperation } from './operation.ts'

export const LOOKUP: PartnerOperation = {
  operationId: 'lookUpPaymentDetails',
  tag: 'Partner-hosted',
  summary: 'Payment details lookup',
  description:
    'Hosted by the partner, called by the platform when a customer starts a payment (section 4.1). ' +
    'Check Authorization before anything else. The platform waits 5 seconds in all, takes at most ' +
    '256 KiB, follows no redirects and asks for no compression (D11).',
  parameters: ['Reference', 'XTimestamp'],
  success: {
    description: 'The payment details of exactly this reference.',
    schema: 'PaymentDetails',
    examples: examples.paymentDetails,
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND', 'ALREADY_PAID', 'SERVICE_UNAVAILABLE'],
}

const RECEIVED =
  'Check Authorization, then the signature over the bytes of the body as they arrived, before you ' +
  'trust the payload. Answer HTTP 200 with {"success": true} within 10 seconds; anything else is ' +
  'sent again, ten attempts within about three days (D14). The same event may come more than once.'

const receiver = {
  tag: 'Partner-hosted',
  parameters: ['XTimestamp', 'XSignature', 'XEventId'],
  success: {
    description: 'The acknowledgement (section 2.5).',
    schema: 'Acknowledgement',
    examples: { acknowledged: examples.acknowledgement },
  },
  errors: ['UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
} as const

export const RECEIVER: PartnerOperation = {
  ...receiver,
  operationId: 'receiveWebhook',
  summary: 'Webhook receiver',
  description:
    'Hosted by the partner, called by the platform (section 4.2), here or at the Webhook URL the ' +
    `partner gave (D12). ${RECEIVED}`,
  body: {
    schema: 'WebhookEvent',
    required: true,
    example: examples.webhookEvents['payment.success'],
  },
}

/** By kind of event, for the document's `webhooks`. */
export const WEBHOOKS: Readonly<Record<string, PartnerOperation>> = {
  'payment.initialized': {
    ...receiver,
    operationId: 'onPaymentInitialized',
    summary: 'A payment session is created: the reference is locked',
    description: RECEIVED,
    body: {
      schema: 'PaymentInitialized',
      required: true,
      example: examples.webhookEvents['payment.initialized'],
    },
  },
  'payment.success': {
    ...receiver,
    operationId: 'onPaymentSuccess',
    summary: 'A payment is confirmed: the money is taken',
    description: RECEIVED,
    body: {
      schema: 'PaymentSuccess',
      required: true,
      example: examples.webhookEvents['payment.success'],
    },
  },
  'payment.fail': {
    ...receiver,
    operationId: 'onPaymentFail',
    summary: 'A payment failed, was cancelled or expired: the reference is free again',
    description: RECEIVED,
    body: {
      schema: 'PaymentFail',
      required: true,
      example: examples.webhookEvents['payment.fail'],
    },
  },
}
