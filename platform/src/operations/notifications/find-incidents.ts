import type pg from 'pg'
import { readBooks } from '../metrics/ledger-gauges.ts'
import { UNCLOSED_SECONDS } from '../system/conditions.ts'
import type { Finding } from './incident.ts'

/** Rows read of one partner: a partner that is down for hours has many more. */
const ROWS_MAX = 1_000

/** Failed lookups of this hour and the one before, before anybody is told. */
const LOOKUPS_MIN = 5

/** A lookup that failed within this time means that lookups fail now. */
const FAILING_WITHIN = `interval '5 minutes'`

/** Without a lookup that failed for this long, and with one that succeeded since, they work again. */
const QUIET_AFTER = `interval '10 minutes'`

/** Nobody asked for this long: nothing fails, whatever the partner would answer. */
const FORGOTTEN_AFTER = `interval '2 hours'`

/** Canaries that failed in a row, before anybody is told: a partner that restarts is not an incident. */
const CANARIES_MIN = 3

/** Attempts of one event that failed: six minutes after the first. */
const STEPS_MIN = 3

/** Deliveries given up within this time of each other are one incident. */
const EXHAUSTED_WITHIN = `interval '24 hours'`

/** Everything that is wrong at this moment, whether or not it is bad enough to be told. */
export const findIncidents = async (tx: pg.ClientBase | pg.Pool): Promise<Finding[]> => {
  const { rows: partners } = await tx.query<Finding>(OF_PARTNERS)
  const { rows: checks } = await tx.query<Finding>(OF_CHECKS)
  const unclosed = (await readBooks(tx))?.unclosed_seconds ?? 0
  return [...partners, ...checks, ...dayOpen(unclosed)]
}

const HOUR_SECONDS = 3_600

const dayOpen = (seconds: number): Finding[] =>
  seconds > 0
    ? [
        {
          partnerId: 0,
          kind: 'day-open',
          begins: seconds > UNCLOSED_SECONDS,
          facts: { count: Math.floor(seconds / HOUR_SECONDS), detail: null },
        },
      ]
    : []

/** Reads only rows that wait or failed, by indexes that contain no other rows. */
const OF_PARTNERS = `
with clock as materialized (select wasl_now() as now), failed as (
  select partner_id,
    sum(count) filter (where hour >= date_trunc('hour', now) - interval '1 hour')::int as count,
    max(last_at) as last_at,
    (array_agg(explanation order by last_at desc))[1] as explanation
  from clock
  join lookup_failures on hour >= date_trunc('hour', now) - interval '3 hours'
  group by partner_id
), asked as (
  select partner_id, sum(partner_calls.failed)::int as failed,
    sum((select sum(part) from unnest(answered) as part))::int as answered
  from clock
  join partner_calls on hour >= date_trunc('hour', now) - interval '1 hour'
  where call = 'lookup'
  group by partner_id
), lookups as (
  select failed.partner_id, 'lookups-fail' as kind,
    failed.last_at > now - ${FAILING_WITHIN} and failed.count >= ${LOOKUPS_MIN}
      and (coalesce(asked.failed >= asked.answered, true) or last_opened is null
        or last_opened < now - ${FAILING_WITHIN}) as begins,
    failed.count, explanation as detail
  from clock
  cross join failed
  left join asked using (partner_id)
  cross join lateral (
    select max(opened_at) as last_opened
    from (
      select opened_at, qr_token
      from payments
      where partner_id = failed.partner_id
      order by payment_id desc
      limit 100
    ) as newest
    where qr_token is null
  ) as payment
  where failed.last_at > now - ${FORGOTTEN_AFTER}
    and (failed.last_at > now - ${QUIET_AFTER}
      or last_opened is null or last_opened < failed.last_at)
), canaries as (
  select partner_id, 'canary-fails' as kind, failures >= ${CANARIES_MIN} as begins,
    failures as count, problem as detail
  from partner_canaries
  join partners using (partner_id)
  where failures > 0 and partners.state = 'live' and partners.status = 'active'
), waiting as (
  select partner_id, 'webhooks-fail' as kind, max(step) >= ${STEPS_MIN} as begins,
    count(*)::int as count, null as detail
  from partners
  cross join lateral (
    select step
    from webhook_deliveries
    where partner_id = partners.partner_id and due_at is not null
    order by due_at desc
    limit ${ROWS_MAX}
  ) as latest
  where step > 0
  group by partner_id
), exhausted as (
  select partner_id, 'deliveries-exhausted' as kind, true as begins, count(*)::int as count,
    null as detail
  from clock
  cross join partners
  cross join lateral (
    select from webhook_deliveries
    where partner_id = partners.partner_id and failed_at > now - ${EXHAUSTED_WITHIN}
      and delivered_at is null
    limit ${ROWS_MAX}
  ) as given_up
  group by partner_id
)
select partner_id as "partnerId", kind, begins,
  json_build_object('count', coalesce(count, 0), 'detail', detail) as facts
from (
  select * from lookups union all select * from canaries union all select * from waiting union all select * from exhausted
) as found`

/** A run that could not ask every check says nothing new. */
const OF_CHECKS = `
select 0 as "partnerId", 'integrity-violated' as kind, true as begins,
  json_build_object('count', (
    select count(*) from jsonb_array_elements(items) as item where item ->> 'result' = 'violated'
  ), 'detail', (
    select string_agg(item ->> 'name', ', ') from jsonb_array_elements(items) as item
    where item ->> 'result' = 'violated'
  )) as facts
from (
  select result, items from integrity_runs
  where result in ('holds', 'violated')
  order by run_id desc
  limit 1
) as last
where result = 'violated'`
