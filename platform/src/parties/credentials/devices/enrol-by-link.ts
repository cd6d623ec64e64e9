import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { randomText } from '../../../base/secrets/api-key.ts'
import { hashOfToken } from '../../people/session.ts'
import type { Refusal } from '../../../base/refusal.ts'
import { channelWireId, deviceWireId } from '../../../base/wire-ids.ts'
import { hashOfDeviceToken } from './device.ts'
import { limitReached, type DeviceRow } from './enrol.ts'

/** A device is set up on the day that somebody stands before it. */
const LINK_SECONDS = 24 * 3_600

export type DeviceLink = { token: string; expiresAt: Date }

/**
 * Makes a link that enrols the browser which opens it, for the channel.
 *
 * @returns null for a channel that there is not. The token is stored as its SHA-256, and shown once.
 */
export const makeDeviceLink = (
  pool: pg.Pool,
  { channelId, name }: { channelId: number; name: string },
  by: Actor,
): Promise<DeviceLink | null> =>
  withTransaction(pool, async (tx) => {
    const token = randomText()
    const { rows } = await tx.query<{ expires_at: Date }>(
      `insert into device_links (link_hash, channel_id, name, made_by, expires_at)
      select $1, channel_id, $3, $4, wasl_now() + make_interval(secs => $5)
      from channels
      where channel_id = $2
      returning expires_at`,
      [hashOfToken(token), channelId, name, by.name, LINK_SECONDS],
    )
    const [link] = rows
    if (link === undefined) return null
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'device.make-link',
      subject: channelWireId(channelId),
      details: { name },
    })
    return { token, expiresAt: link.expires_at }
  })

type Used = { channel_id: number; name: string; made_by: string }

export type EnrolledByLink =
  | { ok: true; token: string; device: DeviceRow }
  | Refusal<'INVITATION404_NOT_FOUND' | 'DEVICE409_TOO_MANY'>

/** Enrols a browser by a link, which is used up: of two that open it at once, one is enrolled. */
export const enrolByLink = (
  pool: pg.Pool,
  link: string,
  requestId: string,
): Promise<EnrolledByLink> =>
  withTransaction(pool, async (tx): Promise<EnrolledByLink> => {
    const { rows } = await tx.query<Used>(
      `select channel_id, name, made_by from device_links
      where link_hash = $1 and ended_at is null and expires_at > wasl_now()
      for update`,
      [hashOfToken(link)],
    )
    const [used] = rows
    if (used === undefined) return { ok: false, code: 'INVITATION404_NOT_FOUND' }
    // A link that met the limit works once there is room.
    const limit = await limitReached(tx, used.channel_id)
    if (limit !== null) return { ok: false, code: 'DEVICE409_TOO_MANY', extra: { limit } }
    await tx.query('update device_links set ended_at = wasl_now() where link_hash = $1', [
      hashOfToken(link),
    ])
    const token = randomText()
    const device = await storeDevice(tx, used, token)
    const actor = { id: null, name: used.made_by, requestId }
    await appendAudit(tx, actor, {
      partnerId: WHOLE_PLATFORM,
      action: 'device.enrol',
      subject: deviceWireId(device.device_id),
      details: { name: used.name, by: 'link' },
    })
    return { ok: true, token, device }
  })

const storeDevice = async (
  tx: pg.ClientBase,
  { channel_id: channelId, name, made_by: madeBy }: Used,
  token: string,
): Promise<DeviceRow> => {
  const { rows } = await tx.query<DeviceRow>(
    `insert into devices (channel_id, name, token_hash, enrolled_by_name)
    values ($1, $2, $3, $4)
    returning device_id, name, enrolled_by_name as enrolled_by, enrolled_at, last_used_at,
      revoked_at`,
    [channelId, name, hashOfDeviceToken(token), madeBy],
  )
  const [device] = rows
  if (device === undefined) throw new Error('the device was not stored')
  return device
}
