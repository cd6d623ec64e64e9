import type pg from 'pg'
import { narrowedSql, narrowedValues, NOT_NARROWED, type Narrowed } from '../narrowed.ts'
import { VARIANCE_COLUMNS, type VarianceRow } from './variance.ts'

/** Whether a variance is of this agent. */
export const isOfAgent = (
  agent: string,
): string => `(owner = ${agent} or (source = 'deposit' and exists (
        select from deposits where deposits.deposit_id = source_id and from_owner = ${agent}
      )))`

export type VarianceFilter = {
  channelId: number | null
  varianceId: string | null
  status: 'open' | 'decided' | null
  /** An agent, such as agt_12: its cash was counted, or it closed the bag. */
  agent?: string | null
  narrowed?: Narrowed
}

/** Variances, the newest first. */
export const listVariances = async (
  pool: pg.Pool,
  { channelId, varianceId, status, agent = null, narrowed = NOT_NARROWED }: VarianceFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<VarianceRow[]> => {
  const { rows } = await pool.query<VarianceRow>(
    `select ${VARIANCE_COLUMNS}
    from variances
    where ($1::int is null or channel_id = $1)
      and ($2::uuid is null or variance_id = $2)
      and ($3::text is null or status = $3)
      and ($4::uuid is null or variance_id < $4)
      and ($6::text is null or ${isOfAgent('$6')})
      and ${narrowedSql('found_at', 7)}
    order by variance_id desc
    limit $5`,
    [channelId, varianceId, status, beforeId, limit, agent, ...narrowedValues(narrowed)],
  )
  return rows
}
