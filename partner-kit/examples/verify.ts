import { verifyWebhook } from '@wasl/partner-kit'

/** For a server of your own making: raw bytes and headers in, a status and a body out. */
export const receive = (body: Uint8Array, headers: Record<string, string | undefined>) => {
  const webhook = verifyWebhook({
    body,
    headers,
    apiSecret: process.env['API_SECRET'] ?? '',
    // While a rotation overlaps, the new secret and the old one:
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
