import { timingSafeEqual } from 'node:crypto'
import { secretDigest } from './secrets.ts'

/** Every way the Authorization header is refused (section 5, rule 1). */
export const AUTHORIZATION_REFUSALS = [
  'missing_authorization',
  'malformed_authorization',
  'wrong_api_secret',
] as const

export type AuthorizationRefusal = (typeof AUTHORIZATION_REFUSALS)[number]

export type AuthorizationResult = { ok: true } | { ok: false; reason: AuthorizationRefusal }

// RFC 9110: the scheme in any case, one or more spaces, the credentials. No space after those, so
// that two headers joined into "Bearer a, Bearer b" do not fit.
const BEARER = /^bearer +(?<secret>[\x21-\x7e]+)$/i

/**
 * Checks `Authorization: Bearer <API_SECRET>` in constant time: both sides are hashed to one length
 * first, and every accepted secret is compared, so that the time tells neither how much of a guess
 * was right nor which secret fitted.
 */
export function checkAuthorization(
  header: string | null,
  apiSecretDigests: readonly Buffer[],
): AuthorizationResult {
  if (header === null || header === '') return { ok: false, reason: 'missing_authorization' }
  const given = BEARER.exec(header)?.groups?.['secret']
  if (given === undefined) return { ok: false, reason: 'malformed_authorization' }
  const digest = secretDigest(given)
  let fits = false
  for (const expected of apiSecretDigests) {
    fits = timingSafeEqual(digest, expected) || fits
  }
  return fits ? { ok: true } : { ok: false, reason: 'wrong_api_secret' }
}
