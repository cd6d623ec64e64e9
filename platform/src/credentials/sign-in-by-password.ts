import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Refusal } from '../refusal.ts'
import type { Keyring } from '../secrets/seal.ts'
import { countGuess, forgetGuess } from './guesses.ts'
import { isPassword } from './password.ts'
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
): Promise<CheckedPassword> => {
  const subject = `password:${hash('sha256', folded(email))}`
  const guess = await countGuess(pool, subject)
  if (!guess.ok) {
    const { retryAfterSeconds } = guess
    return { ok: false, code: 'SIGN_IN429_TOO_MANY_GUESSES', retryAfterSeconds }
  }
  const user = await findUser(pool, email)
  const isRight = await isPassword(password, user?.hash ?? null)
  // A wrong password uses no code up: otherwise a stranger could spend the codes of the owner.
  const kind = isRight && user ? await useCode(pool, keyring, user.user_id, code) : null
  if (kind === null || user === null) return { ok: false, code: 'SIGN_IN401_UNAUTHORIZED' }
  await forgetGuess(pool, subject, guess.at)
  return { ok: true, userId: user.user_id, kind }
}

/** As the index of users compares them. */
const folded = (email: string): string => email.trim().toLowerCase()

const findUser = async (
  pool: pg.Pool,
  email: string,
): Promise<{ user_id: number; hash: string | null } | null> => {
  const { rows } = await pool.query<{ user_id: number; hash: string | null }>(
    `select user_id, hash
    from users
    left join passwords using (user_id)
    where lower(email) = lower($1) and status = 'active'`,
    [email.trim()],
  )
  return rows[0] ?? null
}
