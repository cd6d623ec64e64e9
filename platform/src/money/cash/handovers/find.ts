import type { HandoverStatus } from '@wasl/protocol'
import type pg from 'pg'
import { HANDOVER_COLUMNS, type HandoverRow } from './handover.ts'

/** A channel's handover; null when the channel has no such handover. */
export const findHandover = async (
  db: pg.ClientBase | pg.Pool,
  channelId: number,
  handoverId: string,
): Promise<HandoverRow | null> => {
  const { rows } = await db.query<HandoverRow>(
    `select ${HANDOVER_COLUMNS} from handovers where handover_id = $1 and channel_id = $2`,
    [handoverId, channelId],
  )
  return rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export const holdHandover = async (tx: pg.ClientBase, handoverId: string): Promise<HandoverRow> => {
  const { rows } = await tx.query<HandoverRow>(
    `select ${HANDOVER_COLUMNS} from handovers where handover_id = $1 for update`,
    [handoverId],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the handover ${handoverId} is gone`)
  return row
}

export type HandoverFilter = {
  channelId: number | null
  status: HandoverStatus | null
  /** The giver or the receiver. */
  holder: string | null
}

/** Handovers, the newest first. */
export const listHandovers = async (
  pool: pg.Pool,
  { channelId, status, holder }: HandoverFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<HandoverRow[]> => {
  const { rows } = await pool.query<HandoverRow>(
    `select ${HANDOVER_COLUMNS}
    from handovers
    where ($1::int is null or channel_id = $1)
      and ($2::text is null or status = $2)
      and ($3::text is null or $3 in (from_owner, to_owner))
      and ($4::uuid is null or handover_id < $4)
    order by handover_id desc
    limit $5`,
    [channelId, status, holder, beforeId, limit],
  )
  return rows
}
