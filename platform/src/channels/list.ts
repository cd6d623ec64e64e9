import type { ChannelKind } from '@wasl/protocol'
import type pg from 'pg'

export type ChannelRow = { channel_id: number; name: string; kind: ChannelKind; created_at: Date }

/** Channels in the order of their numbers, from the one after `afterId` on. */
export const listChannels = async (
  pool: pg.Pool,
  { limit, afterId }: { limit: number; afterId: number },
): Promise<ChannelRow[]> => {
  const { rows } = await pool.query<ChannelRow>(
    `select channel_id, name, kind, created_at
    from channels
    where channel_id > $1
    order by channel_id
    limit $2`,
    [afterId, limit],
  )
  return rows
}
