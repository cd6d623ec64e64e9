import { eventIdSchema } from '@wasl/protocol'
import type { WebhookAttempt, WebhookEventDetail, WebhookEventRecord } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import { partnerWireId } from '../partners/ids.ts'
import type { DeliveryRecord } from '../webhooks/delivery-record.ts'
import type { AttemptRecord, EventWithAttempts } from '../webhooks/get.ts'
import { validateParameter } from './validate.ts'

/** @throws ApiError VALIDATION400 when the path names no event id. */
export const eventIdOf = (request: FastifyRequest): string =>
  validateParameter(eventIdSchema, request, 'eventId').toLowerCase()

/** A webhook event as lists show it. */
export const eventRecordBody = (record: DeliveryRecord): WebhookEventRecord => ({
  eventId: record.event_id,
  partnerId: partnerWireId(record.partner_id),
  paymentId: record.payment_id,
  event: record.kind,
  createdAt: record.created_at.toISOString(),
  state: record.state,
  attempts: record.attempts,
  nextAttemptAt: record.next_attempt_at?.toISOString() ?? null,
  deliveredAt: record.delivered_at?.toISOString() ?? null,
  failedAt: record.failed_at?.toISOString() ?? null,
})

/** A webhook event with its bytes and its attempts. */
export const eventDetailBody = ({
  record,
  body,
  attempts,
}: EventWithAttempts): WebhookEventDetail => ({
  ...eventRecordBody(record),
  attempts: attempts.map(attemptBody),
  body,
})

const attemptBody = (attempt: AttemptRecord): WebhookAttempt => ({
  attempt: attempt.attempt,
  startedAt: attempt.started_at.toISOString(),
  finishedAt: attempt.finished_at?.toISOString() ?? null,
  outcome: attempt.outcome,
  status: attempt.status,
  durationMs: attempt.duration_ms,
  responseBody: attempt.response_body,
  error: attempt.error,
})
