import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import type { Refusal } from '../refusal.ts'
import type { Keyring } from '../secrets/seal.ts'
import { userWireId } from '../wire-ids.ts'
import { auditCredential, type Owner } from './audit-credential.ts'
import { countGuess, forgetGuess } from './guesses.ts'
import { useCode } from './use-code.ts'

/** Long enough for one task, short for a desk without its person. */
export const STEP_UP_SECONDS = 600

export type CheckedCode =
  | { ok: true }
  | Refusal<'SIGN_IN401_UNAUTHORIZED' | 'SIGN_IN429_TOO_MANY_GUESSES'>

/** Checks a code of a signed-in user, who may be a thief of the session: guesses are limited. */
export const checkStepUpCode = async (
  pool: pg.Pool,
  keyring: Keyring,
  userId: number,
  code: string,
): Promise<CheckedCode> => {
  const subject = `step-up:${userWireId(userId)}`
  const guess = await countGuess(pool, subject)
  if (!guess.ok) {
    const { retryAfterSeconds } = guess
    return { ok: false, code: 'SIGN_IN429_TOO_MANY_GUESSES', retryAfterSeconds }
  }
  const kind = await useCode(pool, keyring, userId, code)
  if (kind === null) return { ok: false, code: 'SIGN_IN401_UNAUTHORIZED' }
  await forgetGuess(pool, subject, guess.at)
  return { ok: true }
}

/** Counts the user of this one session as just confirmed. Returns until when. */
export const stepUp = (
  pool: pg.Pool,
  owner: Owner & { sessionId: number },
  method: 'passkey' | 'code',
): Promise<Date> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ until: Date }>(
      `update sessions set stepped_up_until = wasl_now() + make_interval(secs => $3)
      where session_id = $1 and user_id = $2
      returning stepped_up_until as until`,
      [owner.sessionId, owner.userId, STEP_UP_SECONDS],
    )
    const [session] = rows
    if (session === undefined) throw new Error('the session of the request is gone')
    await auditCredential(tx, owner, 'session.step-up', { method })
    return session.until
  })
