/** The endpoints that the partner hosts (sections 4.1 and 4.2) and the webhooks (section 6). */
import type { PartnerHostedOperation } from '../../operation.ts'
import { paymentDetailsSchema } from '../../payment-details.ts'
import { acknowledgementSchema, WEBHOOK_EVENTS, webhookEventSchema } from '../../webhook-event.ts'
import { referenceInPath } from './status.ts'

const RECEIVED =
  'Check Authorization, then the signature over the raw bytes of the body, before you trust the ' +
  'payload. Answer HTTP 200 with {"success": true} within 10 seconds. After any other answer the ' +
  'platform retries: ten attempts in about three days (D14). An event may arrive more than once.'

const receiver = {
  tag: 'Partner-hosted',
  headers: ['XTimestamp', 'XSignature', 'XEventId'],
  answer: {
    description: 'The acknowledgement (section 2.5).',
    schema: acknowledgementSchema,
    examples: { acknowledged: { success: true } },
  },
  errors: ['UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
} as const

const exampleOf = (name: string) => ({ file: 'webhook-events', name }) as const

export const LOOKUP = {
  tag: 'Partner-hosted',
  summary: 'Payment details lookup',
  description:
    'Hosted by the partner, called by the platform when a customer starts a payment (section 4.1). ' +
    'Check Authorization before anything else. The platform waits 5 seconds in total, accepts at most ' +
    '256 KiB, follows no redirects and accepts no compression (D11).',
  params: { reference: referenceInPath },
  headers: ['XTimestamp'],
  answer: {
    description: 'The payment details of this reference.',
    schema: paymentDetailsSchema,
    vectors: {
      file: 'payment-details',
      names: {
        'all fields': 'all fields',
        'required fields alone': 'required fields alone',
      },
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND', 'ALREADY_PAID', 'SERVICE_UNAVAILABLE'],
} as const satisfies PartnerHostedOperation

export const RECEIVER = {
  ...receiver,
  summary: 'Webhook receiver',
  description:
    'Hosted by the partner, called by the platform (section 4.2), at this path or at the ' +
    `partner's own Webhook URL (D12). ${RECEIVED}`,
  body: { schema: webhookEventSchema, vector: exampleOf('payment.success') },
} as const satisfies PartnerHostedOperation

/** By kind of event, for the document's `webhooks`. */
export const WEBHOOKS: Readonly<Record<string, PartnerHostedOperation>> = Object.fromEntries(
  Object.entries(WEBHOOK_EVENTS).map(([kind, { summary, schema }]) => [
    kind,
    {
      ...receiver,
      summary,
      description: RECEIVED,
      body: { schema, vector: exampleOf(kind) },
    },
  ]),
)
