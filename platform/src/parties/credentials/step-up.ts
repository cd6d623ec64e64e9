import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { Refusal } from '../../base/refusal.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { auditCredential, type Owner } from './audit-credential.ts'
import { guess } from './guesses.ts'
import { recordTry, type TryPlace } from './tries.ts'
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
  { code, from }: { code: string; from: TryPlace },
): Promise<CheckedCode> => {
  const guessed = await guess(pool, `step-up:${userWireId(userId)}`, () =>
    useCode(pool, keyring, userId, code),
  )
  if (guessed.ok) return { ok: true }
  if (guessed.isLimited) {
    const { retryAfterSeconds } = guessed
    return { ok: false, code: 'SIGN_IN429_TOO_MANY_GUESSES', retryAfterSeconds }
  }
  await recordTry(pool, { userId, method: 'code', from })
  return { ok: false, code: 'SIGN_IN401_UNAUTHORIZED' }
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
