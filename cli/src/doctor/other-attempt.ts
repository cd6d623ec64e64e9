import { hash } from 'node:crypto'
import { paddedKeys } from './hmac.ts'

/** Two successive attempts are at most 24 h and 10 % apart (D14). */
export const ATTEMPTS_WITHIN_SECONDS = 26.5 * 3600

type AttemptSearch = { key: Buffer; body: Buffer; seconds: number; withinSeconds: number }

/** Bytes hashed in all: half a second. An event has less than a kilobyte. */
const BYTES_MAX = 150_000_000

/**
 * The nearest other second at which this body was signed with this key, or null. The loop runs two
 * hundred thousand times, so it allocates only digests.
 */
export const findOtherAttempt = (
  { key, body, seconds, withinSeconds }: AttemptSearch,
  isIt: (digest: Buffer) => boolean,
): number | null => {
  const { inner, outer } = paddedKeys('sha256', key)
  const material = Buffer.concat([inner, body, Buffer.from(String(seconds))])
  const last = Buffer.concat([outer, Buffer.alloc(32)])
  const at = inner.length + body.length
  const digestAt = (second: number): Buffer => {
    material.write(String(second), at, 'latin1')
    last.set(hash('sha256', material, 'buffer'), outer.length)
    return hash('sha256', last, 'buffer')
  }
  const distanceMax = Math.min(withinSeconds, Math.floor(BYTES_MAX / material.length / 2))
  for (let distance = 1; distance <= distanceMax; distance += 1) {
    if (isIt(digestAt(seconds - distance))) return seconds - distance
    if (isIt(digestAt(seconds + distance))) return seconds + distance
  }
  return null
}
