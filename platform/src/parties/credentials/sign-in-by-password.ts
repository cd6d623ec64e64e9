import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Refusal } from '../../base/refusal.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { guess } from './guesses.ts'
import { isPassword, type HashedFor } from './password.ts'
import { recordTry, type TryPlace } from './tries.ts'
import { useCode, type CodeKind } from './use-code.ts'

export type PasswordSignIn = { email: string; password: string; code: string }

export type CheckedPassword =
  | { ok: true; userId: number; kind: CodeKind }
  | Refusal<'SIGN_IN401_UNAUTHORIZED' | 'SIGN_IN429_TOO_MANY_GUESSES'>

/**
 * Checks an e-mail address with its password and a code, all at once: nobody who has one of them wrong
 * learns which. An address that nobody has is counted and takes as long as one with a password.
 */
export const checkSignIn = async (
  pool: pg.Pool,
  keyring: Keyring,
  { email, password, code }: PasswordSignIn,
  { who, from }: { who: HashedFor; from: TryPlace },
): Promise<CheckedPassword> => {
  const { user, folded } = await findUser(pool, email)
  const subject = user === null ? hash('sha256', folded) : userWireId(user.user_id)
  const guessed = await guess(pool, `password:${subject}`, async () => {
    const isRight = await isPassword(password, user?.hash ?? null, who)
    // A wrong password uses no code up: otherwise a stranger could spend the codes of the owner.
    const kind = isRight && user ? await useCode(pool, keyring, user.user_id, code) : null
    return kind === null || user === null ? null : { userId: user.user_id, kind }
  })
  if (guessed.ok) return { ok: true, ...guessed.right }
  if (guessed.isLimited) {
    const { retryAfterSeconds } = guessed
    return { ok: false, code: 'SIGN_IN429_TOO_MANY_GUESSES', retryAfterSeconds }
  }
  if (user !== null) await recordTry(pool, { userId: user.user_id, method: 'password', from })
  return { ok: false, code: 'SIGN_IN401_UNAUTHORIZED' }
}

type FoundUser = { user_id: number; hash: string | null }

/**
 * The user of an e-mail address, and the address as the index of users compares it. One place folds it:
 * JavaScript and PostgreSQL differ about some letters, and a limit that folds it otherwise counts each
 * spelling of one user apart.
 */
const findUser = async (
  pool: pg.Pool,
  email: string,
): Promise<{ user: FoundUser | null; folded: string }> => {
  const { rows } = await pool.query<{
    folded: string
    user_id: number | null
    hash: string | null
  }>(
    `select lower($1) as folded, user_id, hash
    from (select) as one
    left join users on lower(email) = lower($1) and status = 'active'
    left join passwords using (user_id)`,
    [email],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a left join of one row gave none')
  const { folded, user_id, hash: stored } = row
  return { user: user_id === null ? null : { user_id, hash: stored }, folded }
}
