import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { randomText } from '../../base/secrets/api-key.ts'
import { hashOfChallenge, makeChallenge } from '../credentials/challenges.ts'

/** What a sign-in sends to the directory and expects back. */
export type Flow = { state: string; nonce: string; verifier: string }

/** Whose directory it began at, and whether the person must show the password again. */
export type FlowOf = { organisation: string; issuer: string; again: boolean }

/**
 * A sign-in at a directory in one browser. The secret is in a cookie of the browser that began, and the
 * database knows only its hash: an answer counts in this browser alone, once, for five minutes.
 */
export const startFlow = (pool: pg.Pool, of: FlowOf): Promise<string> =>
  makeChallenge(pool, { purpose: 'directory', subject: subjectOf(of) }, randomText())

/** Uses a flow up; null when it is unknown, was used, or took too long. */
export const takeFlow = async (pool: pg.Pool, secret: string): Promise<FlowOf | null> => {
  const { rows } = await pool.query<{ subject: string; in_time: boolean }>(
    `delete from challenges
    where challenge_hash = $1 and purpose = 'directory'
    returning subject, expires_at > wasl_clock() as in_time`,
    [hashOfChallenge(secret)],
  )
  const [row] = rows
  if (row?.in_time !== true) return null
  const [organisation = '', way = '', issuer = ''] = row.subject.split(' ')
  return { organisation, issuer, again: way === AGAIN }
}

/** The values of a flow: each is of its own use, and none tells the secret. */
export const flowOf = (secret: string): Flow => ({
  state: derived(secret, 'state'),
  nonce: derived(secret, 'nonce'),
  verifier: derived(secret, 'verifier'),
})

const AGAIN = 'again'

const subjectOf = ({ organisation, issuer, again }: FlowOf): string =>
  `${organisation} ${again ? AGAIN : 'once'} ${issuer}`

const derived = (secret: string, use: string): string =>
  createHmac('sha256', secret).update(`wasl directory ${use}`).digest('base64url')
