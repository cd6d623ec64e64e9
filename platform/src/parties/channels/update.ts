import type { Centimes, ChannelStatus } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { channelWireId } from '../../base/wire-ids.ts'
import { CHANNEL_COLUMNS, type ChannelRow } from './list.ts'

/** Absent fields stay as they are. */
export type ChannelPatch = {
  name?: string | undefined
  status?: ChannelStatus | undefined
  /** Null means all. */
  partnerIds?: number[] | null | undefined
  /** Whether an opening must name the agent. */
  requiresAgent?: boolean | undefined
  /** A count that differs by no more is decided at once. */
  countTolerance?: Centimes | undefined
}

/** Changes a channel's settings; null when there is no such channel. */
export const updateChannel = (
  pool: pg.Pool,
  channelId: number,
  patch: ChannelPatch,
  by: Actor,
): Promise<ChannelRow | null> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<ChannelRow>(
      `update channels set
        name = coalesce($2::jsonb ->> 'name', name),
        status = coalesce($2::jsonb ->> 'status', status),
        partner_ids = case when $2::jsonb ? 'partnerIds' then $3::int[] else partner_ids end,
        requires_agent = coalesce(($2::jsonb -> 'requiresAgent')::boolean, requires_agent),
        count_tolerance = coalesce(($2::jsonb -> 'countTolerance')::bigint, count_tolerance)
      where channel_id = $1
      returning ${CHANNEL_COLUMNS}`,
      [channelId, JSON.stringify(patch), patch.partnerIds ?? null],
    )
    const [channel] = rows
    if (channel === undefined) return null
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'channel.update',
      subject: channelWireId(channelId),
      details: patch,
    })
    return channel
  })
