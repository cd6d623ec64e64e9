import type { Centimes, ChannelKind, ChannelStatus } from '@wasl/protocol'
import type pg from 'pg'

export type ChannelRow = {
  channel_id: number
  name: string
  kind: ChannelKind
  status: ChannelStatus
  /** The partners that it may take payments for; null means all. */
  partner_ids: number[] | null
  created_at: Date
  requires_agent: boolean
  is_test: boolean
  count_tolerance: Centimes
  /** What its present key may do; null is all that such a key may. */
  key_permissions: string[] | null
}

export const CHANNEL_COLUMNS = `channel_id, name, kind, status, partner_ids, created_at,
  requires_agent, is_test, count_tolerance, (
    select permissions
    from channel_api_keys keys
    where keys.channel_id = channels.channel_id and keys.expires_at is null
  ) as key_permissions`

/** Channels in the order of their numbers, from the one after `afterId` on. */
export const listChannels = async (
  pool: pg.Pool,
  { limit, afterId }: { limit: number; afterId: number },
): Promise<ChannelRow[]> => {
  const { rows } = await pool.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS}
    from channels
    where channel_id > $1
    order by channel_id
    limit $2`,
    [afterId, limit],
  )
  return rows
}

export const isChannel = async (pool: pg.Pool, channelId: number): Promise<boolean> => {
  const { rowCount } = await pool.query('select from channels where channel_id = $1', [channelId])
  return rowCount === 1
}

/** Null when there is no such channel. */
export const readChannel = async (pool: pg.Pool, channelId: number): Promise<ChannelRow | null> => {
  const { rows } = await pool.query<ChannelRow>(
    `select ${CHANNEL_COLUMNS} from channels where channel_id = $1`,
    [channelId],
  )
  return rows[0] ?? null
}
