import type pg from 'pg'
import { hashOfDeviceToken, WRONG_PINS_MAX } from './device.ts'

export type EnrolledDevice = {
  deviceId: number
  channelId: number
  name: string
  channelName: string
}

/** The device of a cookie's token; null when it is unknown or revoked. */
export const findDevice = async (
  pool: pg.Pool,
  token: string | null,
): Promise<EnrolledDevice | null> => {
  if (token === null) return null
  const { rows } = await pool.query<EnrolledDevice>(
    `select device_id as "deviceId", channel_id as "channelId", devices.name,
      channels.name as "channelName"
    from devices
    join channels using (channel_id)
    where token_hash = $1 and revoked_at is null`,
    [hashOfDeviceToken(token)],
  )
  return rows[0] ?? null
}

export type PinHolderRow = {
  agent_id: number
  name: string
  has_pin: boolean
  is_locked: boolean
}

/** More agents than one till shows. */
const LISTED_MAX = 500

/**
 * The active agents of a channel, and whether each has a PIN.
 *
 * @param deviceId where it may be locked; null for any device of the channel.
 */
export const listPinHolders = async (
  pool: pg.Pool,
  channelId: number,
  deviceId: number | null,
): Promise<PinHolderRow[]> => {
  const { rows } = await pool.query<PinHolderRow>(
    `select agents.agent_id, agents.name,
      exists (
        select from user_secrets where user_secrets.user_id = users.user_id and field = 'pin'
      ) as has_pin,
      exists (
        select
        from pin_tries
        join devices using (device_id)
        where pin_tries.user_id = users.user_id and wrong >= $3 and revoked_at is null
          and ($2::integer is null or device_id = $2)
      ) as is_locked
    from agents
    left join users on users.agent_id = agents.agent_id and users.status <> 'disabled'
    where agents.channel_id = $1 and agents.status = 'active'
    order by agents.name, agents.agent_id
    limit $4`,
    [channelId, deviceId, WRONG_PINS_MAX, LISTED_MAX],
  )
  return rows
}
