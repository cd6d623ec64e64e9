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

/** What must always be true of deliveries and attempts (I5 to I7). */
export const WEBHOOK_INTEGRITY: Record<string, string> = {
  'I5: no delivery is overdue with a lapsed lease': `
    select partner_id, event_id, leased_until, attempts
    from webhook_deliveries
    where leased_until < wasl_now() - interval ':grace seconds'`,

  'I6: every event is delivered, pending or visibly failed': `
    select event.partner_id, event.event_id, event.kind, due_at, delivered_at, failed_at
    from webhook_events event
    left join webhook_deliveries delivery using (partner_id, event_id)
    where delivery.event_id is null
      or num_nonnulls(delivery.due_at, delivery.delivered_at, delivery.failed_at) = 0`,

  'I6: delivered means an attempt answered with 200 and success: true': `
    select partner_id, event_id, delivered_at
    from webhook_deliveries delivery
    where delivered_at is not null and ${HAS_ITS_ATTEMPTS} and not exists (
      select from webhook_attempt_results result
      join webhook_attempts made using (partner_id, event_id, attempt)
      where result.partner_id = delivery.partner_id
        and result.event_id = delivery.event_id
        and result.outcome = 'acknowledged'
        and result.status = 200
        -- Null is {"success":true} to the byte.
        and coalesce(result.response_body, '{"success":true}') ~ '"success"\\s*:\\s*true'
    )`,

  'I6: as many attempts are on record as the delivery counts, and every result has its attempt': `
    select partner_id, event_id, attempts
    from webhook_deliveries delivery
    where ${HAS_ITS_ATTEMPTS} and (attempts <> (
      select count(*) from webhook_attempts
      where partner_id = delivery.partner_id and event_id = delivery.event_id
    ) or exists (
      select from webhook_attempt_results result
      where result.partner_id = delivery.partner_id
        and result.event_id = delivery.event_id
        and not exists (
          select from webhook_attempts made
          where made.partner_id = result.partner_id
            and made.event_id = result.event_id
            and made.attempt = result.attempt
        )
    ))`,

  'I7: all attempts of an event carried the body that is stored': `
    select partner_id, event_id, attempt
    from webhook_attempt_results
    join webhook_events event using (partner_id, event_id)
    where body_sha256 is distinct from
      case when outcome <> 'not_sent' then sha256(convert_to(event.body, 'UTF8')) end`,
}
