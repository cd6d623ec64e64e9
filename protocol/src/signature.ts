/**
 * Webhook signatures (section 5, D13): HMAC-SHA256 over the exact bytes of the body followed by the
 * ten ASCII digits of `X-Timestamp`, nothing between, keyed with the partner's HMAC secret.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { hmacText } from './quick-hmac.ts'

/** The tolerated clock difference, either way (D13). */
export const TOLERANCE_SECONDS = 300

/** Every way a signature is refused, in the order in which they are checked. */
export const SIGNATURE_REFUSALS = [
  'missing_timestamp',
  'malformed_timestamp',
  'stale_timestamp',
  'future_timestamp',
  'missing_signature',
  'malformed_signature',
  'wrong_signature',
] as const

export type SignatureRefusal = (typeof SIGNATURE_REFUSALS)[number]

export type SignatureResult =
  | { ok: true; /** Which of the secrets fitted. */ secretIndex: number }
  | { ok: false; reason: SignatureRefusal }

/** A header as HTTP servers hand it over; an array means that the header was sent more than once. */
export type HeaderValue = string | readonly string[] | null | undefined

export type SignatureToVerify = {
  /** The body's bytes as they arrived. A body that was parsed and written again will not verify. */
  body: Uint8Array
  timestamp: HeaderValue
  signature: HeaderValue
  /** The HMAC secrets in force: one, or two while a rotation overlaps. */
  secrets: readonly (string | KeyObject)[]
  nowSeconds: number
  toleranceSeconds?: number
}

/** The secret as a key that `sign` and `verifySignature` use without importing it each time. */
export const hmacKey = (hmacSecret: string): KeyObject => createSecretKey(hmacSecret, 'utf8')

/** The value of `X-Signature`: lowercase hexadecimal, 64 characters. */
export const sign = (body: Uint8Array, timestamp: string, hmacSecret: string | KeyObject): string =>
  createHmac('sha256', hmacSecret).update(body).update(timestamp).digest('hex')

/**
 * Checks the two headers of a webhook against its body. Never throws, whatever the headers hold.
 *
 * The reasons are checked in the order of SIGNATURE_REFUSALS: the timestamp first (there, well-formed,
 * fresh), then the signature (there, well-formed, right). An empty header counts as missing, one that
 * was sent twice as malformed.
 */
export const verifySignature = (input: SignatureToVerify): SignatureResult => {
  const timestamp = single(input.timestamp)
  if (timestamp === undefined) return { ok: false, reason: 'missing_timestamp' }
  if (!TIMESTAMP.test(timestamp)) return { ok: false, reason: 'malformed_timestamp' }

  const ageSeconds = Math.floor(input.nowSeconds) - Number(timestamp)
  const toleranceSeconds = input.toleranceSeconds ?? TOLERANCE_SECONDS
  // Written so that a clock of NaN is refused instead of comparing false twice.
  if (!(ageSeconds <= toleranceSeconds)) return { ok: false, reason: 'stale_timestamp' }
  if (!(ageSeconds >= -toleranceSeconds)) return { ok: false, reason: 'future_timestamp' }

  const signature = single(input.signature)
  if (signature === undefined) return { ok: false, reason: 'missing_signature' }
  const claimed = signatureBytes(signature)
  if (claimed === null) return { ok: false, reason: 'malformed_signature' }

  for (let index = 0; index < input.secrets.length; index += 1) {
    const secret = input.secrets[index] as string | KeyObject
    // By way of a text: Node.js takes longer to make a buffer of its own for 32 bytes.
    EXPECTED.write(hmacText(secret, input.body, timestamp), 'binary')
    if (timingSafeEqual(EXPECTED, claimed)) return { ok: true, secretIndex: index }
  }
  return { ok: false, reason: 'wrong_signature' }
}

/** Written anew for each signature, which is over before the next begins. */
const EXPECTED = Buffer.alloc(32)

const TIMESTAMP = /^[0-9]{10}$/

// 32 bytes are 64 hexadecimal digits, or 43 characters of base64 whose last one carries only four
// bits: its two lowest must be zero, else two texts would stand for the same signature.
const HEX = /^[0-9A-Fa-f]{64}$/
const BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/
const BASE64_URL = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/

const signatureBytes = (text: string): Buffer | null => {
  if (HEX.test(text)) return Buffer.from(text, 'hex')
  if (BASE64.test(text)) return Buffer.from(text, 'base64')
  if (BASE64_URL.test(text)) return Buffer.from(text, 'base64url')
  return null
}

/** The one value of a header; undefined when missing or empty; something malformed when sent twice. */
const single = (header: HeaderValue): string | undefined => {
  if (header === undefined || header === null || header === '') return undefined
  if (typeof header === 'string') return header
  if (header.length === 0) return undefined
  return header.length === 1 ? single(header[0]) : SENT_TWICE
}

/** Fits neither pattern, so a header that was sent twice is refused as malformed. */
const SENT_TWICE = ', '
