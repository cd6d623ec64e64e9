import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { Refusal } from '../../base/refusal.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { auditCredential, type Owner } from './audit-credential.ts'
import { makeChallenge, takeChallenge, waitsForCode } from './challenges.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { makeTotpSecret, stepOfCode, totpUri } from './totp.ts'
import { storeUserSecret } from './user-secrets.ts'

/** A new secret for an authenticator app. It waits, as its hash, for its first code. */
export const startTotp = async (
  pool: pg.Pool,
  subject: string,
  account: string,
): Promise<{ secret: string; uri: string }> => {
  const secret = await makeChallenge(pool, { purpose: 'totp', subject }, makeTotpSecret())
  return { secret, uri: totpUri(secret, account) }
}

export type FirstCode = { secret: string; code: string }

export type CheckedSecret =
  | { ok: true; secret: string; lastStep: number }
  | Refusal<'TOTP409_ENDED' | 'TOTP422_WRONG_CODE'>

/** Checks the first code of a secret that waits, and uses the wait up when it is right. */
export const checkFirstCode = async (
  pool: pg.Pool,
  subject: string,
  { secret, code }: FirstCode,
): Promise<CheckedSecret> => {
  const use = { purpose: 'totp', subject } as const
  if (!(await waitsForCode(pool, use, secret))) return { ok: false, code: 'TOTP409_ENDED' }
  const { rows } = await pool.query<{ now: Date }>('select wasl_now() as now')
  const lastStep = stepOfCode(secret, code, rows[0]?.now as Date)
  if (lastStep === null) return { ok: false, code: 'TOTP422_WRONG_CODE' }
  const isTaken = await takeChallenge(pool, use, secret)
  return isTaken ? { ok: true, secret, lastStep } : { ok: false, code: 'TOTP409_ENDED' }
}

/** Stores a checked secret in place of the one before, with new recovery codes, which are returned. */
export const setTotp = (
  pool: pg.Pool,
  keyring: Keyring,
  owner: Owner,
  checked: { secret: string; lastStep: number },
): Promise<string[]> =>
  withTransaction(pool, async (tx) => {
    await storeUserSecret(tx, keyring, { userId: owner.userId, field: 'totp' }, checked)
    await auditCredential(tx, owner, 'totp.set')
    return renewRecoveryCodes(tx, owner.userId)
  })

/** New recovery codes; the ones before are void. */
export const replaceRecoveryCodes = (pool: pg.Pool, owner: Owner): Promise<string[]> =>
  withTransaction(pool, async (tx) => {
    await auditCredential(tx, owner, 'recovery-codes.renew')
    return renewRecoveryCodes(tx, owner.userId)
  })
