/**
 * Webhook signatures (section 5, D13): HMAC-SHA256 over the exact bytes of the body followed directly by
 * the ten ASCII digits of `X-Timestamp`, with the partner's HMAC secret.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { hmacText } from './quick-hmac.ts'

/** The tolerated clock difference, ahead or behind (D13). */
export const TOLERANCE_SECONDS = 300

/** The reasons to refuse a signature, in the order of the checks. */
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
  | { ok: true; /** The index of the matching secret. */ secretIndex: number }
  | { ok: false; reason: SignatureRefusal }

/** A header value of an HTTP server. An array means that the header was repeated. */
export type HeaderValue = string | readonly string[] | null | undefined

export type SignatureToVerify = {
  /** The raw bytes of the body. A parsed and re-encoded body does not verify. */
  body: Uint8Array
  timestamp: HeaderValue
  signature: HeaderValue
  /** The valid HMAC secrets: one, or two during a rotation. */
  secrets: readonly (string | KeyObject)[]
  nowSeconds: number
  toleranceSeconds?: number
}

/** Converts a secret to a key once, so that `sign` and `verifySignature` need not. */
export const hmacKey = (hmacSecret: string): KeyObject => createSecretKey(hmacSecret, 'utf8')

/** The value of `X-Signature`: lowercase hexadecimal, 64 characters. */
export const sign = (body: Uint8Array, timestamp: string, hmacSecret: string | KeyObject): string =>
  createHmac('sha256', hmacSecret).update(body).update(timestamp).digest('hex')

/**
 * A value of the Standard Webhooks header `webhook-signature` (D41): the secret's bytes are the key, and a
 * partner gives its verifier `whsec_` and their base64.
 */
export const signStandard = (
  body: Uint8Array,
  { id, timestamp }: { id: string; timestamp: string },
  hmacSecret: string | KeyObject,
): string => {
  const mac = createHmac('sha256', hmacSecret).update(`${id}.${timestamp}.`).update(body)
  return `v1,${mac.digest('base64')}`
}

/**
 * Checks the two headers of a webhook against its body. Never throws.
 *
 * Checks in the order of SIGNATURE_REFUSALS: first the timestamp, then the signature. An empty header
 * counts as missing, a repeated one as malformed.
 */
export const verifySignature = (input: SignatureToVerify): SignatureResult => {
  const timestamp = single(input.timestamp)
  if (timestamp === undefined) return { ok: false, reason: 'missing_timestamp' }
  if (!TIMESTAMP.test(timestamp)) return { ok: false, reason: 'malformed_timestamp' }

  const ageSeconds = Math.floor(input.nowSeconds) - Number(timestamp)
  const toleranceSeconds = input.toleranceSeconds ?? TOLERANCE_SECONDS
  // Negated comparisons refuse a clock of NaN.
  if (!(ageSeconds <= toleranceSeconds)) return { ok: false, reason: 'stale_timestamp' }
  if (!(ageSeconds >= -toleranceSeconds)) return { ok: false, reason: 'future_timestamp' }

  const signature = single(input.signature)
  if (signature === undefined) return { ok: false, reason: 'missing_signature' }
  const claimed = signatureBytes(signature)
  if (claimed === null) return { ok: false, reason: 'malformed_signature' }

  for (let index = 0; index < input.secrets.length; index += 1) {
    const secret = input.secrets[index] as string | KeyObject
    // Converts from a string: allocating a buffer of 32 bytes is slower in Node.js.
    EXPECTED.write(hmacText(secret, input.body, timestamp), 'binary')
    if (timingSafeEqual(EXPECTED, claimed)) return { ok: true, secretIndex: index }
  }
  return { ok: false, reason: 'wrong_signature' }
}

/** Reused for each signature: verifying is synchronous. */
const EXPECTED = Buffer.alloc(32)

const TIMESTAMP = /^[0-9]{10}$/

// 32 bytes are 64 hexadecimal digits, or 43 characters of base64. The last character has two unused
// bits, which must be zero, so that each signature has one notation.
const HEX = /^[0-9A-Fa-f]{64}$/
const BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/
const BASE64_URL = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/

const signatureBytes = (text: string): Buffer | null => {
  if (HEX.test(text)) return Buffer.from(text, 'hex')
  if (BASE64.test(text)) return Buffer.from(text, 'base64')
  if (BASE64_URL.test(text)) return Buffer.from(text, 'base64url')
  return null
}

/** The value of a header; undefined when missing or empty; a malformed value when repeated. */
const single = (header: HeaderValue): string | undefined => {
  if (header === undefined || header === null || header === '') return undefined
  if (typeof header === 'string') return header
  if (header.length === 0) return undefined
  return header.length === 1 ? single(header[0]) : REPEATED
}

/** Matches no pattern, so a repeated header is refused as malformed. */
const REPEATED = ', '
