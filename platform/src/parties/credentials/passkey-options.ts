import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type pg from 'pg'
import { CHALLENGE_SECONDS, makeChallenge, type ChallengeUse } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * Ed25519, ES256 and RS256 (COSE). Every authenticator has one of them, and Node.js warns when the
 * library asks it for newer ones.
 */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257]

/** Several hundred modules, loaded at the first use of a passkey. */
export const loadPasskeys = () => import('@simplewebauthn/server')

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000

/** How the authenticator shows the account. */
export type PasskeyAccount = { handle: string; name: string; email: string | null }

/** What a browser needs to make a passkey. */
export const optionsToEnrol = async (
  pool: pg.Pool,
  { id: rpID }: RelyingParty,
  { handle, name, email }: PasskeyAccount,
  { subject, userId }: { subject: string; userId: number | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  const challenge = await makeChallenge(pool, { purpose: 'passkey', subject })
  const { generateRegistrationOptions } = await loadPasskeys()
  return generateRegistrationOptions({
    rpName: 'Wasl',
    rpID,
    userID: new Uint8Array(Buffer.from(handle)),
    userName: email ?? name,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    // An authenticator keeps one passkey of an account.
    excludeCredentials: userId === null ? [] : await credentialsOf(pool, userId),
    // A person signs in without typing who they are, and the device checks the person.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * What a browser needs to use a passkey.
 *
 * @param userId whose passkey; null when the passkey says who signs in.
 */
export const optionsToProve = async (
  pool: pg.Pool,
  { id: rpID }: RelyingParty,
  use: ChallengeUse,
  userId: number | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const challenge = await makeChallenge(pool, use)
  const { generateAuthenticationOptions } = await loadPasskeys()
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: userId === null ? [] : await credentialsOf(pool, userId),
  })
}

const bytesOf = (challenge: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(challenge, 'base64url'))

const credentialsOf = async (
  pool: pg.Pool,
  userId: number,
): Promise<{ id: string; transports: string[] }[]> => {
  const { rows } = await pool.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from passkeys where user_id = $1 order by passkey_id',
    [userId],
  )
  return rows.map(({ credential_id: id, transports }) => ({
    id: id.toString('base64url'),
    transports,
  }))
}
