/**
 * Limits on guessing by account, exact across processes: a guess is counted before its password or code
 * is compared. The windows slide, so an attacker delays the owner of the account but never locks it for
 * good. Passkeys are not counted: nobody can guess one.
 */
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'

/** So many guesses in so many seconds. */
export type GuessLimit = { guesses: number; seconds: number }

/** Enough for a person who mistypes; an attacker of one-time codes needs some 20 years. */
export const GUESS_LIMITS: readonly GuessLimit[] = [
  { guesses: 10, seconds: 900 },
  { guesses: 40, seconds: 86_400 },
]

const KEPT_SECONDS = 86_400

/** A place among the guesses at an account. */
export type Guess = { ok: true; at: Date } | { ok: false; retryAfterSeconds: number }

/** What came of a guess; `isLimited` says that it was not compared. */
export type Guessed<Right> =
  | { ok: true; right: Right }
  | { ok: false; isLimited: false }
  | { ok: false; isLimited: true; retryAfterSeconds: number }

/**
 * Counts a guess, compares it, and gives back what was no guess: a right one, and one that was not
 * compared because too much was going on (D39).
 *
 * @param subject what is guessed, such as `password:usr_12`.
 * @param compare returns null for a wrong guess, and throws when nothing was compared.
 */
export const guess = async <Right>(
  pool: pg.Pool,
  subject: string,
  compare: () => Promise<Right | null>,
  limits: readonly GuessLimit[] = GUESS_LIMITS,
): Promise<Guessed<Right>> => {
  const counted = await countGuess(pool, subject, limits)
  if (!counted.ok) return { ...counted, isLimited: true }
  try {
    const right = await compare()
    if (right === null) return { ok: false, isLimited: false }
    await forgetGuess(pool, subject, counted.at)
    return { ok: true, right }
  } catch (error) {
    // Its own failure would hide why nothing was compared.
    await forgetGuess(pool, subject, counted.at).catch(() => undefined)
    throw error
  }
}

export const countGuess = (
  pool: pg.Pool,
  subject: string,
  limits: readonly GuessLimit[] = GUESS_LIMITS,
): Promise<Guess> =>
  withTransaction(pool, async (tx) => {
    const { now, guesses } = await lockGuesses(tx, subject)
    const counted = guesses.filter((at) => now.getTime() - at.getTime() < KEPT_SECONDS * 1000)
    const waitMs = Math.max(...limits.map((limit) => waitMsOf(counted, now, limit)))
    if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
    await storeGuesses(tx, subject, [...counted, now])
    return { ok: true, at: now }
  })

/** Gives back what was no guess. */
export const forgetGuess = (pool: pg.Pool, subject: string, at: Date): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const { guesses } = await lockGuesses(tx, subject)
    const index = guesses.findIndex((one) => one.getTime() === at.getTime())
    if (index !== -1) await storeGuesses(tx, subject, guesses.toSpliced(index, 1))
  })

/** How long until the oldest guess that fills the window leaves it; 0 when there is room. */
const waitMsOf = (counted: Date[], now: Date, { guesses, seconds }: GuessLimit): number => {
  const filling = counted.toSorted((one, other) => other.getTime() - one.getTime())[guesses - 1]
  return filling === undefined ? 0 : filling.getTime() + seconds * 1000 - now.getTime()
}

/** A new secret starts without guesses. */
export const forgetGuesses = async (tx: pg.ClientBase, subject: string): Promise<void> => {
  await tx.query('delete from guesses where subject = $1', [subject])
}

const lockGuesses = async (
  tx: pg.ClientBase,
  subject: string,
): Promise<{ now: Date; guesses: Date[] }> => {
  await tx.query('insert into guesses (subject) values ($1) on conflict do nothing', [subject])
  // The clock is read after the row is locked: guesses are counted in the order of their times.
  await tx.query('select from guesses where subject = $1 for update', [subject])
  const { rows } = await tx.query<{ now: Date; guesses: Date[] }>(
    'select wasl_now() as now, guessed_at as guesses from guesses where subject = $1',
    [subject],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the guesses at ${subject} were not locked`)
  return row
}

const storeGuesses = async (tx: pg.ClientBase, subject: string, guesses: Date[]): Promise<void> => {
  await tx.query('update guesses set guessed_at = $2, last_at = wasl_now() where subject = $1', [
    subject,
    guesses,
  ])
}

/** Deletes ended challenges and old guesses, which accounts that nobody has may have left. */
export const forgetOldTries = async (pool: pg.Pool): Promise<void> => {
  await pool.query('delete from challenges where expires_at <= wasl_clock()')
  await pool.query(
    'delete from guesses where last_at <= wasl_clock() - make_interval(secs => $1)',
    [KEPT_SECONDS],
  )
}
