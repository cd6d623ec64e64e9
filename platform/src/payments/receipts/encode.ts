/**
 * Writes the code of a receipt: a COSE_Sign1 (RFC 9052) with Ed25519 (algorithm −19, RFC 9864) over a
 * map in deterministic CBOR (RFC 8949, section 4.2). A receipt has one shape, so the few lines of
 * CBOR that it needs are here.
 */
import { hash } from 'node:crypto'
import type { SigningKey } from '../../parties/signing-keys/signing-key.ts'

export type SignedFields = {
  /** The public origin of this platform. */
  issuer: string
  number: string
  paymentId: string
  partnerName: string
  reference: string
  centimes: number
  currency: string
  paidAt: Date
}

/** A longer reference would make the QR code too fine for a thermal printer. */
export const REFERENCE_BYTES_MAX = 40

/** The code, in base64url. */
export const receiptCode = (fields: SignedFields, key: SigningKey): string => {
  const header = map([
    [1, integer(-19)],
    [4, bytes(Buffer.from(key.kid, 'base64url'))],
  ])
  const payload = map([
    [1, text(fields.issuer)],
    [2, text(fields.number)],
    [3, bytes(Buffer.from(fields.paymentId.replaceAll('-', ''), 'hex'))],
    [4, text(fields.partnerName)],
    [5, referenceOf(fields.reference)],
    [6, integer(fields.centimes)],
    [7, text(fields.currency)],
    [8, integer(fields.paidAt.getTime())],
  ])
  const signed = array([text('Signature1'), bytes(header), bytes(Buffer.alloc(0)), bytes(payload)])
  const signature = key.sign(signed)
  const sign1 = array([bytes(header), map([]), bytes(payload), bytes(signature)])
  return Buffer.concat([head(TAG, 18), sign1]).toString('base64url')
}

/** SHA-256 in hexadecimal when the code has only the digest of the reference; else null. */
export const referenceDigest = (reference: string): string | null =>
  Buffer.byteLength(reference) <= REFERENCE_BYTES_MAX ? null : hash('sha256', reference)

const referenceOf = (reference: string): Buffer => {
  const digest = referenceDigest(reference)
  return digest === null ? text(reference) : bytes(Buffer.from(digest, 'hex'))
}

const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const ARRAY = 4
const MAP = 5
const TAG = 6

/** The type and the length or value of an item, in the shortest form. */
const head = (type: number, value: number): Buffer => {
  const size = [24, 2 ** 8, 2 ** 16, 2 ** 32].findIndex((limit) => value < limit)
  if (size === 0) return Buffer.of((type << 5) | value)
  const length = size === -1 ? 8 : 2 ** (size - 1)
  const item = Buffer.alloc(1 + length)
  item.writeUInt8((type << 5) | (24 + Math.log2(length)))
  if (length === 8) item.writeBigUInt64BE(BigInt(value), 1)
  else item.writeUIntBE(value, 1, length)
  return item
}

const integer = (value: number): Buffer =>
  value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value)

const bytes = (content: Buffer): Buffer => Buffer.concat([head(BYTES, content.length), content])

const text = (content: string): Buffer => {
  const encoded = Buffer.from(content.toWellFormed())
  return Buffer.concat([head(TEXT, encoded.length), encoded])
}

const array = (items: readonly Buffer[]): Buffer =>
  Buffer.concat([head(ARRAY, items.length), ...items])

/** Entries come in the order of their keys. */
const map = (entries: readonly (readonly [key: number, value: Buffer])[]): Buffer =>
  Buffer.concat([
    head(MAP, entries.length),
    ...entries.flatMap(([key, value]) => [integer(key), value]),
  ])
