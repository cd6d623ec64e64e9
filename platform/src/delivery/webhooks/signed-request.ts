import { sign, signStandard, unixSeconds } from '@wasl/protocol'
import type { KeyObject } from 'node:crypto'
import { wallClock } from '../../base/chance.ts'
import type { OutboundRequest } from '../../base/outbound/outbound-types.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'

/** The time that a partner has to acknowledge (D14). */
export const ATTEMPT_TIMEOUT_MS = 10_000

/** An acknowledgement is 16 bytes. An error page may be longer, and is read up to this limit. */
const RESPONSE_BYTES_MAX = 64 * 1024

/** Where a webhook goes, and with which secrets. */
export type WebhookTarget = Pick<
  PartnerTarget,
  'partnerId' | 'webhookUrl' | 'webhookHeaders' | 'apiSecret' | 'hmacKey'
>

/** What proves that the platform sent the body. */
export type SignatureSent = { timestamp: string; signature: string }

/** The request of a webhook, signed with a timestamp of now unless another is given (D13). A test signs its own the same way. */
export const signedRequest = (
  { partnerId, webhookUrl, webhookHeaders, apiSecret, hmacKey }: WebhookTarget,
  eventId: string,
  body: Buffer,
  timestamp = String(unixSeconds(wallClock())),
): { request: OutboundRequest; sent: SignatureSent } => {
  const signature = sign(body, timestamp, hmacKey)
  const request: OutboundRequest = {
    method: 'POST',
    url: webhookUrl,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${apiSecret}`,
      'x-timestamp': timestamp,
      'x-signature': signature,
      'x-event-id': eventId,
      ...(webhookHeaders === 'standard' && standardHeaders(eventId, timestamp, body, hmacKey)),
    },
    body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    maxBytes: RESPONSE_BYTES_MAX,
    partner: partnerId,
  }
  return { request, sent: { timestamp, signature } }
}

/** The headers of Standard Webhooks, beside the interface's own and with the same secret (D41). */
const standardHeaders = (id: string, timestamp: string, body: Buffer, hmacKey: KeyObject) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signStandard(body, { id, timestamp }, hmacKey),
})
