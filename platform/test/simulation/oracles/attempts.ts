import type { OutboundRequest } from '../../../src/base/outbound/outbound-types.ts'
import { verifySignature } from '@wasl/protocol'
import type { Fixture } from '../fixture.ts'
import { RETRY_AFTER_SECONDS } from '../partner-calls.ts'
import type { PartnerAnswer, ProcessOwner } from '../scheduler.ts'
import type { Report } from './report.ts'

/** How long a claim belongs to its process (section 4.2 and D14), written down a second time here. */
const LEASE_MS = 30_000

/** The earliest next attempt after each failed one, in seconds: the schedule less its jitter of 10 %. */
const EARLIEST_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400].map(
  (seconds) => seconds * 0.9,
)

/** The jitter of 10 % in the other direction. */
const LATEST_OF_EARLIEST = 1.1 / 0.9

/** After this many failed attempts an event is given up. */
const ATTEMPTS_MAX = 10

/** The status with which a partner asks for it later. */
const TRY_LATER = '503'

/** The statement of `redeliver.ts`, which has no name of its own. */
const SENDS_AGAIN = /^update webhook_deliveries delivery\s+set due_at = wasl_now\(\), step = 0/

type Event = {
  partnerId: number
  attempts: number
  /** When the attempt under way was claimed; null while none is. */
  claimedMs: number | null
  /** Failed attempts in the present schedule that count for its next delay, and all of them. */
  failures: number
  failedAttempts: number
  /** When the last failure was recorded, and the earliest time of the next attempt. */
  failedMs: number
  notBeforeMs: number
  /** The latest time that the schedule may have for it, and whether it was claimed before that. */
  scheduledMs: number
  isEarly: boolean
  /** What a Retry-After asks for: nothing brings an attempt before that. */
  retryAfterMs: number
  /** The bytes that the partner got. */
  body: string | null
  hasAnsweredWell: boolean
}

/**
 * Follows every attempt: none begins under the live lease of another, none before its time, none out
 * of order; what is recorded as acknowledged was acknowledged; and the bytes are always the same.
 */
