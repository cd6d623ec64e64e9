/**
 * One test webhook whose JSON is written in another way: letters as `\u` escapes, and 599.80 with its
 * last zero. A server that verifies JSON which it wrote again accepts the platform's usual events until
 * the first one with such text, so `wasl dev` sends one early.
 */
import { randomUUID } from 'node:crypto'
import { judge, type Send } from '@wasl/platform'
import { sign, unixSeconds } from '@wasl/protocol'
import type { FeedEntry } from './feed.ts'
import type { DevPartner } from './home.ts'

export type EscapedEventInput = {
  send: Send
  webhookUrl: string
  partner: Pick<DevPartner, 'apiSecret' | 'hmacSecret'>
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024

const RAW =
  "Verify the bytes as they arrived, before you parse them: file_get_contents('php://input') in PHP, " +
  'request.get_data() in Flask, request.body in Django, express.raw() in Express.'

/**
 * Sends the event, and after a refusal the same event as the platform usually writes it. Only together
 * do the answers prove the cause.
 */
export const tryEscapedEvent = async (
  input: EscapedEventInput,
): Promise<Omit<FeedEntry, 'at'> | null> => {
  const text = JSON.stringify(testEvent())
  const refusal = await refusalOf(input, escaped(text))
  const about = { kind: 'webhook', event: 'payment.fail', test: true } as const
  if (refusal === null) {
    const said = String.raw`a test event with \u escapes and 599.80 → acknowledged: your server verifies the raw bytes`
    return { ...about, ok: true, text: said }
  }
  // A refusal of both has another cause, which the real events show.
  if ((await refusalOf(input, text)) !== null) return null
  return {
    ...about,
    ok: false,
    text: String.raw`a test event with \u escapes and 599.80 → ${refusal}; the same event without them is acknowledged`,
    remedy: `Your server verifies JSON that it wrote again, and other events will be refused too. ${RAW}`,
  }
}

/** The test webhook of W147: about a payment that does not exist. */
const testEvent = () => ({
  event: 'payment.fail',
  data: {
    reference: `WASL-TEST-${randomUUID()}`,
    paymentId: randomUUID(),
    channel: 'AGENCY',
    amount: 599.8,
    currency: 'DZD',
    failedAt: new Date().toISOString(),
    reason: 'failed',
    test: true,
    note: 'دفع نقدي – reçu',
  },
})

const escaped = (text: string): string =>
  text
    .replace('"amount":599.8,', '"amount":599.80,')
    .replaceAll(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )

/** Null when it was acknowledged. */
const refusalOf = async (
  { send, webhookUrl, partner }: EscapedEventInput,
  text: string,
): Promise<string | null> => {
  const body = Buffer.from(text)
  const timestamp = String(unixSeconds(new Date()))
  const result = await send({
    method: 'POST',
    url: webhookUrl,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${partner.apiSecret}`,
      'x-timestamp': timestamp,
      'x-signature': sign(body, timestamp, partner.hmacSecret),
      'x-event-id': randomUUID(),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES_MAX,
    partner: 1,
  })
  const { outcome, error } = judge(result, partner.apiSecret)
  return outcome === 'acknowledged' ? null : (error ?? outcome)
}
