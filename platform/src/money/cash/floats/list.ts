import type { FloatStatus } from '@wasl/protocol'
import type pg from 'pg'
import { FLOAT_COLUMNS, type FloatRow } from './float.ts'

/** Floats, the newest first. */
export const listFloats = async (
  pool: pg.Pool,
  { channelId, status }: { channelId: number | null; status: FloatStatus | null },
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<FloatRow[]> => {
  const { rows } = await pool.query<FloatRow>(
    `select ${FLOAT_COLUMNS}
    from floats
    where ($1::int is null or channel_id = $1)
      and ($2::text is null or status = $2)
      and ($3::uuid is null or float_id < $3)
    order by float_id desc
    limit $4`,
    [channelId, status, beforeId, limit],
  )
  return rows
}
