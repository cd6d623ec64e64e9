import type pg from 'pg'
import { FEE_VERSION_COLUMNS, type FeeVersionRow } from './fee-version.ts'
import type { Owner } from './owner.ts'

/** The versions of an owner, the newest first, starting before `beforeId`. */
export const listFees = async (
  db: pg.Pool,
  { partnerId, owner }: Owner,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<FeeVersionRow[]> => {
  const { rows } = await db.query<FeeVersionRow>(
    `select ${FEE_VERSION_COLUMNS}
    from fee_versions
    where partner_id = $1 and owner = $2 and ($3::uuid is null or fee_version_id < $3)
    order by fee_version_id desc
    limit $4`,
    [partnerId, owner, beforeId, limit],
  )
  return rows
}
