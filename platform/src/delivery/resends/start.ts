import { RESEND_EVENTS_MAX } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { countEvents, sumOf, type PartnerCount } from './count.ts'
import type { ResendFilter } from './resend.ts'

export type Start = { resendId: string } | 'running' | 'too many'

/**
 * Begins a resend. The periodic task does the work, so it goes on after a crash of this process.
 *
 * @param perHourMax an event with this many attempts within an hour is left out.
 * @returns `running` when a partner that it concerns has one that is not finished.
 */
export const startResend = async (
  pool: pg.Pool,
  lists: pg.Pool,
  filter: ResendFilter,
  perHourMax: number,
  by: Actor,
): Promise<Start> => {
  const counts = await countEvents(lists, filter)
  if (sumOf(counts) > RESEND_EVENTS_MAX) return 'too many'
  // A resend without events is recorded too: it is finished.
  const owner = filter.partnerId ?? WHOLE_PLATFORM
  const parts = counts.length > 0 ? counts : [{ partner_id: owner, count: 0 }]
  return withTransaction(pool, async (tx) => {
    const resendId = await addParts(tx, { filter, perHourMax, parts, resendId: null }, by)
    if (resendId === null) return 'running'
    await noteResend(tx, { filter, resendId, count: sumOf(counts) }, by)
    return { resendId }
  })
}

export type NewParts = {
  filter: ResendFilter
  perHourMax: number
  parts: PartnerCount[]
  /** Null for a new one. */
  resendId: string | null
}

/** Adds the parts of a resend; null when a partner has one that is not finished, and nothing is added. */
export const addParts = async (
  tx: pg.ClientBase,
  { filter, perHourMax, parts, resendId }: NewParts,
  by: Actor,
): Promise<string | null> => {
  const { rows } = await tx.query<{ resend_id: string }>(
    `with chosen as materialized (
      select coalesce($11::uuid, new_id($1)) as resend_id, wasl_now() as now
    )
    insert into resends
      (partner_id, resend_id, of_all, since, until, event, states, per_hour_max, count, asked_at,
        asked_by, status, finished_at)
    select part.partner_id, chosen.resend_id, $4, $5, $6, $7, $8, $9, part.count, chosen.now, $10,
      case when part.count = 0 then 'finished' else 'running' end,
      case when part.count = 0 then chosen.now end
    from chosen, unnest($2::int[], $3::int[]) as part (partner_id, count)
    on conflict (partner_id) where status = 'running' do nothing
    returning resend_id`,
    [
      filter.partnerId ?? WHOLE_PLATFORM,
      parts.map(({ partner_id }) => partner_id),
      parts.map(({ count }) => count),
      filter.partnerId === null,
      filter.since,
      filter.until,
      filter.event,
      filter.states,
      perHourMax,
      by.name,
      resendId,
    ],
  )
  const [row] = rows
  if (row !== undefined && rows.length === parts.length) return row.resend_id
  await removeParts(tx, row?.resend_id ?? null)
  return null
}

export const removeParts = async (
  tx: pg.ClientBase | pg.Pool,
  resendId: string | null,
): Promise<void> => {
  await tx.query('delete from resends where resend_id = $1', [resendId])
}

export const noteResend = (
  tx: pg.ClientBase,
  { filter, resendId, count }: { filter: ResendFilter; resendId: string; count: number },
  by: Actor,
): Promise<void> => {
  const { since, until, event, states } = filter
  return appendAudit(tx, by, {
    partnerId: filter.partnerId ?? WHOLE_PLATFORM,
    action: 'webhook-events.resend',
    subject: resendId,
    details: { since, until, event, states, count },
  })
}
