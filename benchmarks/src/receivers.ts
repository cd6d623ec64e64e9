/** Ways to verify a webhook: the partner kit's, and those of two well-known libraries. */
import { sign } from '@wasl/protocol'
import { verifyWebhook } from '@wasl/partner-kit'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'

export const CONTESTANTS = ['wasl', 'stripe', 'standardwebhooks'] as const

export type Contestant = (typeof CONTESTANTS)[number]

export type Headers = Readonly<Record<string, string | undefined>>

export type Delivery = { headers: Record<string, string>; body: string }

export type Receiver = {
  /** A webhook signed as the library expects. Each number is another payment. */
  sign: (number: number) => Delivery
  /** Throws when the signature is wrong. */
  verify: (body: Buffer, headers: Headers) => unknown
}

export const API_SECRET = 'wasl_sec_bench_000000000000000000000000000001'
export const HMAC_SECRET = 'wasl_hmac_bench_00000000000000000000000000002'

export const receiverOf = (contestant: Contestant): Receiver => RECEIVERS[contestant]()

const RECEIVERS: Readonly<Record<Contestant, () => Receiver>> = {
  wasl: () => ({
    sign: (number) => {
      const body = bodyOf(number)
      const timestamp = String(nowSeconds())
      const signature = sign(Buffer.from(body), timestamp, HMAC_SECRET)
      const authorization = `Bearer ${API_SECRET}`
      const headers = { authorization, 'x-timestamp': timestamp, 'x-signature': signature }
      return { headers, body }
    },
    verify: (body, headers) => {
      const webhook = verifyWebhook({
        body,
        headers,
        apiSecret: API_SECRET,
        hmacSecret: HMAC_SECRET,
      })
      if (!webhook.ok) throw new Error(webhook.message)
      return webhook.event
    },
  }),
  stripe: () => {
    const { webhooks } = new Stripe('sk_test_bench')
    const secret = `whsec_${HMAC_SECRET}`
    return {
      sign: (number) => {
        const body = bodyOf(number)
        const signature = webhooks.generateTestHeaderString({ payload: body, secret })
        return { headers: { 'stripe-signature': signature }, body }
      },
      verify: (body, headers) =>
        webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
    }
  },
  standardwebhooks: () => {
    const webhook = new Webhook(`whsec_${Buffer.from(HMAC_SECRET).toString('base64')}`)
    return {
      sign: (number) => {
        const body = bodyOf(number)
        const now = new Date(nowSeconds() * 1000)
        const id = `msg_${number}`
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(nowSeconds()),
          'webhook-signature': webhook.sign(id, now, body),
        }
        return { headers, body }
      },
      verify: (body, headers) => webhook.verify(body, headers as Record<string, string>),
    }
  },
}

/** The same event for all libraries, so that all verify and parse the same bytes. */
const bodyOf = (number: number): string =>
  JSON.stringify({
    event: 'payment.success',
    data: {
      reference: 'INV-2026-0001',
      paymentId: `019ab1c2-7c00-7abc-8def-${String(number).padStart(12, '0')}`,
      channel: 'AGENCY',
      amount: 599.8,
      currency: 'DZD',
      paidAt: '2026-11-21T09:00:00.000Z',
    },
  })

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
