/**
 * Reads the code of a receipt (D33): a COSE_Sign1 (RFC 9052) with Ed25519 over a CBOR map, in base64url
 * behind the `#` of `{origin}/r#…`. The caller verifies the signature.
 *
 * This file uses nothing of Node.js, because the page `/r` runs it in the browser.
 */
import { base64UrlOf, bytesOfBase64Url, decodeCbor, expect, hexOf, Malformed } from './cbor.ts'
import type { CborItem } from './cbor.ts'

/** The reasons to refuse a code, in the order of the checks. */
export const RECEIPT_REFUSALS = [
  'provisional',
  'not_a_receipt',
  'unsupported',
  'foreign_issuer',
  'unknown_key',
  'revoked_key',
  'ended_key',
  'wrong_signature',
] as const

export type ReceiptRefusal = (typeof RECEIPT_REFUSALS)[number]

/** What the issuer signed: that this was paid then. It may have been refunded since. */
export type ReceiptContent = {
  /** The origin of the platform, such as `https://pay.example.dz`. */
  issuer: string
  number: string
  paymentId: string
  partnerName: string
  /** Null when it is too long for the code; then there is its digest. */
  reference: string | null
  /** SHA-256 of the reference in UTF-8, in hexadecimal. */
  referenceSha256: string | null
  centimes: number
  currency: string
  /** ISO 8601 in UTC (D3). */
  paidAt: string
}

export type ReadReceipt = {
  kid: string
  content: ReceiptContent
  /** The bytes that the signature covers. */
  signed: Uint8Array
  signature: Uint8Array
}

export type ReceiptReading =
  | ({ ok: true } & ReadReceipt)
  | { ok: false; reason: 'provisional' | 'not_a_receipt' | 'unsupported' }

/** One issuer and its keys, as `/.well-known/wasl-keys` publishes them. */
export type ReceiptIssuer = {
  issuer: string
  keys: readonly {
    kid: string
    /** The public key: 32 bytes in base64url. */
    x: string
    purpose: string
    validUntil: string | null
    revokedAt: string | null
  }[]
}

export type ReceiptKey =
  | { ok: true; publicKey: Uint8Array }
  | { ok: false; reason: 'foreign_issuer' | 'unknown_key' | 'revoked_key' | 'ended_key' }

/**
 * The text that a till prints when it took money without the network. It is not signed, and proves
 * nothing.
 */
export const PROVISIONAL = 'provisional'

/** Longer codes are not receipts: a code has about 400 characters. */
const CODE_LENGTH_MAX = 4_000

/** Reads a code, or the whole URL of its QR code. Never throws. */
export const readReceipt = (text: string): ReceiptReading => {
  const code = text.trim().replace(/^[^#]*#/, '')
  if (code === PROVISIONAL) return { ok: false, reason: 'provisional' }
  try {
    if (code.length > CODE_LENGTH_MAX) return NOT_A_RECEIPT
    return readSign1(bytesOfBase64Url(code))
  } catch (error) {
    if (error instanceof Malformed) return NOT_A_RECEIPT
    throw error
  }
}

/** The public key of the receipt, if its issuer is one of these and its key is believed. */
export const receiptKeyOf = (
  { kid, content }: ReadReceipt,
  issuers: readonly ReceiptIssuer[],
): ReceiptKey => {
  const issuer = issuers.find((one) => one.issuer === content.issuer)
  if (issuer === undefined) return { ok: false, reason: 'foreign_issuer' }
  const key = issuer.keys.find((one) => one.kid === kid && one.purpose === 'receipt')
  if (key === undefined || !PUBLIC_KEY.test(key.x)) return { ok: false, reason: 'unknown_key' }
  if (key.revokedAt !== null) return { ok: false, reason: 'revoked_key' }
  // A key signs nothing that was paid after its end.
  if (key.validUntil !== null && Date.parse(key.validUntil) < Date.parse(content.paidAt)) {
    return { ok: false, reason: 'ended_key' }
  }
  return { ok: true, publicKey: bytesOfBase64Url(key.x) }
}

/** 32 bytes in base64url, without unused bits. */
const PUBLIC_KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

const NOT_A_RECEIPT = { ok: false, reason: 'not_a_receipt' } as const
const UNSUPPORTED = { ok: false, reason: 'unsupported' } as const

/** Tag 18, then [protected header, unprotected header, payload, signature]. */
const readSign1 = (bytes: Uint8Array): ReceiptReading => {
  expect(bytes[0] === 0xd2)
  const parts = decodeCbor(bytes.subarray(1))
  expect(Array.isArray(parts) && parts.length === 4)
  const [header, unprotected, payload, signature] = parts
  expect(header instanceof Uint8Array && payload instanceof Uint8Array)
  expect(unprotected instanceof Map && signature instanceof Uint8Array)
  const names = decodeCbor(header)
  expect(names instanceof Map)
  const kid = names.get(KID)
  // A header that we do not know could change what the signature means.
  if (names.get(ALGORITHM) !== ED25519 || !(kid instanceof Uint8Array)) return UNSUPPORTED
  if (names.size > 2 || unprotected.size > 0 || signature.length !== 64) return UNSUPPORTED
  const content = contentOf(decodeCbor(payload))
  return {
    ok: true,
    kid: base64UrlOf(kid),
    content,
    signed: signedBytes(header, payload),
    signature,
  }
}

const ALGORITHM = 1
const KID = 4
/** RFC 9864. */
const ED25519 = -19

const contentOf = (map: CborItem): ReceiptContent => {
  expect(map instanceof Map)
  const [issuer, number, id, partnerName] = [1, 2, 3, 4].map((key) => map.get(key))
  const [reference, centimes, currency, paidAt] = [5, 6, 7, 8].map((key) => map.get(key))
  expect(typeof issuer === 'string' && typeof number === 'string')
  expect(typeof partnerName === 'string' && typeof currency === 'string')
  expect(id instanceof Uint8Array && id.length === 16)
  expect(typeof centimes === 'number' && centimes > 0 && centimes <= CENTIMES_MAX)
  expect(typeof paidAt === 'number' && paidAt >= 0 && paidAt <= TIME_MAX)
  const isDigest = reference instanceof Uint8Array && reference.length === 32
  expect(isDigest || typeof reference === 'string')
  return {
    issuer,
    number,
    paymentId: hexOf(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    partnerName,
    reference: typeof reference === 'string' ? reference : null,
    referenceSha256: isDigest ? hexOf(reference) : null,
    centimes,
    currency,
    paidAt: new Date(paidAt).toISOString(),
  }
}

/** The largest amount of D2. */
const CENTIMES_MAX = 999_999_999_999

/** The last moment of the year 9999, in milliseconds since 1970. */
const TIME_MAX = 253_402_300_799_999

/** The Sig_structure of RFC 9052, section 4.4: ["Signature1", header, external data, payload]. */
const signedBytes = (header: Uint8Array, payload: Uint8Array): Uint8Array => {
  const context = new TextEncoder().encode('Signature1')
  return Uint8Array.of(
    0x84,
    0x60 + context.length,
    ...context,
    ...byteStringHead(header.length),
    ...header,
    0x40,
    ...byteStringHead(payload.length),
    ...payload,
  )
}

const byteStringHead = (length: number): number[] =>
  length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]
