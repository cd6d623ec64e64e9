/**
 * What every request of the platform has to pass. Copy this file as it is: it needs nothing but Node.js.
 * Secrets are lists, so that the old one and the new one both hold while they are being changed.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** How far the platform's clock may be from ours, either way. */
const TOLERANCE_SECONDS = 300

/** Whether the header X-Timestamp is ten digits, and of now. */
export const isFresh = (timestamp, nowSeconds = Date.now() / 1000) => {
  if (!/^[0-9]{10}$/.test(timestamp ?? '')) return false
  return Math.abs(Math.floor(nowSeconds) - Number(timestamp)) <= TOLERANCE_SECONDS
}

/**
 * Whether the X-Timestamp is fresh and the X-Signature right: HMAC-SHA256 over the bytes of the body as
 * they came, then the ten digits, nothing between. The platform writes hexadecimal; base64 is as good.
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

/** Compares with all of them, in a time that tells nothing of what was right. */
const isOneOf = (given, expected) => {
  let fits = false
  for (const value of expected) fits = timingSafeEqual(digest(value), digest(given)) || fits
  return fits
}

const digest = (text) => {
  return createHash('sha256').update(text).digest()
}

/** Whether the header Authorization is "Bearer" and one of our API secrets. */
export const isAuthorized = (authorization, apiSecrets) => {
  const [, given] = /^bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '') ?? []
  return given !== undefined && isOneOf(given, apiSecrets)
}