export const createAttemptOracle = (
  { partners }: Pick<Fixture, 'partners'>,
  nowMs: () => number,
  report: Report,
) => {
  const events = new Map<string, Event>()
  /** When each partner's deliveries were last brought forward, and which partners ever acknowledged. */
  const broughtForwardMs = new Map<number, number>()
  const acknowledging = new Set<number>()
  /** Outcomes that each partner got: never a success and a fail. */
  const outcomes = new Map<string, string>()

  const eventOf = (eventId: string, partnerId: number): Event => {
    const known = events.get(eventId) ?? {
      partnerId,
      attempts: 0,
      claimedMs: null,
      failures: 0,
      failedAttempts: 0,
      failedMs: 0,
      notBeforeMs: 0,
      scheduledMs: 0,
      isEarly: false,
      retryAfterMs: 0,
      body: null,
      hasAnsweredWell: false,
    }
    events.set(eventId, known)
    return known
  }

  /** Whether an event has never been attempted, or its first attempt is under way. */
  const isWaitedFor = (eventId: string | null): boolean => {
    if (eventId === null) return false
    const event = events.get(eventId)
    if (event === undefined) return true
    return event.attempts === 1 && event.claimedMs !== null && nowMs() < event.claimedMs + LEASE_MS
  }

  const onClaimed = (rows: Record<string, any>[]): void => {
    for (const { event_id: eventId, partner_id: partnerId, attempt } of rows) {
      if (eventId === null) continue
      const event = eventOf(eventId, partnerId)
      if (event.claimedMs !== null && nowMs() < event.claimedMs + LEASE_MS)
        report(`attempt ${attempt} of event ${eventId} overlaps another under a live lease`)
      const isBroughtForward = (broughtForwardMs.get(partnerId) ?? -1) >= event.failedMs
      if (nowMs() < event.retryAfterMs || (!isBroughtForward && nowMs() < event.notBeforeMs))
        report(`attempt ${attempt} of event ${eventId} comes before its time`)
      if (attempt !== event.attempts + 1)
        report(`attempt ${attempt} of event ${eventId} follows attempt ${event.attempts}`)
      if (attempt === 1 && isWaitedFor(previousOf(eventId)))
        report(`event ${eventId} is attempted before the event before it`)
      event.attempts = attempt
      event.claimedMs = nowMs()
      event.isEarly = nowMs() < event.scheduledMs
    }
  }

  /** As soon as a partner acknowledges one event, its others need not wait for their time. */
  const onBroughtForward = (rows: Record<string, any>[]): void => {
    for (const { partner_id: partnerId } of rows) {
      if (!acknowledging.has(partnerId))
        report(`events of partner ${partnerId} are brought forward, and it acknowledged none`)
      broughtForwardMs.set(partnerId, nowMs())
    }
  }

  const onRecorded = (values: unknown[]): void => {
    const [partnerIds, eventIds, attempts, outcomesOf, statuses] = values.slice(0, 5).map(listOf)
    const nextDelays = listOf(values[9])
    for (const [index, eventId] of (eventIds ?? []).entries()) {
      const partnerId = Number(partnerIds?.[index])
      const outcome = outcomesOf?.[index] ?? ''
      const event = eventOf(eventId, partnerId)
      const isCurrent = Number(attempts?.[index]) === event.attempts && event.claimedMs !== null
      if (outcome === 'acknowledged') {
        if (!event.hasAnsweredWell)
          report(`event ${eventId} is recorded as acknowledged, and its partner did not`)
        acknowledging.add(partnerId)
      }
      // A late acknowledgement ends the delivery, of any process.
      if (isCurrent || outcome === 'acknowledged') event.claimedMs = null
      if (!isCurrent || outcome === 'acknowledged' || outcome === 'not_sent') continue
      // Of this attempt: an earlier one, whose lease has lapsed, may have got another answer.
      const isAskedLater = statuses?.[index] === TRY_LATER
      fail(event, eventId, { isAskedLater, isGivenUp: nextDelays[index] === 'null' })
    }
  }

  const fail = (
    event: Event,
    eventId: string,
    { isAskedLater, isGivenUp }: { isAskedLater: boolean; isGivenUp: boolean },
  ): void => {
    event.failedMs = nowMs()
    event.failedAttempts += 1
    event.retryAfterMs = isAskedLater ? nowMs() + RETRY_AFTER_SECONDS * 1000 : 0
    if (isGivenUp && event.failedAttempts < ATTEMPTS_MAX)
      report(`event ${eventId} is given up after ${event.failedAttempts} failed attempts`)
    // An attempt that was brought forward leaves the schedule as it was.
    if (event.isEarly && nowMs() < event.scheduledMs) return
    const earliest = EARLIEST_SECONDS[event.failures] ?? Infinity
    event.failures += 1
    event.notBeforeMs = nowMs() + earliest * 1000
    event.scheduledMs = nowMs() + earliest * LATEST_OF_EARLIEST * 1000
  }

  /** Somebody asked for the event again: it starts a new schedule. */
  const sendAgain = (eventId: string): void => {
    const event = events.get(eventId)
    if (!event) return
    const fresh = { claimedMs: null, failures: 0, failedAttempts: 0 }
    Object.assign(event, fresh, { notBeforeMs: 0, scheduledMs: 0, retryAfterMs: 0 })
  }

  return {
    onExecuted(statement: { name: string; values: unknown[] }, rows: Record<string, any>[]): void {
      if (statement.name === 'claim-deliveries') onClaimed(rows)
      if (statement.name === 'record-results') onRecorded(statement.values)
      if (statement.name === 'bring-deliveries-forward') onBroughtForward(rows)
      if (SENDS_AGAIN.test(statement.name)) {
        for (const eventId of statement.values[1] as string[]) sendAgain(eventId)
      }
    },

    onDelivery(_owner: ProcessOwner, { headers, body, partner }: OutboundRequest): void {
      const eventId = headers['x-event-id'] ?? ''
      const event = eventOf(eventId, partner)
      const bytes = Buffer.from(body ?? '')
      const text = bytes.toString('utf8')
      if (event.body !== null && event.body !== text)
        report(`event ${eventId} comes with other bytes than before`)
      event.body = text
      const secrets = partners.filter((one) => one.partnerId === partner)
      const verified = verifySignature({
        body: bytes,
        timestamp: headers['x-timestamp'],
        signature: headers['x-signature'],
        secrets: secrets.map(({ hmacSecret }) => hmacSecret),
        nowSeconds: Number(headers['x-timestamp']),
      })
      if (!verified.ok) report(`the signature of event ${eventId} is refused: ${verified.reason}`)
      const { event: kind } = JSON.parse(text) as { event: string }
      if (kind !== 'payment.success' && kind !== 'payment.fail') return
      const before = outcomes.get(eventId.slice(0, 26))
      if (before !== undefined && before !== kind)
        report(`the payment of event ${eventId} had ${before}, and now ${kind}`)
      outcomes.set(eventId.slice(0, 26), kind)
    },

    onAnswered({ headers, partner }: OutboundRequest, answer: PartnerAnswer): void {
      const event = eventOf(headers['x-event-id'] ?? '', partner)
      event.hasAnsweredWell ||= answer === 'well'
    },
  }
}

/** The elements of an array literal of our own ids, numbers and words. */
const listOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.slice(1, -1).split(',') : []

/** The id of the payment's event before this one; null for the first. */
const previousOf = (eventId: string): string | null => {
  const ordinal = Number.parseInt(eventId.slice(26, 28), 16)
  if (ordinal <= 1) return null
  return `${eventId.slice(0, 26)}${(ordinal - 1).toString(16).padStart(2, '0')}${eventId.slice(28)}`
}
