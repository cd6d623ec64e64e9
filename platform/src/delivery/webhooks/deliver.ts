import { hash } from 'node:crypto'
import type { OutboundResult, Send } from '../../base/outbound/outbound-types.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { withoutSecret } from '../lookups/partner-text.ts'
import { isUsualAcknowledgement, judge, type Outcome } from './acknowledgement.ts'
import type { ClaimedDelivery } from './queue/claim.ts'
import { nextDelayMs, parseRetryAfter, retryAfterMs } from './retry-schedule.ts'
import type { AttemptResult } from './queue/record.ts'
import { signedRequest } from './signed-request.ts'
import { random, wallClock } from '../../base/chance.ts'

/** How much of a response is stored, for investigating a failed delivery. */
const KEPT_BYTES_MAX = 1024

/**
 * Makes one attempt: signs the event's bytes with a new timestamp (D13), posts them, and judges the
 * answer. Never throws for anything that the partner does.
 */
export const deliver = async (
  send: Send,
  target: PartnerTarget,
  delivery: ClaimedDelivery,
): Promise<AttemptResult> => {
  const body = Buffer.from(delivery.body)
  const { request, sent } = signedRequest(target, delivery.event_id, body)
  const ended = resultOf(delivery, body, await send(request), target.apiSecret)
  return { ...ended, sent: ended.outcome === 'not_sent' ? null : sent }
}

const resultOf = (
  delivery: ClaimedDelivery,
  body: Buffer,
  result: OutboundResult,
  apiSecret: string,
): AttemptResult => {
  const { outcome, error } = judge(result, apiSecret)
  const retryAfterSeconds = result.ok
    ? parseRetryAfter(result.headers['retry-after'], wallClock())
    : null
  return {
    ...attemptOf(delivery),
    outcome,
    status: result.ok ? result.status : null,
    durationMs: result.durationMs,
    responseBody: result.ok ? keptText(result.body, apiSecret) : null,
    error,
    bodySha256: outcome === 'not_sent' ? null : hash('sha256', body, 'hex'),
    sent: null,
    nextDelayMs: delayAfter(outcome, delivery.step, retryAfterSeconds),
    retryAfterMs: retryAfterMs(retryAfterSeconds),
    isPartnerInTrouble: false,
  }
}

/**
 * Long enough for files and ports to become free, and few enough attempts for an operator to read.
 */
const EXHAUSTED_PAUSE_MS = 10_000

const delayAfter = (
  outcome: Outcome,
  step: number,
  retryAfterSeconds: number | null,
): number | null => {
  if (outcome === 'acknowledged') return null
  if (outcome === 'not_sent') return EXHAUSTED_PAUSE_MS
  return nextDelayMs(step, random(), retryAfterSeconds)
}

/** The result of an attempt that was claimed and never made. */
export const notSent = (delivery: ClaimedDelivery): AttemptResult => ({
  ...attemptOf(delivery),
  outcome: 'not_sent',
  status: null,
  durationMs: 0,
  responseBody: null,
  error: 'not sent: its turn did not come in time, and nothing left; it is due as before',
  bodySha256: null,
  sent: null,
  nextDelayMs: null,
  retryAfterMs: null,
  isPartnerInTrouble: false,
})

const attemptOf = (delivery: ClaimedDelivery) => ({
  partnerId: delivery.partner_id,
  eventId: delivery.event_id,
  attempt: delivery.attempt,
})

/**
 * Text that PostgreSQL can store: without NUL, and with invalid UTF-8 replaced. A secret that the
 * partner's error page echoes is removed before the text is cut, so that no part of it is stored.
 * Null for the usual acknowledgement, because the outcome says it.
 */
const keptText = (body: Buffer, apiSecret: string): string | null => {
  if (isUsualAcknowledgement(body)) return null
  return Buffer.from(withoutSecret(body.toString('utf8'), apiSecret))
    .subarray(0, KEPT_BYTES_MAX)
    .toString('utf8')
    .replaceAll('\u0000', '\ufffd')
}
