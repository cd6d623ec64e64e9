/** Plays the platform: looks up references and delivers signed events. */
import { encodeReference, sign, unixSeconds } from '@wasl/protocol'
import type { Secrets } from './run-example.ts'

export type Answer = { status: number; body: unknown }

export const lookUp = async (url: string, reference: string, secrets: Secrets): Promise<Answer> =>
  seen(await fetchDetails(url, reference, secrets))

/** The raw text of the answer. */
export const lookUpText = async (
  url: string,
  reference: string,
  secrets: Secrets,
): Promise<string> => (await fetchDetails(url, reference, secrets)).text()

const fetchDetails = (url: string, reference: string, secrets: Secrets): Promise<Response> =>
  fetch(`${url}/${encodeReference(reference)}`, { headers: headers(secrets) })

export const deliver = async (url: string, event: unknown, secrets: Secrets): Promise<Answer> => {
  const body = Uint8Array.from(Buffer.from(JSON.stringify(event)))
  const shown = headers(secrets)
  const signature = sign(body, shown['x-timestamp'], secrets.hmacSecret)
  const response = await fetch(`${url}/webhooks/platform`, {
    method: 'POST',
    headers: { ...shown, 'x-signature': signature, 'content-type': 'application/json' },
    body,
  })
  return seen(response)
}

export const initialized = (reference: string, paymentId: string, amount: number) => ({
  event: 'payment.initialized',
  data: {
    ...common(reference, paymentId, amount),
    initializedAt: '2026-11-21T08:59:00.000Z',
    lockReleaseTime: '2026-11-21T09:14:00.000Z',
  },
})

export const success = (reference: string, paymentId: string, amount: number) => ({
  event: 'payment.success',
  data: { ...common(reference, paymentId, amount), paidAt: '2026-11-21T09:00:00.000Z' },
})

export const failed = (reference: string, paymentId: string, amount: number) => ({
  event: 'payment.fail',
  data: {
    ...common(reference, paymentId, amount),
    failedAt: '2026-11-21T09:00:00.000Z',
    reason: 'cancelled',
  },
})

/** The same event for a payment by a static QR code (D19). */
export const byQrCode = (event: { event: string; data: object }) => ({
  ...event,
  data: { ...event.data, qrCodeToken: '7Z3M9K0QW5T8R2VXN4BHJD01Z9', qrConfigKind: null },
})

const common = (reference: string, paymentId: string, amount: number) => ({
  reference,
  paymentId,
  amount,
  channel: 'AGENCY',
  currency: 'DZD',
})

const headers = ({ apiSecret }: Secrets) => ({
  authorization: `Bearer ${apiSecret}`,
  'x-timestamp': String(unixSeconds(new Date())),
})

const seen = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
})
