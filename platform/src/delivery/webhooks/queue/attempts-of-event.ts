import { ACKNOWLEDGEMENT } from '../acknowledgement.ts'

/** How many attempts of an event an answer shows by default: five whole schedules (D14). */
export const ATTEMPTS_SHOWN = 50

/**
 * The newest attempts of the event `event`, each with its result, as a subquery: at most `limit`,
 * with numbers below `before`; both are SQL. An event may be sent again any number of times. An
 * attempt has no result while it is under way, and never gets one if its process died.
 */
export const attemptsOfEvent = (limit: string, before = 'null::int'): string => `
  select made.attempt, made.started_at, result.finished_at, result.outcome, result.status,
    result.duration_ms,
    coalesce(
      result.response_body,
      said.response_body,
      case when result.outcome = 'acknowledged' then '${ACKNOWLEDGEMENT}' end
    ) as response_body,
    coalesce(result.error, said.error) as error, result.sent_timestamp,
    encode(result.signature, 'hex') as signature
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
  left join lateral (
    select earlier.response_body, earlier.error
    from webhook_attempt_results earlier
    where earlier.partner_id = made.partner_id
      and earlier.event_id = made.event_id
      and earlier.attempt = result.answer_of
    limit 1
  ) as said on result.answer_of is not null
  where made.partner_id = event.partner_id and made.event_id = event.event_id
    and (${before} is null or made.attempt < ${before})
  order by made.attempt desc
  limit ${limit}`
