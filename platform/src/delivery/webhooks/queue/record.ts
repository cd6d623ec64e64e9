import { coalesce } from '../../../base/database/coalesce.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import { plainArray } from '../../../base/database/plain-array.ts'
import { OWE_ECHOES } from '../../echoes/owe.ts'
import type { Outcome } from '../acknowledgement.ts'
import type { SignatureSent } from '../signed-request.ts'
import { pause, wallClock } from '../../../base/chance.ts'

/** The result of one attempt, and what follows from it. */
export type AttemptResult = {
  partnerId: number
  eventId: string
  attempt: number
  outcome: Outcome
  /** The partner's HTTP status, or null without an answer. */
  status: number | null
  durationMs: number
  /** The partner's answer, cut to 1 KiB; null without an answer, and for the usual one. */
  responseBody: string | null
  error: string | null
  /** SHA-256 of the sent bytes, in hexadecimal; null when none were sent. */
  bodySha256: string | null
  /** `X-Timestamp` and `X-Signature` as they were sent; null when nothing was. */
  sent: SignatureSent | null
  /**
   * Until the next attempt; null when no attempt follows (acknowledged, or the schedule is used up). A
   * `not_sent` leaves the schedule unchanged and, with null, the due time too.
   */
  nextDelayMs: number | null
  /** The partner's Retry-After, when the attempt failed. */
  retryAfterMs: number | null
  /**
   * Whether it failed because of the partner, so that an acknowledgement may bring the next one
   * forward.
   */
  isPartnerInTrouble: boolean
}

/** Resolves with whether the payment's next event was waiting for this and may be due now. */
export type RecordResult = (result: AttemptResult) => Promise<boolean>

export const createRecordResult = (connection: Pipeline, apart = connection): RecordResult =>
  coalesce({
    run: (results: AttemptResult[]) => recordResults(connection, results),
    // A delivery that another session holds is recorded apart, and delays no other (W81).
    runApart: (results: AttemptResult[]) => recordResults(apart, results),
    lockOf: ({ eventId }) => eventId,
    batchMax: 500,
    inFlightMax: 1,
    waitingMax: 100_000,
  })

/** Together less than what is left of a lease when its attempt ends. */
const PAUSES_MS = [250, 1_000, 3_000, 6_000]

/**
 * Records a result, and retries while the database is unavailable: a short outage must not lose an
 * acknowledgement. Gives up at once when `isStopping`; the lease then lapses.
 */
export const recordWithRetries = async (
  record: RecordResult,
  result: AttemptResult,
  isStopping: () => boolean,
): Promise<boolean> => {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await record(result)
    } catch (error) {
      if (isStopping()) throw error
      await pause(pauseMs)
    }
  }
  return record(result)
}

/**
 * Two attempts of one delivery can end together, if the lease lapsed during the first one (a
 * machine that slept, a database that was unavailable). The statement uses the one that comes
 * first.
 */
const acknowledgedFirst = (results: AttemptResult[]): AttemptResult[] => {
  const others = results.filter(({ outcome }) => outcome !== 'acknowledged')
  if (others.length === 0 || others.length === results.length) return results
  return [...results.filter(({ outcome }) => outcome === 'acknowledged'), ...others]
}

const recordResults = async (connection: Pipeline, ended: AttemptResult[]): Promise<boolean[]> => {
  const results = acknowledgedFirst(ended)
  const freed = await connection.query({
    name: 'record-results',
    text: RECORD_RESULTS,
    values: [
      plainArray(results.map(({ partnerId }) => partnerId)),
      plainArray(results.map(({ eventId }) => eventId)),
      plainArray(results.map(({ attempt }) => attempt)),
      plainArray(results.map(({ outcome }) => outcome)),
      plainArray(results.map(({ status }) => status)),
      plainArray(results.map(({ durationMs }) => Math.round(durationMs))),
      results.map(({ responseBody }) => responseBody),
      results.map(({ error }) => error),
      plainArray(results.map(({ bodySha256 }) => bodySha256)),
      plainArray(results.map(({ nextDelayMs }) => nextDelayMs)),
      plainArray(results.map(({ retryAfterMs }) => retryAfterMs)),
      plainArray(results.map(({ isPartnerInTrouble }) => isPartnerInTrouble)),
      ...boundsOf(results),
      plainArray(results.map(({ sent }) => sent?.timestamp ?? null)),
      plainArray(results.map(({ sent }) => sent?.signature ?? null)),
    ],
  })
  return results.map(() => freed.length > 0)
}

/** An answer is stored without its text if one of this many earlier attempts had the same text. */
const ALIKE_AMONG = 50

const DAY_MS = 86_400_000

/** Earlier attempts are read this far back, by this machine's clock, which may be wrong by a day. */
const ALIKE_SINCE_MS = 4 * DAY_MS

