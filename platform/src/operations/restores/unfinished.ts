import type pg from 'pg'
import type { KeptSeals } from '../audit-seals/kept-seals.ts'
import { countOf } from './count-of.ts'

/** What was under way at the moment of the restore, so that the lost minutes may have ended it. */
const UNFINISHED = {
  'events that are sent to partners again; partners recognise those that they have':
    'webhook_deliveries where due_at is not null',
  'payouts that are approved and not instructed: look at the bank before somebody instructs them again': `payouts where status = 'approved'`,
  'payouts that are instructed and not paid': `payouts where status = 'instructed'`,
  'statements that are open: the platform closes them again, with the next numbers': `statements where status = 'open'`,
  'refunds whose code is open: a till may have paid them': `refunds where status = 'made'`,
  'shifts that are open': `shifts where status <> 'closed'`,
  'handovers that are offered': `handovers where status = 'offered'`,
  'bags that the bank has not counted': `deposits where status in ('bagged', 'deposited')`,
  'transfers of channels that are announced': `remittances where status = 'announced'`,
} as const

/** A line for each kind of which there is something. */
export const unfinishedLines = async (client: pg.ClientBase): Promise<string[]> => {
  const lines: string[] = []
  for (const [says, from] of Object.entries(UNFINISHED)) {
    const count = await countOf(client, from)
    if (count > 0) lines.push(`${count} ${says}`)
  }
  return lines
}

/**
 * The entries of the audit log that kept seals name and the database has forgotten: each is something that
 * somebody did in the lost minutes. A seal has no more than the ids.
 */
export const lostEntries = async (
  client: pg.ClientBase,
  { places }: KeptSeals,
): Promise<{ partnerId: number; auditId: string }[]> => {
  const { rows } = await client.query<{ number: string }>('select number from audit_chain_head')
  const last = Number(rows[0]?.number ?? 0)
  const later = [...places.values()].filter(({ number }) => number > last)
  if (later.length === 0) return []
  // Entries that wait for their place are there.
  const { rows: known } = await client.query<{ id: string }>(
    `select audit_id as id from audit_log
    where (partner_id, audit_id) in (select * from unnest($1::int[], $2::uuid[]))`,
    [later.map(({ partnerId }) => partnerId), later.map(({ auditId }) => auditId)],
  )
  const there = new Set(known.map(({ id }) => id))
  return later
    .filter(({ auditId }) => !there.has(auditId))
    .map(({ partnerId, auditId }) => ({ partnerId, auditId }))
}
