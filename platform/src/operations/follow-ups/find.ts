import type pg from 'pg'
import { ownerNumberOfId } from '../../base/wire-ids.ts'
import {
  COLUMNS,
  type EntryRow,
  type FollowUpRow,
  type FollowUpWithEntries,
  type Owner,
} from './follow-up.ts'

export type FollowUpFilter = {
  status: 'open' | 'done' | null
  ownerId: string | null
  dueUntil: string | null
  partnerId: number | null
  paymentId: string | null
}

/** Where a page of the list begins: after the follow-up of this day and id. */
export type FollowUpPlace = { dueOn: string; followUpId: string }

/** Follow-ups, what is due first before the others. */
export const listFollowUps = async (
  pool: pg.Pool,
  { status, ownerId, dueUntil, partnerId, paymentId }: FollowUpFilter,
  { limit, after }: { limit: number; after: FollowUpPlace | null },
): Promise<FollowUpRow[]> => {
  const { rows } = await pool.query<FollowUpRow>(
    `select ${COLUMNS}
    from follow_ups
    where ($1::text is null or status = $1)
      and ($2::text is null or owner_id = $2)
      and ($3::date is null or due_on <= $3)
      and ($4::int is null or partner_id = $4)
      and ($5::uuid is null or payment_id = $5)
      and ($6::date is null or (follow_ups.due_on, follow_up_id) > ($6, $7::uuid))
    order by follow_ups.due_on, follow_up_id
    limit $8`,
    [status, ownerId, dueUntil, partnerId, paymentId, after?.dueOn, after?.followUpId, limit],
  )
  return rows
}

/** A follow-up with what was done about it; null when this id is unknown. */
export const readFollowUp = async (
  pool: pg.Pool,
  followUpId: string,
): Promise<FollowUpWithEntries | null> => {
  const values = [ownerNumberOfId(followUpId), followUpId]
  const { rows } = await pool.query<FollowUpRow>(
    `select ${COLUMNS} from follow_ups where partner_id = $1 and follow_up_id = $2`,
    values,
  )
  const [row] = rows
  if (row === undefined) return null
  const entries = await pool.query<EntryRow>(
    `select entry_id, act, text, value, written_by, writer, at from follow_up_entries
    where partner_id = $1 and follow_up_id = $2 order by entry_id`,
    values,
  )
  return { row, entries: entries.rows }
}

export type Colleague = { userId: number; name: string; email: string | null }

const COLLEAGUES_MAX = 500

/** The operator's active users: in the control cell. */
export const listColleagues = async (pool: pg.Pool): Promise<Colleague[]> => {
  const { rows } = await pool.query<Colleague>(
    `select user_id as "userId", name, email from users
    where side = 'operator' and status = 'active' and name is not null
    order by name, user_id limit ${COLLEAGUES_MAX}`,
  )
  return rows
}

/** An active user of the operator; null when this number is unknown. */
export const findOwner = async (control: pg.Pool, userId: number): Promise<Owner | null> => {
  const { rows } = await control.query<Owner>(
    `select 'usr_' || user_id as id, name from users
    where user_id = $1 and side = 'operator' and status = 'active' and name is not null`,
    [userId],
  )
  return rows[0] ?? null
}
