import { isId } from '../../../base/database/id-range.ts'
import { oweEchoes } from '../../echoes/owe.ts'

/**
 * Whether the attempt was brought forward and ended before its scheduled time. If it failed, the
 * delivery waits for that time as if the attempt had not been made.
 */
const IS_EARLY = `(delivery.scheduled_at > (select now from clock)) is true`

const RETRY_AFTER = `(select now from clock) + make_interval(secs => ended.retry_after_ms / 1000.0)`

/** SQL for whether an id is between those of the statement. */
const isWithin = (id: string, last = '$17::uuid'): string => `${id} between $16::uuid and ${last}`

/** SQL for the id of the payment's event after that of `recorded`. */
const NEXT_EVENT = 'event_id_of(recorded.event_id, event_ordinal(recorded.event_id) + 1)'

/** An answer is stored without its text if one of this many earlier attempts had the same text. */
const ALIKE_AMONG = 50

/**
 * An acknowledgement counts whenever it comes. Any other result counts only while the lease belongs
 * to this attempt: once another process has taken the delivery over, that process decides what is
 * next. Either way the attempt's result is stored.
 *
 * Its parameters are columns with a value for each result; then the time since which earlier results are
 * read, the id of the lowest event's payment, and the highest event id. It returns a row when a payment's
 * next event waited for one of these.
 */
export const RECORD_RESULTS = `
with clock as materialized (select wasl_now() as now), ended as (
  select *
  from unnest(
    $1::int[], $2::uuid[], $3::int[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[],
    $9::text[], $10::bigint[], $11::bigint[], $12::boolean[], $13::bigint[], $14::text[]
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
      -- Not a bound of the column: partitions are left out by the parameter alone (W280).
      and earlier.finished_at + interval '3 days' > (select now from clock)
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
    and ${isId('delivery.event_id', 'ended.event_id')}
    and ${isWithin('delivery.event_id')}
    and (ended.outcome = 'acknowledged'
      or (delivery.leased_until is not null and delivery.attempts = ended.attempt))
  returning delivery.partner_id, delivery.event_id, ended.outcome
), echoes as (
  ${oweEchoes(isWithin)}
)
select from recorded
join webhook_deliveries next
  on next.partner_id = recorded.partner_id
  and ${isId('next.event_id', NEXT_EVENT)}
where ${isWithin('next.event_id', 'event_id_of($17::uuid, 255)')}
  and next.due_at is not null and next.attempts = 0
limit 1
`
