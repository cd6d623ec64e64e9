/**
 * HMAC (RFC 2104) from one-shot hashes, for very many trials: in Node.js, importing a key takes longer
 * than hashing.
 */
import { hash } from 'node:crypto'

export type Hmac = {
  digest: (material: Uint8Array) => Buffer
}

/** The block sizes of the hashes, in bytes. */
const BLOCK_BYTES: Record<string, number> = {
  md5: 64,
  sha1: 64,
  sha224: 64,
  sha256: 64,
  sha384: 128,
  sha512: 128,
  'sha512-256': 128,
  'sha3-256': 136,
}

/** @param name one of the hashes above, as OpenSSL names it. */
export const hmacOf = (name: string, key: Uint8Array): Hmac => {
  const { inner, outer } = paddedKeys(name, key)
  // Filled again for each trial: only its end differs.
  let second: Buffer | undefined
  return {
    digest(material) {
      const first = hash(name, Buffer.concat([inner, material]), 'buffer')
      second ??= Buffer.concat([outer, first])
      second.set(first, outer.length)
      return hash(name, second, 'buffer')
    },
  }
}

/** The padded key before the material, and the one before the inner digest. */
export const paddedKeys = (name: string, key: Uint8Array): { inner: Buffer; outer: Buffer } => {
  const blockBytes = BLOCK_BYTES[name]
  if (blockBytes === undefined) throw new RangeError(`the block size of ${name} is not known`)
  const block = Buffer.alloc(blockBytes)
  block.set(key.length > blockBytes ? hash(name, key, 'buffer') : key)
  return {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(block.map((byte) => byte ^ 0x5c)),
  }
}
