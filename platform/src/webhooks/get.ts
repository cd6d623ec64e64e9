import type { AttemptOutcome } from '@wasl/protocol'
import type pg from 'pg'
import { partnerOfId } from '../partners/ids.ts'
import { ATTEMPTS_OF_EVENT } from './attempts.ts'
import { DELIVERY_RECORD, type DeliveryRecord } from './delivery-record.ts'

export type AttemptRecord = {
  attempt: number
  started_at: Date
  finished_at: Date | null
  /** Null while the attempt is under way, and for good when its process died. */
  outcome: AttemptOutcome | null
  status: number | null
  duration_ms: number | null
  response_body: string | null
  error: string | null
}

export type EventWithAttempts = {
  record: DeliveryRecord
  /** The text that is sent on every attempt, to the byte. */
  body: string
  /** The oldest first. */
  attempts: AttemptRecord[]
}

/** An event with its attempts; null when there is none with this id. */
export const readEvent = async (
  pool: pg.Pool,
  eventId: string,
): Promise<EventWithAttempts | null> => {
  const partnerId = partnerOfId(eventId)
  if (partnerId === null) return null
  const { rows } = await pool.query<DeliveryRecord & { body: string }>(
    `with clock as materialized (select wasl_now() as now)
    select ${DELIVERY_RECORD}, event.body
    from clock
    cross join webhook_events event
    join webhook_deliveries delivery using (partner_id, event_id)
    where event.partner_id = $1 and event.event_id = $2`,
    [partnerId, eventId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { body, ...record } = row
  return { record, body, attempts: await readAttempts(pool, partnerId, eventId) }
}

const readAttempts = async (
  pool: pg.Pool,
  partnerId: number,
  eventId: string,
): Promise<AttemptRecord[]> => {
  const { rows } = await pool.query<AttemptRecord>(
    `select attempts.*
    from (select $1::int as partner_id, $2::uuid as event_id) as event
    cross join lateral (${ATTEMPTS_OF_EVENT}) as attempts
    order by attempts.started_at, attempts.attempt`,
    [partnerId, eventId],
  )
  return rows
}
