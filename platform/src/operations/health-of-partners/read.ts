import type pg from 'pg'
import type { OwnHealth } from '@wasl/protocol'
import { standingBody } from './standing-body.ts'
import { readStanding } from './standing.ts'

/** The newest payments and events that are read; a large partner makes more within a day. */
const ROWS_MAX = 5_000

export type HealthHour = {
  from: string
  lookups: number
  lookupFailures: number
  lookupMs50: number | null
  lookupMs95: number | null
  attempts: number
  acknowledged: number
  attemptMs50: number | null
  attemptMs95: number | null
}

export type LookupFailure = { code: string; count: number; explanation: string; lastAt: string }

type HourlyHealth = {
  /** Earlier hours were not read whole. */
  completeSince: string
  hours: HealthHour[]
  failures: LookupFailure[]
}

/**
 * How a partner does now, and its lookups and webhooks of the last hours, the oldest first (W154). Null when
 * no partner has this number. Portal and console both read this.
 */
export const readHealth = async (
  db: pg.Pool,
  partnerId: number,
  hours: number,
): Promise<OwnHealth | null> => {
  const standing = await readStanding(db, partnerId)
  if (standing === null) return null
  const { rows } = await db.query<HourlyHealth>(READ_HEALTH, [partnerId, hours])
  return { now: standingBody(standing), ...(rows[0] as HourlyHealth) }
}

const P = (share: number, column: string): string =>
  `round(percentile_cont(${share}) within group (order by ${column}))::int`

/** Reads the newest rows from the indexes of the partner, so that its size does not matter. */
const READ_HEALTH = `
with clock as materialized (
  select now, date_trunc('hour', now) - make_interval(hours => $2 - 1) as since
  from (select wasl_now() as now) as n
), hours as (
  select generate_series(since, now, interval '1 hour') as hour from clock
), newest_payments as (
  select payment_id, opened_at, lookup_ms
  from payments
  where partner_id = $1 and qr_token is null
  order by payment_id desc
  limit ${ROWS_MAX}
), looked as (
  select date_trunc('hour', opened_at) as hour, count(*)::int as count,
    ${P(0.5, 'lookup_ms')} as p50, ${P(0.95, 'lookup_ms')} as p95
  from newest_payments, clock
  where opened_at >= since
  group by 1
), failed as (
  select hour, sum(count)::int as count
  from lookup_failures, clock
  where partner_id = $1 and hour >= since
  group by 1
), newest_events as (
  select event_id, created_at
  from webhook_events
  where partner_id = $1
  order by event_id desc
  limit ${ROWS_MAX}
), tried as (
  select date_trunc('hour', result.finished_at) as hour, count(*)::int as count,
    count(*) filter (where result.outcome = 'acknowledged')::int as acknowledged,
    ${P(0.5, 'result.duration_ms')} as p50, ${P(0.95, 'result.duration_ms')} as p95
  from clock
  cross join newest_events event
  join webhook_attempt_results result
    on result.partner_id = $1 and result.event_id = event.event_id
  where result.finished_at >= since
  group by 1
)
select
  wire_time(greatest(since,
    (select case when count(*) = ${ROWS_MAX} then min(opened_at) end from newest_payments),
    (select case when count(*) = ${ROWS_MAX} then min(created_at) end from newest_events)
  )) as "completeSince",
  (
    select json_agg(json_build_object(
      'from', wire_time(hour),
      'lookups', coalesce(looked.count, 0) + coalesce(failed.count, 0),
      'lookupFailures', coalesce(failed.count, 0),
      'lookupMs50', looked.p50, 'lookupMs95', looked.p95,
      'attempts', coalesce(tried.count, 0), 'acknowledged', coalesce(tried.acknowledged, 0),
      'attemptMs50', tried.p50, 'attemptMs95', tried.p95
    ) order by hour)
    from hours
    left join looked using (hour)
    left join failed using (hour)
    left join tried using (hour)
  ) as hours,
  coalesce((
    select json_agg(json_build_object('code', code, 'count', count, 'explanation', explanation,
      'lastAt', wire_time(last_at)) order by last_at desc)
    from (
      select code, sum(count)::int as count, max(last_at) as last_at,
        (array_agg(explanation order by last_at desc))[1] as explanation
      from lookup_failures
      where partner_id = $1 and hour >= since
      group by code
    ) as kinds
  ), '[]') as failures
from clock`
