import { hmacKey, sign, unixSeconds, type Language } from '@wasl/protocol'
import { wallClock } from '../../base/chance.ts'
import { withoutSecret, partnerText } from '../../delivery/lookups/partner-text.ts'
import type { Send } from '../../base/outbound/outbound-types.ts'
import { messageOf, partnerIn } from './message.ts'
import type { ClaimedNotification } from './queue.ts'

/** As a partner has to acknowledge an event. */
const TIMEOUT_MS = 10_000

/** The answer is not read, but an error page of this size still counts as an answer. */
const BYTES_MAX = 64 * 1024

/**
 * Posts a notification to the operator's own address, signed as partners' webhooks are (D13). Any 2xx
 * takes it.
 *
 * @returns why it was not taken; null when it was.
 */
export const createSendWebhook = (
  send: Send,
  { url, secret }: { url: string; secret: string },
  language: Language,
  origin: () => string,
) => {
  const key = hmacKey(secret)
  return async (notification: ClaimedNotification): Promise<string | null> => {
    const body = Buffer.from(JSON.stringify(bodyOf(notification, language, origin())))
    const timestamp = String(unixSeconds(wallClock()))
    const result = await send({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': sign(body, timestamp, key),
        'x-event-id': notification.notificationId,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: BYTES_MAX,
      partner: THE_OPERATOR,
    })
    if (!result.ok) return withoutSecret(partnerText(result.message), secret)
    if (result.status >= 200 && result.status <= 299) return null
    return `expected a status from 200 to 299, the address answered HTTP ${result.status}`
  }
}

/** No partner has this number, so the connections are the operator's own. */
const THE_OPERATOR = 0

const bodyOf = (
  { notificationId, madeAt, items }: ClaimedNotification,
  language: Language,
  origin: string,
) => {
  const message = messageOf(items, language, origin)
  return {
    event: 'operator.notification',
    data: {
      notificationId,
      madeAt,
      subject: message.subject,
      text: message.text,
      items: items.map((item, index) => ({
        phase: item.phase,
        kind: item.kind,
        incidentId: item.incidentId,
        partnerId: partnerIn(item),
        partnerName: item.partnerName,
        count: item.facts.count,
        detail: item.facts.detail,
        beganAt: item.beganAt,
        endedAt: item.endedAt,
        ...message.items[index],
      })),
    },
  }
}
