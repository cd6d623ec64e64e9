/**
 * Whether a partner answers as it should: the one rule for the overview, the list of partners, a partner's
 * own page and its portal (W205).
 */
import type pg from 'pg'

/** What waits for a partner, and since when. */
export type PartnerStanding = {
  partnerId: number
  name: string
  /** Deliveries that wait for their next attempt, and those that were given up in the last 7 days. */
  waiting: number
  givenUp: number
  since: Date | null
  nextAttemptAt: Date | null
  /** Of this hour and the one before. */
  lookups: { answered: number; failed: number }
}

const FAILING_MAX = 20

/** No more are counted: a count of millions takes long. */
const COUNTED_MAX = 10_000

/** Something waits or was given up lately, or lookups fail. */
export const isFailing = ({ waiting, givenUp, lookups }: PartnerStanding): boolean =>
  waiting > 0 || givenUp > 0 || lookups.failed > 0

/** The partners that fail, the worst first. */
export const readFailing = async (pool: pg.Pool): Promise<PartnerStanding[]> => {
  const standings = await readStandings(pool, null)
  return standings.filter(isFailing).slice(0, FAILING_MAX)
}

/** How these partners do, or all of them for null; the worst first. */
export const readStandings = async (
  pool: pg.Pool,
  partnerIds: readonly number[] | null,
): Promise<PartnerStanding[]> => {
  const { rows } = await pool.query<PartnerStanding>(STANDINGS, [partnerIds])
  return rows
}

/** How one partner does. */
export const readStanding = async (
  pool: pg.Pool,
  partnerId: number,
): Promise<PartnerStanding | null> => (await readStandings(pool, [partnerId]))[0] ?? null

const STANDINGS = `
with clock as materialized (select wasl_now() as now), asked_for as materialized (
  select partner_id, name
  from partners
  where $1::int[] is null or partner_id = any($1)
), waiting as (
  select p.partner_id, count(*)::int as waiting, min(event_id::text)::uuid as oldest,
    min(due_at) as next_at
  from asked_for p
  cross join lateral (
    select event_id, due_at
    from webhook_deliveries
    where partner_id = p.partner_id and due_at is not null and step > 0
    limit ${COUNTED_MAX}
  ) as retried
  group by p.partner_id
), given_up as (
  select p.partner_id, count(*)::int as given_up, min(event_id::text)::uuid as oldest
  from clock
  cross join asked_for p
  cross join lateral (
    select event_id
    from webhook_deliveries
    where partner_id = p.partner_id and failed_at > now - interval '7 days'
      and delivered_at is null
    limit ${COUNTED_MAX}
  ) as failed
  group by p.partner_id
), asked as (
  select partner_id, sum(failed)::int as failed,
    sum((select sum(count) from unnest(answered) as count))::int as answered,
    min(hour) filter (where failed > 0) as since
  from partner_calls
  where call = 'lookup' and partner_id in (select partner_id from asked_for)
    and hour >= date_trunc('hour', wasl_now()) - interval '1 hour'
  group by partner_id
)
select partner.partner_id as "partnerId", name, coalesce(waiting.waiting, 0) as waiting,
  coalesce(given_up.given_up, 0) as "givenUp", waiting.next_at as "nextAttemptAt",
  least(
    (select created_at from webhook_events
      where partner_id = partner.partner_id and event_id = waiting.oldest),
    (select created_at from webhook_events
      where partner_id = partner.partner_id and event_id = given_up.oldest),
    asked.since
  ) as since,
  json_build_object(
    'answered', coalesce(asked.answered, 0), 'failed', coalesce(asked.failed, 0)
  ) as lookups
from asked_for partner
left join waiting using (partner_id)
left join given_up using (partner_id)
left join asked using (partner_id)
order by coalesce(waiting.waiting, 0) desc, coalesce(asked.failed, 0) desc,
  coalesce(given_up.given_up, 0) desc, partner.partner_id`
