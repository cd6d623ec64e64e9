import type pg from 'pg'
import { appendAudit } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { ownerNumberOfId } from '../../base/wire-ids.ts'
import { COLUMNS, writeEntry, type FollowUpRow, type Owner, type Writer } from './follow-up.ts'

/** What is not given stays as it is. */
export type FollowUpChange = {
  /** Null gives it back to everybody. */
  owner?: Owner | null
  dueOn?: string | undefined
  status?: 'open' | 'done' | undefined
  text?: string | undefined
}

/** More would be a diary, and every reader loads them all. */
const ENTRIES_MAX = 200

/** Changes a follow-up, with an entry for each thing that is different now. */
export const changeFollowUp = (
  pool: pg.Pool,
  followUpId: string,
  change: FollowUpChange,
  by: Writer,
): Promise<'changed' | 'unknown' | 'too many'> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<FollowUpRow & { entries: number }>(
      `select ${COLUMNS}, (
        select count(*)::int from follow_up_entries entry
        where entry.partner_id = follow_ups.partner_id and entry.follow_up_id = follow_ups.follow_up_id
      ) as entries
      from follow_ups where partner_id = $1 and follow_up_id = $2 for update`,
      [ownerNumberOfId(followUpId), followUpId],
    )
    const [row] = rows
    if (row === undefined) return 'unknown'
    const acts = actsOf(row, change)
    if (acts.length === 0) return 'changed'
    if (row.entries + acts.length > ENTRIES_MAX) return 'too many'
    const owner = change.owner === undefined ? ownerOf(row) : change.owner
    const status = change.status ?? row.status
    await tx.query(
      `update follow_ups set owner_id = $3, owner = $4, due_on = $5, status = $6,
        done_at = case when $6 = 'open' then null else coalesce(done_at, wasl_now()) end,
        done_by = case when $6 = 'open' then null else coalesce(done_by, $7) end
      where partner_id = $1 and follow_up_id = $2`,
      [
        row.partner_id,
        followUpId,
        owner?.id,
        owner?.name,
        change.dueOn ?? row.due_on,
        status,
        by.name,
      ],
    )
    // What was said belongs to the first thing that was done with it.
    for (const [place, act] of acts.entries()) {
      await writeEntry(tx, row, { ...act, text: place === 0 ? (change.text ?? null) : null }, by)
    }
    await appendAudit(tx, by, {
      partnerId: row.partner_id,
      action: 'follow-up.change',
      subject: followUpId,
      details: { acts: acts.map(({ act }) => act), ownerId: owner?.id ?? null, status },
    })
    return 'changed'
  })

const ownerOf = ({ owner_id: id, owner: name }: FollowUpRow): Owner | null =>
  id === null || name === null ? null : { id, name }

type Act = { act: 'noted' | 'given' | 'postponed' | 'done' | 'reopened'; value?: string | null }

const actsOf = (row: FollowUpRow, { owner, dueOn, status, text }: FollowUpChange): Act[] => {
  const acts: Act[] = []
  if (status !== undefined && status !== row.status) {
    acts.push({ act: status === 'done' ? 'done' : 'reopened' })
  }
  if (owner !== undefined && (owner?.id ?? null) !== row.owner_id) {
    acts.push({ act: 'given', value: owner?.name ?? null })
  }
  if (dueOn !== undefined && dueOn !== row.due_on) acts.push({ act: 'postponed', value: dueOn })
  if (acts.length === 0 && text !== undefined) acts.push({ act: 'noted' })
  return acts
}
