import { timingSafeEqual } from 'node:crypto'
import { SECRET_BYTES_MAX } from './secrets.ts'

/** The reasons to refuse an Authorization header (section 5, rule 1). */
export type AuthorizationRefusal =
  | 'missing_authorization'
  | 'malformed_authorization'
  | 'wrong_api_secret'

export type AuthorizationResult = { ok: true } | { ok: false; reason: AuthorizationRefusal }

// RFC 9110: the scheme in any case, spaces, the credentials. No space in these, so that two headers
// joined into "Bearer a, Bearer b" do not match.
const BEARER = /^bearer +([\x21-\x7e]+)$/i

/** A buffer that every check reuses: a check is synchronous. */
const GIVEN = Buffer.alloc(SECRET_BYTES_MAX)

/**
 * Checks `Authorization: Bearer <API_SECRET>` in constant time: pads both sides to the same length and
 * compares every accepted secret, so that the time reveals neither a partial match nor which secret
 * matched.
 */
export const checkAuthorization = (
  header: string | null,
  apiSecretBlocks: readonly Buffer[],
): AuthorizationResult => {
  if (header === null || header === '') return { ok: false, reason: 'missing_authorization' }
  const given = BEARER.exec(header)?.[1]
  if (given === undefined) return { ok: false, reason: 'malformed_authorization' }
  // Longer than any secret. Cut to that length, it might match.
  if (given.length > SECRET_BYTES_MAX) return { ok: false, reason: 'wrong_api_secret' }
  GIVEN.fill(0)
  GIVEN.write(given, 'latin1')
  let fits = false
  for (const expected of apiSecretBlocks) {
    // A header longer than the block is longer than the secret.
    const isSame = timingSafeEqual(GIVEN.subarray(0, expected.length), expected)
    fits = (isSame && given.length <= expected.length) || fits
  }
  return fits ? { ok: true } : { ok: false, reason: 'wrong_api_secret' }
}
