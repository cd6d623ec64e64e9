import type pg from 'pg'
import type { Keyring } from '../../base/secrets/seal.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'
import { readUserSecret } from './user-secrets.ts'

export type CodeKind = 'totp' | 'recovery'

const ONE_TIME_CODE = /^[0-9]{6}$/

/**
 * Uses a one-time code of the authenticator app, or a recovery code; null when it is neither, or was
 * used before. Count the guess before.
 */
export const useCode = async (
  pool: pg.Pool,
  keyring: Keyring,
  userId: number,
  code: string,
): Promise<CodeKind | null> => {
  const plain = code.replaceAll(/\s/g, '')
  if (ONE_TIME_CODE.test(plain)) {
    return (await useOneTimeCode(pool, keyring, userId, plain)) ? 'totp' : null
  }
  return (await useRecoveryCode(pool, userId, code)) ? 'recovery' : null
}

/** The step of a used code moves ahead in one statement: of two requests with one code, one passes. */
const useOneTimeCode = async (
  pool: pg.Pool,
  keyring: Keyring,
  userId: number,
  code: string,
): Promise<boolean> => {
  const stored = await readUserSecret(pool, keyring, { userId, field: 'totp' })
  if (stored === null) return false
  const step = stepOfCode(stored.secret, code, stored.now)
  if (step === null) return false
  const { rowCount } = await pool.query(
    `update user_secrets set last_step = $2
    where user_id = $1 and field = 'totp' and (last_step is null or last_step < $2)`,
    [userId, step],
  )
  return rowCount === 1
}
