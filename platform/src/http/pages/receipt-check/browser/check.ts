import { readReceipt, receiptKeyOf } from '@wasl/protocol/receipts'
import type { ReceiptContent, ReceiptIssuer } from '@wasl/protocol/receipts'
import type { Outcome } from './texts.ts'

export type Checked = {
  outcome: Outcome
  /** What the code says; believed only when the outcome is `paid` or `test`. */
  content: ReceiptContent | null
  /** When the keys came from the platform, if that is a while ago. */
  keysOf: Date | null
}

/** Older keys were kept for a phone without the network. */
const FRESH_MS = 15 * 60 * 1000

/**
 * Checks the part of the address behind `#`. Nothing of it leaves the browser.
 *
 * @param isTest whether the address says that it is the receipt of a test payment (W265).
 */
export const checkReceipt = async (code: string, isTest: boolean): Promise<Checked> => {
  const failed = (outcome: Outcome): Checked => ({ outcome, content: null, keysOf: null })
  if (code === '') return failed('empty')
  const reading = readReceipt(code)
  if (!reading.ok) return failed(reading.reason)
  const { content } = reading
  if (content.issuer !== location.origin) return { ...failed('foreign_issuer'), content }
  const published = await fetchKeys()
  if (published === null) return failed('no_keys')
  const key = receiptKeyOf(reading, [published.issuer])
  if (!key.ok) return failed(key.reason)
  const isValid = await isSignedBy(key.publicKey, reading)
  if (isValid === null) return failed('old_browser')
  if (!isValid) return failed('wrong_signature')
  return { outcome: isTest ? 'test' : 'paid', content, keysOf: published.keysOf }
}

/** From the platform, or from the service worker without the network. */
const fetchKeys = async (): Promise<{ issuer: ReceiptIssuer; keysOf: Date | null } | null> => {
  try {
    const response = await fetch('/.well-known/wasl-keys', { cache: 'no-cache' })
    if (!response.ok) return null
    const issuer = (await response.json()) as ReceiptIssuer
    const sent = new Date(response.headers.get('date') ?? Number.NaN)
    const isOld = !(Date.now() - sent.getTime() < FRESH_MS)
    return { issuer, keysOf: isOld && !Number.isNaN(sent.getTime()) ? sent : null }
  } catch {
    return null
  }
}

/** Null when the browser does not know Ed25519, or offers no cryptography to a page without TLS. */
const isSignedBy = async (
  publicKey: Uint8Array,
  { signed, signature }: { signed: Uint8Array; signature: Uint8Array },
): Promise<boolean | null> => {
  try {
    const key = await crypto.subtle.importKey('raw', bytes(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytes(signature), bytes(signed))
  } catch {
    return null
  }
}

const bytes = (view: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(view)
