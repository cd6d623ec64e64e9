import type pg from 'pg'
import type { Refusal } from '../../refusal.ts'
import type { Keyring } from '../../secrets/seal.ts'
import { withTransaction } from '../../database/with-transaction.ts'
import { hashPassword, isPassword } from '../password.ts'
import { readUserSecret, storeUserSecret } from '../user-secrets.ts'
import { isWeakPin } from './device.ts'
import type { EnrolledDevice } from './find.ts'
import { countTry, forgetTries } from './pin-tries.ts'

export type CheckedPin =
  | { ok: true; userId: number; role: string }
  | Refusal<'PIN401_UNAUTHORIZED' | 'PIN403_LOCKED' | 'PIN429_TOO_SOON'>

/** Checks the PIN of an agent on an enrolled device of the agent's channel. */
export const checkPin = async (
  pool: pg.Pool,
  keyring: Keyring,
  { deviceId, channelId }: EnrolledDevice,
  { agentId, pin }: { agentId: number; pin: string },
): Promise<CheckedPin> => {
  const user = await userOfAgent(pool, channelId, agentId)
  if (user === null) return { ok: false, code: 'PIN401_UNAUTHORIZED', extra: { triesLeft: 0 } }
  const { userId } = user
  const place = { deviceId, userId }
  const counted = await countTry(pool, place)
  if (!counted.ok) return counted
  const stored = await readUserSecret(pool, keyring, { userId, field: 'pin' })
  if (!(await isPassword(pin, stored?.secret ?? null))) {
    return { ok: false, code: 'PIN401_UNAUTHORIZED', extra: { triesLeft: counted.triesLeft } }
  }
  await forgetTries(pool, place)
  return { ok: true, ...user }
}

export type ChosenPin = CheckedPin | Refusal<'PIN422_WEAK'>

/** Lets an agent choose a PIN with the supervisor's one-time code, which is then used up. */
export const choosePin = async (
  pool: pg.Pool,
  keyring: Keyring,
  { deviceId, channelId }: EnrolledDevice,
  { agentId, code, pin }: { agentId: number; code: string; pin: string },
): Promise<ChosenPin> => {
  if (isWeakPin(pin)) return { ok: false, code: 'PIN422_WEAK' }
  const user = await userOfAgent(pool, channelId, agentId)
  if (user === null) return { ok: false, code: 'PIN401_UNAUTHORIZED', extra: { triesLeft: 0 } }
  const { userId } = user
  const place = { deviceId, userId }
  const counted = await countTry(pool, place)
  if (!counted.ok) return counted
  const secret = await hashPassword(pin)
  const waiting = await readCodeHash(pool, userId)
  const isRight = await isPassword(code, waiting)
  const isSet =
    isRight &&
    (await withTransaction(pool, async (tx) => {
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
      await forgetTries(tx, place)
      return true
    }))
  if (isSet) return { ok: true, ...user }
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
