import { inRange } from './ranges.ts'

/**
 * Attempts are dropped by day, before the deliveries that they belong to (W96). An attempt is never
 * older than its event's id, so the deliveries from the first day that is kept have all of theirs.
 */
const HAS_ITS_ATTEMPTS = `id_time(delivery.event_id) >= (
      select coalesce(
        least(
          min(right(relname, 8))::date::timestamp at time zone 'UTC',
          (select date_trunc('day', min(started_at), 'UTC') from webhook_attempts_other),
          (select date_trunc('day', min(finished_at), 'UTC') from webhook_attempt_results_other)
        ),
        '-infinity'
      )
      from pg_class
      where relname ~ '^webhook_attempts_[0-9]{8}$'
    )`

/** The attempts of an event of this range that were made when nearly all are. They are not many more. */
const soon = (at: string): string =>
  `${at} >= ':since'::timestamptz and ${at} < ':soon'::timestamptz`

const ACKNOWLEDGED = `result.outcome = 'acknowledged' and result.status = 200
  -- Null is {"success":true} to the byte.
  and (response_body is null or response_body ~ '"success"\\s*:\\s*true')`

/** What must always be true of deliveries and attempts (I5 to I7). */
export const WEBHOOK_INTEGRITY: Record<string, string> = {
  'I5: no delivery is overdue with a lapsed lease': `
    select partner_id, event_id, leased_until, attempts
    from webhook_deliveries
    where leased_until < wasl_now() - interval ':grace seconds'`,

  'I6: every event is delivered, pending or visibly failed': `
    select event.partner_id, event.event_id, event.kind, due_at, delivered_at, failed_at
    from webhook_events event
    left join webhook_deliveries delivery
      on delivery.partner_id = event.partner_id and delivery.event_id = event.event_id
      and ${inRange('delivery.event_id')}
    where ${inRange('event.event_id')} and (delivery.event_id is null
      or num_nonnulls(delivery.due_at, delivery.delivered_at, delivery.failed_at) = 0)`,

  'I6: delivered means an attempt answered with 200 and success: true': `
    select delivery.partner_id, delivery.event_id, delivered_at
    from webhook_deliveries delivery
    -- An event that is found twice is no violation: nothing is gained by making the rows distinct, which took
    -- three quarters of an hour over 1.4 million of them.
    left join (
      select partner_id, event_id
      from webhook_attempt_results result
      where ${soon('finished_at')} and ${inRange('event_id')} and ${ACKNOWLEDGED}
    ) as soon using (partner_id, event_id)
    where ${inRange('delivery.event_id')} and delivered_at is not null and ${HAS_ITS_ATTEMPTS}
      -- Nearly all were acknowledged soon, and found at once; the others are looked up one by one.
      and case when soon.event_id is not null then false else not exists (
        select from webhook_attempt_results result
        join webhook_attempts made using (partner_id, event_id, attempt)
        where result.partner_id = delivery.partner_id
          and result.event_id = delivery.event_id
          and ${ACKNOWLEDGED}
      ) end`,

  'I6: as many attempts are on record as the delivery counts, and every result has its attempt': `
    select delivery.partner_id, delivery.event_id, attempts
    from webhook_deliveries delivery
    left join (
      select partner_id, event_id, count(*) as made
      from webhook_attempts
      where ${soon('started_at')} and ${inRange('event_id')}
      group by partner_id, event_id
    ) as soon using (partner_id, event_id)
    where ${inRange('delivery.event_id')} and ${HAS_ITS_ATTEMPTS}
      and case when attempts = coalesce(soon.made, 0) then false
        else attempts <> (
          select count(*) from webhook_attempts
          where partner_id = delivery.partner_id and event_id = delivery.event_id
        ) end
    union all
    select result.partner_id, result.event_id, result.attempt
    from webhook_attempt_results result
    left join webhook_attempts made
      on made.partner_id = result.partner_id and made.event_id = result.event_id
      and made.attempt = result.attempt
      and made.started_at >= ':since'::timestamptz - interval '1 day'
      and made.started_at < ':until'::timestamptz
    where result.finished_at >= ':since'::timestamptz and result.finished_at < ':until'::timestamptz
      and case when made.event_id is not null then false else not exists (
        select from webhook_attempts early
        where early.partner_id = result.partner_id
          and early.event_id = result.event_id
          and early.attempt = result.attempt
      ) end`,

  'I7: all attempts of an event carried the body that is stored': `
    select result.partner_id, result.event_id, attempt
    from webhook_attempt_results result
    cross join lateral (
      select body
      from webhook_events event
      where event.partner_id = result.partner_id and event.event_id = result.event_id
      -- By its key: the bodies of all other events need not be read.
      offset 0
    ) as event
    where finished_at >= ':since'::timestamptz and finished_at < ':until'::timestamptz
      and body_sha256 is distinct from
        case when outcome <> 'not_sent' then sha256(convert_to(event.body, 'UTF8')) end`,
}
