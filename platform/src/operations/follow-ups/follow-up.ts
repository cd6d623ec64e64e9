/** Calls that wait for somebody (W211). */
import type { FollowUpAct } from '@wasl/protocol'
import type pg from 'pg'

/** For a call about no partner: its row is in the control cell. */
export const OF_NOBODY = 0

export type FollowUpRow = {
  partner_id: number
  follow_up_id: string
  kind: string
  payment_id: string | null
  words: string | null
  caller: string | null
  owner_id: string | null
  owner: string | null
  due_on: string
  status: 'open' | 'done'
  opened_by: string
  opener: string
  opened_at: Date
  done_at: Date | null
  done_by: string | null
}

export type EntryRow = {
  entry_id: string
  act: FollowUpAct
  text: string | null
  value: string | null
  written_by: string
  writer: string
  at: Date
}

export type FollowUpWithEntries = { row: FollowUpRow; entries: EntryRow[] }

export const COLUMNS = `partner_id, follow_up_id, kind, payment_id, words, caller, owner_id, owner,
  due_on::text as due_on, status, opened_by, opener, opened_at, done_at, done_by`

/** The user or key that acts, as the log names it. */
export type Writer = { id: string; name: string; requestId: string | null }

/** Somebody to whom a follow-up is given. */
export type Owner = { id: string; name: string }

export const writeEntry = async (
  tx: pg.ClientBase,
  of: Pick<FollowUpRow, 'partner_id' | 'follow_up_id'>,
  {
    act,
    text = null,
    value = null,
  }: { act: FollowUpAct; text?: string | null; value?: string | null },
  by: Writer,
): Promise<void> => {
  await tx.query(
    `insert into follow_up_entries
      (partner_id, follow_up_id, entry_id, act, text, value, written_by, writer, at)
    values ($1, $2, new_id($1), $3, $4, $5, $6, $7, wasl_now())`,
    [of.partner_id, of.follow_up_id, act, text, value, by.id, by.name],
  )
}
