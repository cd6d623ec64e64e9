/**
 * The first credentials of a user, at an invitation. A new invitation is also how an owner helps a user
 * who lost them: what the user signed in with before is removed.
 */
import type { FirstCredentials } from '@wasl/protocol'
import type pg from 'pg'
import type { Refusal } from '../../base/refusal.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { addPasskey } from './add-passkey.ts'
import { auditCredential, type Owner } from './audit-credential.ts'
import { checkNewPasskey, type NewPasskey } from './check-passkey.ts'
import { hashPassword, passwordProblem } from './password.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'
import { storePassword } from './set-password.ts'
import { checkFirstCode } from './set-totp.ts'
import { storeUserSecret } from './user-secrets.ts'

export type CheckedCredentials =
  | { kind: 'passkey'; name: string; passkey: NewPasskey }
  | { kind: 'password'; hash: string; secret: string; lastStep: number }

export type FirstCredentialsResult =
  | { ok: true; credentials: CheckedCredentials }
  | Refusal<
      | 'PASSKEY401_UNAUTHORIZED'
      | 'PASSKEY409_NO_DOMAIN'
      | 'PASSWORD422_WEAK'
      | 'TOTP409_ENDED'
      | 'TOTP422_WRONG_CODE'
    >

/** Checks them before the transaction that stores them, because hashing takes time. */
export const checkFirstCredentials = async (
  { pool, relyingParty }: { pool: pg.Pool; relyingParty: RelyingParty | null },
  { subject, name, email }: { subject: string; name: string; email: string | null },
  { passkey, password }: FirstCredentials,
): Promise<FirstCredentialsResult> => {
  if (passkey !== undefined) {
    if (relyingParty === null) return { ok: false, code: 'PASSKEY409_NO_DOMAIN' }
    const checked = await checkNewPasskey(pool, relyingParty, subject, passkey.response)
    if (checked === null) return { ok: false, code: 'PASSKEY401_UNAUTHORIZED' }
    return { ok: true, credentials: { kind: 'passkey', name: passkey.name, passkey: checked } }
  }
  if (password === undefined) throw new Error('first credentials without any were let through')
  if (passwordProblem(password.password, { name, email }) !== null) {
    return { ok: false, code: 'PASSWORD422_WEAK' }
  }
  const checked = await checkFirstCode(pool, subject, password)
  if (!checked.ok) return checked
  const { secret, lastStep } = checked
  const hash = await hashPassword(password.password)
  return { ok: true, credentials: { kind: 'password', hash, secret, lastStep } }
}

/**
 * Stores checked credentials in place of all before them.
 *
 * @returns the recovery codes, for a password; none for a passkey.
 */
export const storeFirstCredentials = async (
  tx: pg.ClientBase,
  keyring: Keyring,
  owner: Owner,
  credentials: CheckedCredentials,
): Promise<string[]> => {
  const { userId } = owner
  for (const table of ['passkeys', 'passwords', 'user_secrets', 'recovery_codes']) {
    await tx.query(`delete from ${table} where user_id = $1`, [userId])
  }
  if (credentials.kind === 'passkey') {
    const added = await addPasskey(tx, owner, credentials.name, credentials.passkey)
    if (added === null) throw new Error('a user without passkeys had too many')
    return []
  }
  const { hash, secret, lastStep } = credentials
  await storePassword(tx, userId, hash)
  await storeUserSecret(tx, keyring, { userId, field: 'totp' }, { secret, lastStep })
  await auditCredential(tx, owner, 'password.set')
  return renewRecoveryCodes(tx, userId)
}
