/** Which headers sign the webhooks of a partner (D41). The headers of section 5 are sent in every case. */
import { z } from 'zod'
import { named } from './named.ts'

export const WEBHOOK_HEADERS = ['interface', 'standard'] as const

export const webhookHeadersSchema = z.enum(WEBHOOK_HEADERS).meta({
  description:
    'standard: webhooks also have webhook-id, webhook-timestamp and webhook-signature, for a verifier of ' +
    'Standard Webhooks (D41). Give it whsec_ and the base64 of the HMAC secret.',
})

named({ WebhookHeaders: webhookHeadersSchema })

export type WebhookHeaders = z.infer<typeof webhookHeadersSchema>
