import type pg from 'pg'
import { VARIANCE_COLUMNS, type VarianceRow } from './variance.ts'

export type VarianceFilter = {
  channelId: number | null
  varianceId: string | null
  status: 'open' | 'decided' | null
}

/** Variances, the newest first. */
export const listVariances = async (
  pool: pg.Pool,
  { channelId, varianceId, status }: VarianceFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<VarianceRow[]> => {
  const { rows } = await pool.query<VarianceRow>(
    `select ${VARIANCE_COLUMNS}
    from variances
    where ($1::int is null or channel_id = $1)
      and ($2::uuid is null or variance_id = $2)
      and ($3::text is null or status = $3)
      and ($4::uuid is null or variance_id < $4)
    order by variance_id desc
    limit $5`,
    [channelId, varianceId, status, beforeId, limit],
  )
  return rows
}
