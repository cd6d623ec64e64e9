/**
 * The checks that every request of the platform must pass. Copy this file: it needs only Node.js.
 * Secrets are lists, so that the old and the new one are both valid during a rotation.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The largest difference between the platform's clock and ours, ahead or behind. */
const TOLERANCE_SECONDS = 300

/** Whether the header X-Timestamp is ten digits and within the tolerance. */
export const isFresh = (timestamp, nowSeconds = Date.now() / 1000) => {
  if (!/^[0-9]{10}$/.test(timestamp ?? '')) return false
  return Math.abs(Math.floor(nowSeconds) - Number(timestamp)) <= TOLERANCE_SECONDS
}

/**
 * Whether the X-Timestamp is fresh and the X-Signature correct: HMAC-SHA256 over the raw bytes of the
 * body followed by the ten digits. The platform sends hexadecimal; base64 is accepted too.
 */
export const isSigned = (body, timestamp, signature, hmacSecrets, nowSeconds) => {
  if (!isFresh(timestamp, nowSeconds)) return false
  const hex = []
  const base64 = []
  for (const secret of hmacSecrets) {
    const hmac = createHmac('sha256', secret).update(body).update(timestamp).digest()
    hex.push(hmac.toString('hex'))
    const padded = hmac.toString('base64')
    const urlSafe = hmac.toString('base64url')
    base64.push(padded, padded.replace('=', ''), urlSafe, `${urlSafe}=`)
  }
  const given = signature ?? ''
  return isOneOf(given.toLowerCase(), hex) || isOneOf(given, base64)
}

/** Compares with all of them in constant time. */
const isOneOf = (given, expected) => {
  let fits = false
  for (const value of expected) fits = timingSafeEqual(digest(value), digest(given)) || fits
  return fits
}

const digest = (text) => createHash('sha256').update(text).digest()

/** Whether the header Authorization is "Bearer" and one of our API secrets. */
export const isAuthorized = (authorization, apiSecrets) => {
  const [, given] = /^bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '') ?? []
  return given !== undefined && isOneOf(given, apiSecrets)
}
