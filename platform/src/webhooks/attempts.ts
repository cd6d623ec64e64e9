/** As many attempts as an answer shows of an event unless asked for more: five whole schedules (D14). */
export const ATTEMPTS_SHOWN = 50

/**
 * The newest attempts of the event `event`, each with its result, as a subquery: as many as `limit`
 * says, of those before the one whose number is `before`; both are SQL. An event may be sent again as
 * often as somebody likes. An attempt has no result while it is under way, and never gets one when
 * its process died.
 */
export const attemptsOfEvent = (limit: string, before = 'null::int'): string => `
  select made.attempt, made.started_at, result.finished_at, result.outcome, result.status,
    result.duration_ms, result.response_body, result.error
  from webhook_attempts made
  left join lateral (
    select *
    from webhook_attempt_results ended
    where ended.partner_id = made.partner_id
      and ended.event_id = made.event_id
      and ended.attempt = made.attempt
    order by ended.finished_at desc
    limit 1
  ) as result on true
  where made.partner_id = event.partner_id and made.event_id = event.event_id
    and (${before} is null or made.attempt < ${before})
  order by made.attempt desc
  limit ${limit}`
