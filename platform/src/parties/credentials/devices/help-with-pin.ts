import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { tellPerson } from '../../people/security-notices.ts'
import { agentWireId, userWireId } from '../../../base/wire-ids.ts'
import { forgetGuesses } from '../guesses.ts'
import { hashPassword } from '../password.ts'
import type { Supervisor } from './enrol.ts'
import { pinSubject } from './pin.ts'
import { randomInt } from '../../../base/chance.ts'

/** An agent who begins today uses the code today. */
const CODE_SECONDS = 12 * 3_600

const CODE_DIGITS = 8

export type NewPinCode = { code: string; expiresAt: Date }

/**
 * Makes a one-time code by which an agent of the channel chooses a PIN, and unlocks the agent on
 * every device. An earlier code is void. An agent who is not a user yet becomes one.
 *
 * @returns null when the channel has no such active agent.
 */
export const makePinCode = async (
  pool: pg.Pool,
  by: Supervisor,
  agentId: number,
): Promise<NewPinCode | null> => {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const hash = await hashPassword(code)
  return withTransaction(pool, async (tx) => {
    const userId = await ensureUser(tx, by.channelId, agentId)
    if (userId === null) return null
    const { rows } = await tx.query<{ expires_at: Date }>(
      `insert into pin_codes (user_id, code_hash, expires_at)
      values ($1, $2, wasl_now() + make_interval(secs => $3))
      on conflict (user_id) do update
      set code_hash = excluded.code_hash, made_at = wasl_now(), expires_at = excluded.expires_at
      returning expires_at`,
      [userId, hash, CODE_SECONDS],
    )
    await unlock(tx, userId)
    await forgetGuesses(tx, pinSubject('pin-code', userId))
    await auditPin(tx, by, 'pin.make-code', agentId)
    const about = { kind: 'pin.make-code', subject: userWireId(userId), name: by.actor.name }
    await tellPerson(tx, userId, about, by.actor)
    return { code, expiresAt: rows[0]?.expires_at as Date }
  })
}

/** Unlocks the PIN of an agent on every device; false when the channel has no such user. */
export const unlockPin = (pool: pg.Pool, by: Supervisor, agentId: number): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    const userId = await findUser(tx, by.channelId, agentId)
    if (userId === null) return false
    await unlock(tx, userId)
    await auditPin(tx, by, 'pin.unlock', agentId)
    return true
  })

const unlock = async (tx: pg.ClientBase, userId: number): Promise<void> => {
  await tx.query('update pin_tries set wrong = 0 where user_id = $1', [userId])
}

const auditPin = (
  tx: pg.ClientBase,
  { actor }: Supervisor,
  action: string,
  agentId: number,
): Promise<void> =>
  appendAudit(tx, actor, { partnerId: WHOLE_PLATFORM, action, subject: agentWireId(agentId) })

const findUser = async (
  tx: pg.ClientBase,
  channelId: number,
  agentId: number,
): Promise<number | null> => {
  const { rows } = await tx.query<{ user_id: number }>(
    `select user_id
    from users
    where agent_id = $1 and channel_id = $2 and status <> 'disabled'`,
    [agentId, channelId],
  )
  return rows[0]?.user_id ?? null
}

/** Couriers are the agents of channels that deliver. */
const ensureUser = async (
  tx: pg.ClientBase,
  channelId: number,
  agentId: number,
): Promise<number | null> => {
  const { rowCount } = await tx.query(
    `select from agents where agent_id = $1 and channel_id = $2 and status = 'active' for update`,
    [agentId, channelId],
  )
  if (rowCount === 0) return null
  const existing = await findUser(tx, channelId, agentId)
  if (existing !== null) return existing
  const { rows } = await tx.query<{ user_id: number }>(
    `insert into users (side, role, channel_id, agent_id, name)
    select 'channel', case kind when 'DELIVERY' then 'courier' else 'agent' end, channel_id,
      agent_id, agents.name
    from agents
    join channels using (channel_id)
    where agent_id = $1
    returning user_id`,
    [agentId],
  )
  return rows[0]?.user_id ?? null
}
