import type { NotificationTransport } from '@wasl/protocol'
import type pg from 'pg'
import { leaveOutFenced } from '../../base/database/fenced.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { findIncidents } from './find-incidents.ts'
import { changesOf, type Finding, type Incident, type NotificationItem } from './incident.ts'

/** Rounds of all processes together are this far apart. */
const ROUND_PAUSE = `interval '20 seconds'`

/** What was sent or ended this long ago is forgotten. */
const KEPT = `interval '90 days'`

/** A notification that waits this long has no process that could send it. */
const ORPHANED_AFTER = `interval '3 days'`

/** Incidents in one message. More are told in further ones. */
const ITEMS_MAX = 50

/**
 * One round: looks for incidents that began or ended, and writes the notifications about them in the same
 * transaction. So each is told once, whatever dies and however many processes look.
 *
 * @returns how many notifications were written.
 */
export const watchForIncidents = (
  pool: pg.Pool,
  transports: readonly NotificationTransport[],
): Promise<number> =>
  withTransaction(pool, async (tx) => {
    if (!(await isOurRound(tx))) return 0
    await leaveOutFenced(tx)
    await forgetOld(tx)
    const found = await findIncidents(tx)
    const { rows: open } = await tx.query<Incident>(OPEN)
    const { begin, end } = changesOf(open, found)
    const began = await beginIncidents(tx, begin)
    const ended = await endIncidents(tx, end)
    return writeNotifications(tx, transports, [...began, ...ended])
  })

/** Another process that looks at this moment has the row, and looks for us too. */
const isOurRound = async (tx: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update notification_watch set watched_at = wasl_now()
    where only_row = any(array(
      select only_row from notification_watch
      where watched_at <= wasl_now() - ${ROUND_PAUSE} or watched_at > wasl_now()
      for update skip locked
    ))`,
  )
  return rowCount === 1
}

const OPEN = `
select partner_id as "partnerId", incident_id as "incidentId", kind
from incidents
where ended_at is null`

/** What a notification says of an incident `i`. */
const ITEM = `
  i.kind, i.incident_id as "incidentId", i.partner_id as "partnerId", partner.name as "partnerName",
  i.facts, wire_time(i.began_at) as "beganAt", wire_time(i.ended_at) as "endedAt",
  to_char(i.began_at at time zone time_zone, 'YYYY-MM-DD HH24:MI') as began,
  to_char(i.ended_at at time zone time_zone, 'YYYY-MM-DD HH24:MI') as ended
  from i
  cross join ledger_state
  left join partners partner on partner.partner_id = i.partner_id
  order by i.partner_id, i.kind`

const beginIncidents = async (
  tx: pg.ClientBase,
  findings: readonly Finding[],
): Promise<NotificationItem[]> => {
  if (findings.length === 0) return []
  const { rows } = await tx.query<NotificationItem>(
    `with i as (
      insert into incidents (partner_id, incident_id, kind, began_at, facts)
      select "partnerId", new_id("partnerId"), kind, wasl_now(), facts
      from jsonb_to_recordset($1::jsonb) as found ("partnerId" integer, kind text, facts jsonb)
      on conflict (partner_id, kind) where ended_at is null do nothing
      returning *
    )
    select 'began' as phase, ${ITEM}`,
    [JSON.stringify(findings)],
  )
  return rows
}

/** The facts of an end are those of the beginning: nothing is left of the incident. */
const endIncidents = async (
  tx: pg.ClientBase,
  incidents: readonly Incident[],
): Promise<NotificationItem[]> => {
  if (incidents.length === 0) return []
  const { rows } = await tx.query<NotificationItem>(
    `with i as (
      update incidents set ended_at = wasl_now()
      where incident_id = any($1::uuid[]) and ended_at is null
      returning *
    )
    select 'ended' as phase, ${ITEM}`,
    [incidents.map(({ incidentId }) => incidentId)],
  )
  return rows
}

/** One for each transport, and more only if there are very many items. */
export const writeNotifications = async (
  tx: pg.ClientBase | pg.Pool,
  transports: readonly NotificationTransport[],
  items: readonly NotificationItem[],
): Promise<number> => {
  let written = 0
  for (let at = 0; at < items.length; at += ITEMS_MAX) {
    const { rowCount } = await tx.query(
      `insert into notifications (notification_id, transport, made_at, items, due_at)
      select new_id(0), transport, wasl_now(), $2::jsonb, wasl_now()
      from unnest($1::text[]) as transport`,
      [transports, JSON.stringify(items.slice(at, at + ITEMS_MAX))],
    )
    written += rowCount ?? 0
  }
  return written
}

const forgetOld = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query(`delete from incidents where ended_at < wasl_now() - ${KEPT}`)
  await tx.query(
    `delete from notifications
    where coalesce(sent_at, given_up_at) < wasl_now() - ${KEPT}`,
  )
  await tx.query(
    `update notifications
    set due_at = null, leased_until = null, given_up_at = wasl_now(),
      error = coalesce(error, 'no process is configured to send it')
    where due_at is not null and made_at < wasl_now() - ${ORPHANED_AFTER}`,
  )
}
