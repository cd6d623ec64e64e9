/** What the kit's tests share: secrets, a partner with a log to look into, and signed requests. */
import { sign } from '@wasl/protocol'
import type {
  PaymentFail,
  PaymentInitialized,
  PaymentRefunded,
  PaymentSuccess,
} from '@wasl/protocol'
import { createPartner } from '../src/partner.ts'
import type { Partner } from '../src/partner.ts'
import type { PartnerLogEntry } from '../src/log.ts'
import { memoryDedupe } from '../src/memory-dedupe.ts'
import type { PartnerOptions } from '../src/options.ts'

export const API_SECRET = 'wasl_sec_test_0000000000000000000000000000001'
export const HMAC_SECRET = 'wasl_hmac_test_000000000000000000000000000002'

/** 2026-11-21T09:00:00Z */
export const NOW_SECONDS = 1_795_251_600

export type TestPartner = { partner: Partner; log: PartnerLogEntry[] }

/** A partner whose clock stands still at NOW_SECONDS. */
export const testPartner = (options: Partial<PartnerOptions> = {}): TestPartner => {
  const log: PartnerLogEntry[] = []
  const partner = createPartner({
    apiSecret: API_SECRET,
    hmacSecret: HMAC_SECRET,
    lookup: () => ({ status: 'payable', total_amount: 599.8 }),
    on: { 'payment.success': () => {} },
    dedupe: memoryDedupe(),
    log: (entry) => {
      log.push(entry)
    },
    now: () => NOW_SECONDS * 1000,
    ...options,
  })
  return { partner, log }
}

/** The headers of a lookup; one set to null is left out. */
export const lookupHeaders = (
  changes: Record<string, string | null> = {},
  seconds: number = NOW_SECONDS,
): Record<string, string> =>
  without({
    authorization: `Bearer ${API_SECRET}`,
    'x-timestamp': String(seconds),
    ...changes,
  })

export const lookupRequest = (path: string, changes: Record<string, string | null> = {}): Request =>
  new Request(`http://shop.test${path}`, { headers: lookupHeaders(changes) })

/** The headers of a webhook, rightly signed; one set to null is left out. */
export const webhookHeaders = (
  body: Uint8Array,
  changes: Record<string, string | null> = {},
  seconds: number = NOW_SECONDS,
): Record<string, string> =>
  without({
    authorization: `Bearer ${API_SECRET}`,
    'x-timestamp': String(seconds),
    'x-signature': sign(body, String(seconds), HMAC_SECRET),
    'content-type': 'application/json',
    'x-event-id': '019ab1c2-7c00-7abc-8def-0123000003e9',
    ...changes,
  })

export const webhookRequest = (
  event: unknown,
  changes: Record<string, string | null> = {},
  path = '/webhooks/platform',
): Request => {
  const body = bytesOf(event)
  const headers = webhookHeaders(body, changes)
  return new Request(`http://shop.test${path}`, { method: 'POST', headers, body })
}

export const bytesOf = (event: unknown): Uint8Array<ArrayBuffer> => {
  if (event instanceof Uint8Array) return Uint8Array.from(event)
  return Uint8Array.from(Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)))
}

const COMMON = {
  reference: 'INV-2026-0001',
  paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
  channel: 'AGENCY',
  amount: 599.8,
  currency: 'DZD',
} as const

export const successEvent = (changes: Record<string, unknown> = {}): PaymentSuccess => {
  const data = { ...COMMON, paidAt: '2026-11-21T09:00:00.000Z', ...changes }
  return { event: 'payment.success', data }
}

export const refundedEvent = (refundId: string): PaymentRefunded => {
  const refundedAt = '2026-11-24T09:00:00.000Z'
  const refund = { refundId, refundedAmount: 100, refundedTotal: 100, refundedAt, reason: null }
  return { event: 'payment.refunded', data: { ...COMMON, ...refund } }
}

export const failEvent = (changes: Record<string, unknown> = {}): PaymentFail => {
  const failed = { failedAt: '2026-11-21T09:00:00.000Z', reason: 'cancelled' } as const
  return { event: 'payment.fail', data: { ...COMMON, ...failed, ...changes } }
}

export const initializedEvent = (changes: Record<string, unknown> = {}): PaymentInitialized => {
  const times = {
    initializedAt: '2026-11-21T08:59:00.000Z',
    lockReleaseTime: '2026-11-21T09:14:00.000Z',
  }
  return { event: 'payment.initialized', data: { ...COMMON, ...times, ...changes } }
}

const without = (headers: Record<string, string | null>): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== null) kept[name] = value
  }
  return kept
}

/** A promise and its two ends, for tests that hold a handler back. */
export const deferred = (): { promise: Promise<void>; resolve: () => void; reject: () => void } => {
  let resolve = (): void => {}
  let reject = (): void => {}
  const promise = new Promise<void>((succeed, fail) => {
    resolve = succeed
    reject = () => fail(new Error('held back, then failed'))
  })
  return { promise, resolve, reject }
}
