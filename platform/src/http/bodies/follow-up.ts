import type { FollowUp, FollowUpDetail } from '@wasl/protocol'
import {
  OF_NOBODY,
  type FollowUpRow,
  type FollowUpWithEntries,
} from '../../operations/follow-ups/follow-up.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

export const followUpBody = (row: FollowUpRow): FollowUp => ({
  followUpId: row.follow_up_id,
  kind: row.kind,
  partnerId: row.partner_id === OF_NOBODY ? null : partnerWireId(row.partner_id),
  paymentId: row.payment_id,
  words: row.words,
  caller: row.caller,
  ownerId: row.owner_id,
  owner: row.owner,
  dueOn: row.due_on,
  status: row.status,
  openedById: row.opened_by,
  openedBy: row.opener,
  openedAt: row.opened_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  doneBy: row.done_by,
})

export const followUpDetailBody = ({ row, entries }: FollowUpWithEntries): FollowUpDetail => ({
  ...followUpBody(row),
  entries: entries.map((entry) => ({
    entryId: entry.entry_id,
    act: entry.act,
    text: entry.text,
    value: entry.value,
    byId: entry.written_by,
    by: entry.writer,
    at: entry.at.toISOString(),
  })),
})
