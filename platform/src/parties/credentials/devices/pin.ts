import type pg from 'pg'
import type { Refusal } from '../../../base/refusal.ts'
import { userWireId } from '../../../base/wire-ids.ts'
import type { Keyring } from '../../../base/secrets/seal.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { hashPassword, isPassword } from '../password.ts'
import { readUserSecret, storeUserSecret } from '../user-secrets.ts'
import { forgetGuesses, guess, GUESS_LIMITS, type GuessLimit } from '../guesses.ts'
import { recordTry, type TryMethod, type TryPlace } from '../tries.ts'
import { PIN_LIMITS } from './device.ts'
import type { EnrolledDevice } from './find.ts'
import { countTry, forgetTries, giveBackTry } from './pin-tries.ts'
import { isWeakPin } from './weak-pin.ts'

export type CheckedPin =
  | { ok: true; userId: number; role: string }
  | Refusal<'PIN401_UNAUTHORIZED' | 'PIN403_LOCKED' | 'PIN429_TOO_SOON' | 'PIN429_TOO_MANY_GUESSES'>

/** What is tried, and from where: the device's id is of the caller. */
type From = Omit<TryPlace, 'deviceId'>

/** Checks the PIN of an agent on an enrolled device of the agent's channel. */
export const checkPin = async (
  pool: pg.Pool,
  keyring: Keyring,
  { deviceId, channelId }: EnrolledDevice,
  { agentId, pin, from }: { agentId: number; pin: string; from: From },
): Promise<CheckedPin> => {
  const user = await userOfAgent(pool, channelId, agentId)
  if (user === null) return UNKNOWN_AGENT
  const { userId } = user
  return tryOn(pool, { ...user, method: 'pin', from: { ...from, deviceId } }, async () => {
    const stored = await readUserSecret(pool, keyring, { userId, field: 'pin' })
    if (!(await isPassword(pin, stored?.secret ?? null, 'known'))) return false
    await forgetTries(pool, { deviceId, userId })
    return true
  })
}

const UNKNOWN_AGENT = { ok: false, code: 'PIN401_UNAUTHORIZED', extra: { triesLeft: 0 } } as const

export type ChosenPin = CheckedPin | Refusal<'PIN422_WEAK'>

/** Lets an agent choose a PIN with the supervisor's one-time code, which is then used up. */
export const choosePin = async (
  pool: pg.Pool,
  keyring: Keyring,
  { deviceId, channelId }: EnrolledDevice,
  { agentId, code, pin, from }: { agentId: number; code: string; pin: string; from: From },
): Promise<ChosenPin> => {
  if (isWeakPin(pin)) return { ok: false, code: 'PIN422_WEAK' }
  const user = await userOfAgent(pool, channelId, agentId)
  if (user === null) return UNKNOWN_AGENT
  const { userId } = user
  return tryOn(pool, { ...user, method: 'pin-code', from: { ...from, deviceId } }, async () => {
    const waiting = await readCodeHash(pool, userId)
    if (!(await isPassword(code, waiting, 'known'))) return false
    const secret = await hashPassword(pin)
    return withTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query(
        'delete from pin_codes where user_id = $1 and code_hash = $2',
        [userId, waiting],
      )
      if (rowCount !== 1) return false
      await storeUserSecret(tx, keyring, { userId, field: 'pin' }, { secret })
      await tx.query(
        `update users set status = 'active' where user_id = $1 and status = 'invited'`,
        [userId],
      )
      await forgetTries(tx, { deviceId, userId })
      // Guesses at the previous PIN do not count for this one.
      await forgetGuesses(tx, pinSubject('pin', userId))
      return true
    })
  })
}

/** How many guesses at a PIN, or at a one-time code, one agent's devices have together. */
const LIMITS: Record<'pin' | 'pin-code', readonly GuessLimit[]> = {
  pin: PIN_LIMITS,
  'pin-code': GUESS_LIMITS,
}

export const pinSubject = (method: keyof typeof LIMITS, userId: number): string =>
  `${method}:${userWireId(userId)}`

type PinTrial = {
  userId: number
  role: string
  method: TryMethod & keyof typeof LIMITS
  from: TryPlace & { deviceId: number }
}

/**
 * Counts a try on its device and over all devices of the agent, then compares. A try that was not
 * compared counts on neither.
 */
const tryOn = async (
  pool: pg.Pool,
  { userId, role, method, from }: PinTrial,
  compare: () => Promise<boolean>,
): Promise<CheckedPin> => {
  const place = { deviceId: from.deviceId, userId }
  const counted = await countTry(pool, place)
  if (!counted.ok) return counted
  const giveBack = () => giveBackTry(pool, place)
  const once = async () => ((await compare()) ? true : null)
  const guessed = await guess(pool, pinSubject(method, userId), once, LIMITS[method]).catch(
    async (error: unknown) => {
      await giveBack().catch(() => undefined)
      throw error
    },
  )
  if (guessed.ok) return { ok: true, userId, role }
  if (guessed.isLimited) {
    await giveBack()
    const { retryAfterSeconds } = guessed
    return { ok: false, code: 'PIN429_TOO_MANY_GUESSES', retryAfterSeconds }
  }
  await recordTry(pool, { userId, method, from })
  return { ok: false, code: 'PIN401_UNAUTHORIZED', extra: { triesLeft: counted.triesLeft } }
}

const readCodeHash = async (pool: pg.Pool, userId: number): Promise<string | null> => {
  const { rows } = await pool.query<{ code_hash: string }>(
    'select code_hash from pin_codes where user_id = $1 and expires_at > wasl_clock()',
    [userId],
  )
  return rows[0]?.code_hash ?? null
}

/** The user of an active agent of the channel; null for any other agent, and before the first code. */
const userOfAgent = async (
  pool: pg.Pool,
  channelId: number,
  agentId: number,
): Promise<{ userId: number; role: string } | null> => {
  const { rows } = await pool.query<{ userId: number; role: string }>(
    `select user_id as "userId", role
    from users
    join agents using (agent_id)
    where agents.agent_id = $1 and agents.channel_id = $2 and agents.status = 'active'
      and users.status <> 'disabled'`,
    [agentId, channelId],
  )
  return rows[0] ?? null
}