/**
 * The ids and the time between which all lies that the statement touches. Known before it begins, they
 * spare it the partitions of other months and days.
 */
const boundsOf = (results: AttemptResult[]): [string, string, Date] => {
  const ids = results.map(({ eventId }) => eventId).toSorted()
  return [ids[0] as string, ids.at(-1) as string, new Date(wallClock().getTime() - ALIKE_SINCE_MS)]
}

/**
 * Whether the attempt was brought forward and ended before its scheduled time. If it failed, the
 * delivery waits for that time as if the attempt had not been made.
 */
const IS_EARLY = `(delivery.scheduled_at > (select now from clock)) is true`

const RETRY_AFTER = `(select now from clock) + make_interval(secs => ended.retry_after_ms / 1000.0)`

/**
 * An acknowledgement counts whenever it comes. Any other result counts only while the lease belongs
 * to this attempt: once another process has taken the delivery over, that process decides what is
 * next. Either way the attempt's result is stored.
 */
const RECORD_RESULTS = `
with clock as materialized (select wasl_now() as now), ended as (
  select *
  from unnest(
    $1::int[], $2::uuid[], $3::int[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[],
    $9::text[], $10::bigint[], $11::bigint[], $12::boolean[], $16::bigint[], $17::text[]
  ) as ended (
    partner_id, event_id, attempt, outcome, status, duration_ms, response_body, error, body_sha256,
    next_delay_ms, retry_after_ms, is_partner_in_trouble, sent_timestamp, signature
  )
), results as (
  insert into webhook_attempt_results
    (partner_id, event_id, attempt, finished_at, outcome, status, duration_ms, response_body,
      error, body_sha256, answer_of, sent_timestamp, signature)
  select ended.partner_id, ended.event_id, ended.attempt, (select now from clock), ended.outcome,
    ended.status, ended.duration_ms,
    case when same.attempt is null then ended.response_body end,
    case when same.attempt is null then ended.error end,
    decode(ended.body_sha256, 'hex'), same.attempt, ended.sent_timestamp,
    decode(ended.signature, 'hex')
  from ended
  left join lateral (
    select earlier.attempt
    from webhook_attempt_results earlier
    where earlier.partner_id = ended.partner_id
      and earlier.event_id = ended.event_id
      and earlier.attempt between ended.attempt - ${ALIKE_AMONG} and ended.attempt - 1
      and earlier.finished_at > (select now from clock) - interval '3 days'
      and earlier.finished_at > $15::timestamptz
      and earlier.answer_of is null
      and earlier.error = ended.error
      and earlier.response_body is not distinct from ended.response_body
    limit 1
  ) as same on ended.error is not null
), recorded as (
  update webhook_deliveries delivery
  set leased_until = null,
    step = delivery.step
      + case when ended.outcome = 'not_sent' or ${IS_EARLY} then 0 else 1 end,
    due_at = case ended.outcome
      when 'acknowledged' then null
      when 'not_sent' then coalesce(
        (select now from clock) + make_interval(secs => ended.next_delay_ms / 1000.0),
        delivery.due_at
      )
      else case
        when ${IS_EARLY} then greatest(delivery.scheduled_at, ${RETRY_AFTER})
        else (select now from clock) + make_interval(secs => ended.next_delay_ms / 1000.0)
      end
    end,
    scheduled_at = case
      when ended.outcome = 'not_sent' then delivery.scheduled_at
      when ended.outcome <> 'acknowledged' and ${IS_EARLY}
        then greatest(delivery.scheduled_at, ${RETRY_AFTER})
    end,
    retry_from = case
      when ended.outcome = 'not_sent' then delivery.retry_from
      when ended.is_partner_in_trouble and ended.next_delay_ms is not null and not ${IS_EARLY}
        then coalesce(${RETRY_AFTER}, (select now from clock))
    end,
    delivered_at = case
      when ended.outcome = 'acknowledged' then coalesce(delivery.delivered_at, (select now from clock))
      else delivery.delivered_at
    end,
    failed_at = case
      when ended.outcome not in ('acknowledged', 'not_sent') and ended.next_delay_ms is null
        and not ${IS_EARLY}
        then (select now from clock)
    end
  from ended
  where delivery.partner_id = ended.partner_id
    and delivery.event_id = ended.event_id
    and delivery.event_id between $13::uuid and $14::uuid
    and (ended.outcome = 'acknowledged'
      or (delivery.leased_until is not null and delivery.attempts = ended.attempt))
  returning delivery.partner_id, delivery.event_id, ended.outcome
), echoes as (
  ${OWE_ECHOES}
)
select from recorded
join webhook_deliveries next
  on next.partner_id = recorded.partner_id
  and next.event_id = event_id_of(recorded.event_id, event_ordinal(recorded.event_id) + 1)
where next.event_id between $13::uuid and event_id_of($14::uuid, 255)
  and next.due_at is not null and next.attempts = 0
limit 1
`
