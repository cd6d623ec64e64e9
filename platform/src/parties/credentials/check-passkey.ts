import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskeyResponse, PasskeyResponse } from '@wasl/protocol'
import type pg from 'pg'
import { takeChallenge, type ChallengeUse } from './challenges.ts'
import { loadPasskeys, PASSKEY_ALGORITHMS } from './passkey-options.ts'
import type { RelyingParty } from './relying-party.ts'

export type NewPasskey = {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
}

/**
 * Checks a passkey that a browser made, and uses its challenge up; null when it does not answer this
 * challenge, or is of another origin.
 */
export const checkNewPasskey = async (
  pool: pg.Pool,
  { id, origin }: RelyingParty,
  subject: string,
  response: NewPasskeyResponse,
): Promise<NewPasskey | null> => {
  const challenge = challengeIn(response.response.clientDataJSON)
  if (challenge === null) return null
  if (!(await takeChallenge(pool, { purpose: 'passkey', subject }, challenge))) return null
  const { verifyRegistrationResponse } = await loadPasskeys()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  }).catch(() => NOT_VERIFIED)
  if (registrationInfo === undefined) return null
  const { credential } = registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, TRANSPORTS_MAX),
  }
}

/** Browsers know six ways to reach an authenticator. */
const TRANSPORTS_MAX = 8

/** The library says with an error what is wrong; the answer is the same for all of it. */
const NOT_VERIFIED = { registrationInfo: undefined }

type StoredPasskey = {
  passkey_id: number
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: string | number
}

/**
 * Checks the answer of a passkey, and uses its challenge up. Returns whose passkey it is; null when it
 * is unknown, does not answer this challenge, is of another origin, or signed less often than before,
 * as a copy does.
 */
export const checkPasskey = async (
  pool: pg.Pool,
  { id, origin }: RelyingParty,
  use: ChallengeUse,
  response: PasskeyResponse,
): Promise<{ userId: number } | null> => {
  const challenge = challengeIn(response.response.clientDataJSON)
  if (challenge === null || !(await takeChallenge(pool, use, challenge))) return null
  const stored = await findPasskey(pool, response.id)
  if (stored === null) return null
  const { verifyAuthenticationResponse } = await loadPasskeys()
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: stored.credential_id.toString('base64url'),
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.counter),
    },
  }).catch(() => null)
  if (verified?.verified !== true) return null
  const isCounted = await countSignature(pool, stored, verified.authenticationInfo.newCounter)
  return isCounted ? { userId: stored.user_id } : null
}

const findPasskey = async (pool: pg.Pool, credentialId: string): Promise<StoredPasskey | null> => {
  const { rows } = await pool.query<StoredPasskey>(
    `select passkey_id, user_id, credential_id, public_key, counter
    from passkeys
    where credential_id = $1`,
    [Buffer.from(credentialId, 'base64url')],
  )
  return rows[0] ?? null
}

/** A counter of 0 says that the authenticator does not count. */
const countSignature = async (
  pool: pg.Pool,
  { passkey_id: passkeyId }: StoredPasskey,
  counter: number,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `update passkeys set counter = $2, last_used_at = wasl_now()
    where passkey_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [passkeyId, counter],
  )
  return rowCount === 1
}

/** The challenge that the browser says it answers; null when it names no challenge. */
const challengeIn = (clientDataJson: string): string | null => {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const challenge = (data as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
