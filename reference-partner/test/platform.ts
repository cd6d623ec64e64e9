/** Plays the platform: looks up references and delivers signed events. */
import { encodeReference, sign, unixSeconds } from '@wasl/protocol'

export const API_SECRET = 'wasl_sec_test_0000000000000000000000000000001'
export const HMAC_SECRET = 'wasl_hmac_test_000000000000000000000000000002'

export type Received = { status: number; body: Record<string, unknown> }

export type TestEvent = { event: string; data: { paymentId: string; [field: string]: unknown } }

export const lookUp = async (url: string, reference: string): Promise<Received> => {
  const response = await fetch(`${url}/${encodeReference(reference)}`, { headers: headers() })
  return seen(response)
}

export const deliver = async (url: string, event: TestEvent): Promise<Received> => {
  const body = Uint8Array.from(Buffer.from(JSON.stringify(event)))
  const shown = headers()
  const signature = sign(body, shown['x-timestamp'], HMAC_SECRET)
  const response = await fetch(`${url}/webhooks/platform`, {
    method: 'POST',
    headers: { ...shown, 'x-signature': signature, 'content-type': 'application/json' },
    body,
  })
  return seen(response)
}

export const success = (reference: string, paymentId: string, amount: number): TestEvent => {
  const paidAt = '2026-11-21T09:00:00.000Z'
  return { event: 'payment.success', data: { ...common(reference, paymentId, amount), paidAt } }
}

export const initialized = (reference: string, paymentId: string, amount: number): TestEvent => {
  const times = {
    initializedAt: '2026-11-21T08:58:00.000Z',
    lockReleaseTime: '2026-11-21T09:13:00.000Z',
  }
  return {
    event: 'payment.initialized',
    data: { ...common(reference, paymentId, amount), ...times },
  }
}

export const failed = (reference: string, paymentId: string, amount: number): TestEvent => {
  const end = { failedAt: '2026-11-21T09:00:00.000Z', reason: 'cancelled' }
  return { event: 'payment.fail', data: { ...common(reference, paymentId, amount), ...end } }
}

const common = (reference: string, paymentId: string, amount: number) => ({
  reference,
  paymentId,
  channel: 'AGENCY',
  amount,
  currency: 'DZD',
})

const headers = () => {
  const timestamp = String(unixSeconds(new Date()))
  return { authorization: `Bearer ${API_SECRET}`, 'x-timestamp': timestamp }
}

const seen = async (response: Response): Promise<Received> => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
})
