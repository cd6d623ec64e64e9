import { sign, unixSeconds } from '@wasl/protocol'
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
  'partnerId' | 'webhookUrl' | 'apiSecret' | 'hmacKey'
>

/** What proves that the platform sent the body. */
export type SignatureSent = { timestamp: string; signature: string }

/** The request of a webhook, signed with a timestamp of now (D13). A test signs its own the same way. */
export const signedRequest = (
  { partnerId, webhookUrl, apiSecret, hmacKey }: WebhookTarget,
  eventId: string,
  body: Buffer,
): { request: OutboundRequest; sent: SignatureSent } => {
  const timestamp = String(unixSeconds(wallClock()))
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
    },
    body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    maxBytes: RESPONSE_BYTES_MAX,
    partner: partnerId,
  }
  return { request, sent: { timestamp, signature } }
}
