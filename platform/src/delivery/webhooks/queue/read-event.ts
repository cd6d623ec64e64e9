import type { AttemptOutcome } from '@wasl/protocol'
import type pg from 'pg'
import { partnerOfId } from '../../../base/wire-ids.ts'
import { attemptsOfEvent } from './attempts-of-event.ts'
import { DELIVERY_RECORD, type DeliveryRecord } from './delivery.ts'

export type AttemptRecord = {
  attempt: number
  started_at: Date
  finished_at: Date | null
  /** Null while the attempt is under way, and for ever if its process died. */
  outcome: AttemptOutcome | null
  status: number | null
  duration_ms: number | null
  response_body: string | null
  error: string | null
  sent_timestamp: number | null
  /** In hexadecimal. */
  signature: string | null
}

export type EventWithAttempts = {
  record: DeliveryRecord
  /** The exact text that every attempt sends. */
  body: string
  /** The newest first. */
  attempts: AttemptRecord[]
}

type EventRow = DeliveryRecord & { body: string } & (AttemptRecord | { attempt: null })

export type AttemptPage = { limit: number; beforeAttempt: number | null }

/**
 * An event with its newest attempts, starting before `beforeAttempt`; null when none has this id.
 * One statement reads both, so that the state never contradicts the attempts.
 */
export const readEvent = async (
  pool: pg.Pool,
  eventId: string,
  { limit, beforeAttempt }: AttemptPage,
): Promise<EventWithAttempts | null> => {
  const partnerId = partnerOfId(eventId)
  if (partnerId === null) return null
  const { rows } = await pool.query<EventRow>(
    `with clock as materialized (select wasl_now() as now)
    select ${DELIVERY_RECORD}, event.body, attempt.*
    from clock
    cross join webhook_events event
    join webhook_deliveries delivery using (partner_id, event_id)
    left join lateral (${attemptsOfEvent('$3', '$4::int')}) as attempt on true
    where event.partner_id = $1 and event.event_id = $2
    order by attempt.attempt desc`,
    [partnerId, eventId, limit, beforeAttempt],
  )
  const [row] = rows
  if (row === undefined) return null
  return { record: row, body: row.body, attempts: rows.filter(hasAttempt) }
}

const hasAttempt = (row: EventRow): row is EventRow & AttemptRecord => row.attempt !== null
