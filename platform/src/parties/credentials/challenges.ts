/**
 * Challenges: random values that an authenticator signs, or new secrets that wait for their first code.
 * They are in the database, so that any process answers. Each is for one purpose and one subject, is
 * used once, and ends after five minutes.
 */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { randomText } from '../../base/secrets/api-key.ts'

export type ChallengeUse = {
  purpose: 'sign-in' | 'step-up' | 'passkey' | 'totp' | 'directory'
  /** The wire id of the user, or the invitation; empty before anybody has signed in. */
  subject: string
}

/** Long enough to find the phone or the security key. */
export const CHALLENGE_SECONDS = 300

export const hashOfChallenge = (challenge: string): Buffer => hash('sha256', challenge, 'buffer')

/** Stores a challenge and returns it: by default 256 random bits in base64url. */
export const makeChallenge = async (
  pool: pg.Pool | pg.ClientBase,
  { purpose, subject }: ChallengeUse,
  challenge = randomText(),
): Promise<string> => {
  await pool.query(
    `insert into challenges (challenge_hash, purpose, subject, expires_at)
    values ($1, $2, $3, wasl_clock() + make_interval(secs => $4))`,
    [hashOfChallenge(challenge), purpose, subject, CHALLENGE_SECONDS],
  )
  return challenge
}

/**
 * Uses a challenge up. False when the challenge is unknown, or was made for another purpose or subject;
 * showing it for something else ends it as well.
 */
export const takeChallenge = async (
  pool: pg.Pool | pg.ClientBase,
  { purpose, subject }: ChallengeUse,
  challenge: string,
): Promise<boolean> => {
  const { rows } = await pool.query<{ fits: boolean }>(
    `delete from challenges
    where challenge_hash = $1
    returning purpose = $2 and subject = $3 and expires_at > wasl_clock() as fits`,
    [hashOfChallenge(challenge), purpose, subject],
  )
  return rows[0]?.fits === true
}

/** Whether a challenge still waits, without using it up: a mistyped code does not end a new secret. */
export const waitsForCode = async (
  pool: pg.Pool | pg.ClientBase,
  { purpose, subject }: ChallengeUse,
  challenge: string,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from challenges
    where challenge_hash = $1 and purpose = $2 and subject = $3 and expires_at > wasl_clock()`,
    [hashOfChallenge(challenge), purpose, subject],
  )
  return rowCount === 1
}
