import { createHash, type Hash } from 'node:crypto'

/** The retry schedule is used up after about three days (D14). */
export const ATTEMPTS_WITHIN_SECONDS = 4 * 24 * 3600

const BLOCK_BYTES = 64

/**
 * The other second at which this body was signed with this key, if there is one within four days;
 * the nearest first. The body is hashed once, so that trying seven hundred thousand seconds costs a
 * moment whatever its size.
 */
export const findOtherAttempt = (
  { key, body, seconds }: { key: Buffer; body: Buffer; seconds: number },
  isIt: (digest: Buffer) => boolean,
): number | null => {
  const { inner, outer } = hmacStates(key)
  inner.update(body)
  for (let distance = 1; distance <= ATTEMPTS_WITHIN_SECONDS; distance += 1) {
    for (const at of [seconds - distance, seconds + distance]) {
      const digest = inner.copy().update(String(at)).digest()
      if (isIt(outer.copy().update(digest).digest())) return at
    }
  }
  return null
}

/** HMAC (RFC 2104) as its two hashes with the key already in them. */
const hmacStates = (key: Buffer): { inner: Hash; outer: Hash } => {
  const block = Buffer.alloc(BLOCK_BYTES)
  const short = key.length > BLOCK_BYTES ? createHash('sha256').update(key).digest() : key
  short.copy(block)
  const padded = (pad: number): Hash =>
    createHash('sha256').update(Buffer.from(block.map((byte) => byte ^ pad)))
  return { inner: padded(0x36), outer: padded(0x5c) }
}
