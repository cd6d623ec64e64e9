/**
 * HMAC-SHA256 (RFC 2104) as two one-shot hashes: in Node.js an `Hmac` object costs twice as much as the
 * hashing itself.
 */
import * as crypto from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

/** For larger bodies, copying costs more than the `Hmac` object. */
const BODY_BYTES_MAX = 8192
const TIMESTAMP_BYTES = 10

type Pads = { inner: Buffer; outer: Buffer }

/** The pads of each key, kept as long as the key. */
const padsByKey = new WeakMap<KeyObject, Pads>()

// Reused for each signature: computing one is synchronous.
const MATERIAL = Buffer.alloc(BLOCK_BYTES + BODY_BYTES_MAX + TIMESTAMP_BYTES)
const OUTER = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES)

/** Node.js 20.12 and 21.7 added one-shot hashes. */
const hasOneShot = typeof (crypto as { hash?: unknown }).hash === 'function'

/**
 * The HMAC of the body followed by the timestamp, as a string with one character for each byte.
 *
 * @param timestamp ten ASCII digits.
 */
export const hmacText = (key: string | KeyObject, body: Uint8Array, timestamp: string): string => {
  if (typeof key === 'string' || !hasOneShot || body.byteLength > BODY_BYTES_MAX) {
    return crypto.createHmac('sha256', key).update(body).update(timestamp).digest('binary')
  }
  const { inner, outer } = padsByKey.get(key) ?? padsOf(key)
  const bodyEnd = BLOCK_BYTES + body.byteLength
  MATERIAL.set(inner)
  MATERIAL.set(body, BLOCK_BYTES)
  const end = bodyEnd + MATERIAL.write(timestamp, bodyEnd, TIMESTAMP_BYTES, 'latin1')
  OUTER.set(outer)
  OUTER.write(crypto.hash('sha256', MATERIAL.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1')
  return crypto.hash('sha256', OUTER, 'binary')
}

const padsOf = (key: KeyObject): Pads => {
  const secret = key.export()
  const block = Buffer.alloc(BLOCK_BYTES)
  block.set(
    secret.length > BLOCK_BYTES ? crypto.createHash('sha256').update(secret).digest() : secret,
  )
  const pads = {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(block.map((byte) => byte ^ 0x5c)),
  }
  padsByKey.set(key, pads)
  return pads
}
