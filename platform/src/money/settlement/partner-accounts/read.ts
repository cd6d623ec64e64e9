import type pg from 'pg'
import { CHANGE_COLUMNS, type AccountChangeRow } from './account-change.ts'

/** The account in force and the one that waits, or null for each that is missing. */
export type PartnerAccount = {
  current: AccountChangeRow | null
  requested: AccountChangeRow | null
}

/** The bank account of a partner; null when the partner does not exist. */
export const readPartnerAccount = async (
  db: pg.ClientBase | pg.Pool,
  partnerId: number,
): Promise<PartnerAccount | null> => {
  const { rows } = await db.query<AccountChangeRow>(
    `(
      select ${CHANGE_COLUMNS} from partner_account_changes
      where partner_id = $1 and status = 'approved'
      order by decided_at desc, change_id desc
      limit 1
    ) union all (
      select ${CHANGE_COLUMNS} from partner_account_changes
      where partner_id = $1 and status = 'requested'
    )`,
    [partnerId],
  )
  if (rows.length === 0 && !(await exists(db, partnerId))) return null
  return {
    current: rows.find(({ status }) => status === 'approved') ?? null,
    requested: rows.find(({ status }) => status === 'requested') ?? null,
  }
}

/** The newest first; null when the partner does not exist. */
export const listAccountChanges = async (
  db: pg.Pool,
  partnerId: number,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<AccountChangeRow[] | null> => {
  const { rows } = await db.query<AccountChangeRow>(
    `select ${CHANGE_COLUMNS} from partner_account_changes
    where partner_id = $1 and ($2::uuid is null or change_id < $2)
    order by change_id desc
    limit $3`,
    [partnerId, beforeId, limit],
  )
  return rows.length > 0 || (await exists(db, partnerId)) ? rows : null
}

const exists = async (db: pg.ClientBase | pg.Pool, partnerId: number): Promise<boolean> => {
  const { rowCount } = await db.query('select from partners where partner_id = $1', [partnerId])
  return rowCount === 1
}
