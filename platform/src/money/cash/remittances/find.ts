import type { RemittanceStatus } from '@wasl/protocol'
import type pg from 'pg'
import { REMITTANCE_COLUMNS, type RemittanceRow } from './remittance.ts'

/** A remittance, of any channel when `channelId` is null; null when there is no such remittance. */
export const findRemittance = async (
  db: pg.ClientBase | pg.Pool,
  channelId: number | null,
  remittanceId: string,
): Promise<RemittanceRow | null> => {
  const { rows } = await db.query<RemittanceRow>(
    `select ${REMITTANCE_COLUMNS} from remittances
    where remittance_id = $1 and ($2::int is null or channel_id = $2)`,
    [remittanceId, channelId],
  )
  return rows[0] ?? null
}

export type RemittanceFilter = { channelId: number | null; status: RemittanceStatus | null }

/** Remittances, the newest first. */
export const listRemittances = async (
  pool: pg.Pool,
  { channelId, status }: RemittanceFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<RemittanceRow[]> => {
  const { rows } = await pool.query<RemittanceRow>(
    `select ${REMITTANCE_COLUMNS}
    from remittances
    where ($1::int is null or channel_id = $1)
      and ($2::text is null or status = $2)
      and ($3::uuid is null or remittance_id < $3)
    order by remittance_id desc
    limit $4`,
    [channelId, status, beforeId, limit],
  )
  return rows
}
