import { timingSafeEqual } from 'node:crypto'
import { SECRET_BYTES_MAX } from './secrets.ts'

/** Every way the Authorization header is refused (section 5, rule 1). */
export type AuthorizationRefusal =
  | 'missing_authorization'
  | 'malformed_authorization'
  | 'wrong_api_secret'

export type AuthorizationResult = { ok: true } | { ok: false; reason: AuthorizationRefusal }

// RFC 9110: the scheme in any case, one or more spaces, the credentials. No space after those, so
// that two headers joined into "Bearer a, Bearer b" do not fit.
const BEARER = /^bearer +([\x21-\x7e]+)$/i

/** Written anew for each request, which is over before the next begins. */
const GIVEN = Buffer.alloc(SECRET_BYTES_MAX)

/**
 * Checks `Authorization: Bearer <API_SECRET>` in constant time: both sides are filled up to the
 * same length first, and every accepted secret is compared, so that the time tells neither how much
 * of a guess was right nor which secret fitted.
 */
export const checkAuthorization = (
  header: string | null,
  apiSecretBlocks: readonly Buffer[],
): AuthorizationResult => {
  if (header === null || header === '') return { ok: false, reason: 'missing_authorization' }
  const given = BEARER.exec(header)?.[1]
  if (given === undefined) return { ok: false, reason: 'malformed_authorization' }
  // Longer than any secret can be; cut to that length, it might be one.
  if (given.length > SECRET_BYTES_MAX) return { ok: false, reason: 'wrong_api_secret' }
  GIVEN.fill(0)
  GIVEN.write(given, 'latin1')
  let fits = false
  for (const expected of apiSecretBlocks) {
    // What does not fit into the block is longer than the secret.
    const isSame = timingSafeEqual(GIVEN.subarray(0, expected.length), expected)
    fits = (isSame && given.length <= expected.length) || fits
  }
  return fits ? { ok: true } : { ok: false, reason: 'wrong_api_secret' }
}
