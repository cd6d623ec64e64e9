import type {
  EventKind,
  ListQuery,
  WebhookAttempt,
  WebhookEventDetail,
  WebhookEventRecord,
} from '@wasl/protocol'
import type pg from 'pg'
import { HIDDEN_BEARER } from '../../base/outbound/hidden-bearer.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { DeliveryRecord } from '../../delivery/webhooks/queue/delivery.ts'
import { ATTEMPTS_SHOWN } from '../../delivery/webhooks/queue/attempts-of-event.ts'
import { paymentIdOf } from '../../delivery/webhooks/event.ts'
import {
  readEvent,
  type AttemptPage,
  type AttemptRecord,
} from '../../delivery/webhooks/queue/read-event.ts'
import type { EventPeriod } from '../../delivery/webhooks/queue/events-of-period.ts'
import type { Redelivery } from '../../delivery/webhooks/queue/redeliver.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { Refuse } from '../server/routes.ts'

/** @throws ApiError when the event was not sent again. */
export const expectSent = (
  redelivery: Redelivery,
  refuse: Refuse<'EVENT404_NOT_FOUND' | 'EVENT429_SENT_TOO_OFTEN'>,
): void => {
  if (redelivery === 'sent') return
  if (redelivery === 'unknown') throw refuse('EVENT404_NOT_FOUND')
  throw refuse('EVENT429_SENT_TOO_OFTEN', {
    headers: { 'retry-after': String(redelivery.retryAfterSeconds) },
  })
}

/** A webhook event as lists show it. */
export const eventRecordBody = (record: DeliveryRecord): WebhookEventRecord => ({
  eventId: record.event_id,
  partnerId: partnerWireId(record.partner_id),
  paymentId: paymentIdOf(record.event_id),
  reference: record.reference,
  event: record.kind,
  createdAt: record.created_at.toISOString(),
  state: record.state,
  attempts: record.attempts,
  nextAttemptAt: record.next_attempt_at?.toISOString() ?? null,
  deliveredAt: record.delivered_at?.toISOString() ?? null,
  failedAt: record.failed_at?.toISOString() ?? null,
})

/** Which events a list's query asks for. */
export const periodOf = ({
  event,
  since,
  until,
}: {
  event?: EventKind | undefined
  since?: string | undefined
  until?: string | undefined
}): EventPeriod => ({
  event: event ?? null,
  since: since === undefined ? null : new Date(since),
  until: until === undefined ? null : new Date(until),
})

/** The page of attempts that a request asks for. @throws ApiError VALIDATION400 */
export const attemptPageOf = ({ limit, cursor }: ListQuery): AttemptPage => ({
  limit,
  beforeAttempt: readCursor(cursor, readNumber),
})

const NEWEST: AttemptPage = { limit: ATTEMPTS_SHOWN, beforeAttempt: null }

/** A webhook event with its body and a page of its attempts; null when it does not exist. */
export const readEventDetail = async (
  pool: pg.Pool,
  eventId: string,
  { limit, beforeAttempt } = NEWEST,
): Promise<WebhookEventDetail | null> => {
  const found = await readEvent(pool, eventId, { limit: limit + 1, beforeAttempt })
  if (found === null) return null
  const { record, body, attempts } = found
  const toItem = (attempt: AttemptRecord) => attemptBody(eventId, attempt)
  const page = pageOf(attempts, limit, { idOf: ({ attempt }) => attempt, toItem })
  // The newest page, shown in the order in which the attempts were made.
  const shown = { attempts: page.items.toReversed(), nextCursor: page.nextCursor }
  return { ...eventRecordBody(record), ...shown, body }
}

const attemptBody = (eventId: string, attempt: AttemptRecord): WebhookAttempt => ({
  attempt: attempt.attempt,
  startedAt: attempt.started_at.toISOString(),
  finishedAt: attempt.finished_at?.toISOString() ?? null,
  outcome: attempt.outcome,
  status: attempt.status,
  durationMs: attempt.duration_ms,
  responseBody: attempt.response_body,
  error: attempt.error,
  headers: headersOf(eventId, attempt),
})

/** The headers of `deliver`, without the secret. */
const headersOf = (
  eventId: string,
  { sent_timestamp, signature }: AttemptRecord,
): Record<string, string> | null =>
  sent_timestamp === null || signature === null
    ? null
    : {
        'content-type': 'application/json',
        authorization: HIDDEN_BEARER,
        'x-timestamp': String(sent_timestamp),
        'x-signature': signature,
        'x-event-id': eventId,
      }
