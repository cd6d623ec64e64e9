import { UNUSED_DAYS, type AccessKind, type Side } from '@wasl/protocol'
import type pg from 'pg'
import { NO_COPY } from '../../base/database/copies.ts'
import { isHere } from '../../base/database/fenced.ts'
import { KEY_HINT } from '../keys/partner-keys.ts'

/** A person, a key or a device that can act now. */
export type AccessRow = {
  kind: AccessKind
  id: string
  side: Side
  partner_id: number | null
  channel_id: number | null
  name: string
  role: string | null
  permissions: string[] | null
  created_at: Date
  last_used_at: Date | null
  since: Date
  is_unused: boolean
}

export type AccessFilter = {
  kind: AccessKind | null
  side: Side | null
  partnerId: number | null
  channelId: number | null
}

/** A place in the order of the list. */
export type AccessPlace = { since: string; kind: string; id: string }

/** What the list is ordered by, over all cells. */
export const placeOfAccess = ({ since, kind, id }: AccessPlace): string => `${since} ${kind} ${id}`

/** The place that such a text names; null for any other text. */
export const readPlaceOfAccess = (text: string): AccessPlace | null => {
  const [, since, kind, id] = /^([0-9T:.-]{23}Z) ([a-z]{3,6}) ([a-z0-9_]{1,20})$/.exec(text) ?? []
  if (since === undefined || kind === undefined || id === undefined) return null
  return Number.isNaN(Date.parse(since)) ? null : { since, kind, id }
}

/** The longest unused first, from the one after `after` on. */
export const listAccess = async (
  pool: pg.Pool,
  { kind, side, partnerId, channelId }: AccessFilter,
  { limit, after }: { limit: number; after: AccessPlace | null },
): Promise<AccessRow[]> => {
  const { rows } = await pool.query<AccessRow>(
    `select *, since <= wasl_now() - interval '${UNUSED_DAYS} days' as is_unused
    from (
      select *, date_trunc('milliseconds', coalesce(last_used_at, created_at)) as since
      from (${PEOPLE} union all ${OPERATOR_KEYS} union all ${CHANNEL_KEYS}
        union all ${PARTNER_KEYS} union all ${DEVICES}) as every_access
    ) as access
    where ($1::text is null or kind = $1) and ($2::text is null or side = $2)
      and ($3::integer is null or partner_id = $3) and ($4::integer is null or channel_id = $4)
      and ($5::timestamptz is null or (since, kind || ' ' || id) > ($5, $6 || ' ' || $7))
    order by since, kind || ' ' || id
    limit $8`,
    [kind, side, partnerId, channelId, after?.since ?? null, after?.kind, after?.id, limit],
  )
  return rows
}

const PEOPLE = `
  select 'person' as kind, 'usr_' || user_id as id, side, partner_id, channel_id,
    coalesce(name, email, 'usr_' || user_id) as name, role, null::text[] as permissions, created_at,
    greatest(signed_in_at, (
      select max(last_seen_at) from sessions where sessions.user_id = users.user_id
    )) as last_used_at
  from users
  where status <> 'disabled'`

const OPERATOR_KEYS = `
  select 'key', 'opr_' || operator_key_id, 'operator', null, null, name, role, null, created_at,
    last_used_at
  from operator_api_keys
  left join key_uses using (key_hash)
  where revoked_at is null`

const CHANNEL_KEYS = `
  select 'key', ${KEY_HINT}, 'channel', null, channel_id, channels.name, null, permissions,
    keys.created_at, last_used_at
  from channel_api_keys keys
  join channels using (channel_id)
  left join key_uses using (key_hash)
  where (expires_at is null or expires_at > wasl_now()) and ${NO_COPY}`

const PARTNER_KEYS = `
  select 'key', ${KEY_HINT}, 'partner', partner_id, null, partners.name, null, permissions,
    keys.created_at, last_used_at
  from partner_api_keys keys
  join partners using (partner_id)
  where (expires_at is null or expires_at > wasl_now()) and ${isHere('partner_id')}`

const DEVICES = `
  select 'device', 'dev_' || device_id, 'channel', null, channel_id, name, null, null, enrolled_at,
    last_used_at
  from devices
  where revoked_at is null`
