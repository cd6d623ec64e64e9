import { verifyWebhook } from '@wasl/partner-kit'

/** For your own server: takes raw bytes and headers, returns a status and a body. */
export const receive = (body: Uint8Array, headers: Record<string, string | undefined>) => {
  const webhook = verifyWebhook({
    body,
    headers,
    apiSecret: process.env['API_SECRET'] ?? '',
    // During a rotation, the new and the old secret:
    hmacSecret: [process.env['HMAC_SECRET'] ?? '', process.env['OLD_HMAC_SECRET'] ?? ''].filter(
      (secret) => secret !== '',
    ),
  })
  if (!webhook.ok) {
    console.error(webhook.reason, webhook.message)
    return { status: 401, body: { error: 'UNAUTHORIZED', errorMessage: webhook.message } }
  }
  if (webhook.known && webhook.event.event === 'payment.success') {
    console.log(webhook.event.data.reference, webhook.event.data.amount, 'DZD')
  }
  return { status: 200, body: { success: true } }
}
