import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { randomText } from '../../../base/secrets/api-key.ts'
import { endSessions } from '../../people/end-sessions.ts'
import { deviceWireId } from '../../../base/wire-ids.ts'
import type { Refusal } from '../../../base/refusal.ts'
import { devicesMax, hashOfDeviceToken } from './device.ts'

export type DeviceRow = {
  device_id: number
  name: string
  enrolled_by: string
  enrolled_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const COLUMNS = `device_id, devices.name, coalesce(users.name, enrolled_by_name) as enrolled_by, enrolled_at,
  last_used_at, revoked_at`

export type Supervisor = { userId: number; channelId: number; actor: Actor }

const auditDevice = (
  tx: pg.ClientBase,
  { actor }: Supervisor,
  action: string,
  deviceId: number,
  details: Record<string, unknown> = {},
): Promise<void> =>
  appendAudit(tx, actor, {
    partnerId: WHOLE_PLATFORM,
    action,
    subject: deviceWireId(deviceId),
    details,
  })

export type Enrolled =
  | { ok: true; token: string; device: DeviceRow }
  | Refusal<'DEVICE409_TOO_MANY'>

/** Enrols a browser. Its token goes into a cookie and is stored nowhere. */
export const enrolDevice = (pool: pg.Pool, by: Supervisor, name: string): Promise<Enrolled> =>
  withTransaction(pool, async (tx) => {
    const limit = await limitReached(tx, by.channelId)
    if (limit !== null) return { ok: false, code: 'DEVICE409_TOO_MANY', extra: { limit } }
    const token = randomText()
    const { rows } = await tx.query<DeviceRow>(
      `with devices as (
        insert into devices (channel_id, name, token_hash, enrolled_by)
        values ($1, $2, $3, $4)
        returning *
      )
      select ${COLUMNS} from devices left join users on users.user_id = devices.enrolled_by`,
      [by.channelId, name, hashOfDeviceToken(token), by.userId],
    )
    const [device] = rows
    if (device === undefined) throw new Error('the device was not stored')
    await auditDevice(tx, by, 'device.enrol', device.device_id, { name })
    return { ok: true, token, device }
  })

/** The limit when the channel has as many devices as it may have; null when there is room. */
export const limitReached = async (
  tx: pg.ClientBase,
  channelId: number,
): Promise<number | null> => {
  // Of two who enrol the last one at once, one waits here.
  await tx.query('select from channels where channel_id = $1 for no key update', [channelId])
  const { rows } = await tx.query<{ agents: number; devices: number }>(
    `select
      (
        select count(*)::integer from agents where channel_id = $1 and status = 'active'
      ) as agents,
      (
        select count(*)::integer from devices where channel_id = $1 and revoked_at is null
      ) as devices`,
    [channelId],
  )
  const { agents = 0, devices = 0 } = rows[0] ?? {}
  const limit = devicesMax(agents)
  return devices < limit ? null : limit
}

/** Revoked ones stay in the list for a while, for who asks since when. */
const LISTED_MAX = 1_000

export const listDevices = async (pool: pg.Pool, channelId: number): Promise<DeviceRow[]> => {
  const { rows } = await pool.query<DeviceRow>(
    `select ${COLUMNS}
    from devices
    left join users on users.user_id = devices.enrolled_by
    where devices.channel_id = $1
    order by revoked_at is not null, device_id desc
    limit $2`,
    [channelId, LISTED_MAX],
  )
  return rows
}

/**
 * Revokes a device of the channel, and ends the sessions that began with a PIN on it; null when the
 * channel has no such device. A repetition changes nothing.
 */
export const revokeDevice = (
  pool: pg.Pool,
  by: Supervisor,
  deviceId: number,
): Promise<DeviceRow | null> =>
  withTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `update devices set revoked_at = wasl_now()
      where device_id = $1 and channel_id = $2 and revoked_at is null`,
      [deviceId, by.channelId],
    )
    if (rowCount === 1) {
      await endSessionsOn(tx, by, deviceId)
      await auditDevice(tx, by, 'device.revoke', deviceId)
    }
    const { rows } = await tx.query<DeviceRow>(
      `select ${COLUMNS}
      from devices
      left join users on users.user_id = devices.enrolled_by
      where device_id = $1 and devices.channel_id = $2`,
      [deviceId, by.channelId],
    )
    return rows[0] ?? null
  })

const endSessionsOn = async (
  tx: pg.ClientBase,
  { actor }: Supervisor,
  deviceId: number,
): Promise<void> => {
  const { rows } = await tx.query<{ user_id: number; session_id: number }>(
    `select user_id, session_id
    from device_sessions
    join sessions using (session_id)
    where device_id = $1 and ended_at is null
    order by session_id`,
    [deviceId],
  )
  for (const { user_id: userId, session_id: only } of rows) {
    await endSessions(tx, { userId, partnerId: null, only }, actor)
  }
}
