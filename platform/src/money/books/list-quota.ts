import type pg from 'pg'

/** 60 list requests in any 60 seconds for each partner, over all its keys and all processes (W124). */
export const LIST_QUOTA = { requests: 60, seconds: 60 }

export type ListQuota = { granted: boolean; remaining: number; resetSeconds: number }

/**
 * Takes one call from the partner's quota. The log of accepted calls is exact across processes,
 * because its row is locked while it is read and written. Calls with future times, from before the
 * database's clock was set back, are dropped.
 */
export const takeListCall = async (pool: pg.Pool, partnerId: number): Promise<ListQuota> => {
  const { rows } = await pool.query<ListQuota>(TAKE_CALL, [
    partnerId,
    LIST_QUOTA.requests,
    LIST_QUOTA.seconds * 1_000_000,
  ])
  if (rows[0] === undefined) throw new Error('the quota of a partner has no row')
  return rows[0]
}

const NOW = `(date_part('epoch', wasl_clock()) * 1000000)::bigint`

// One sub-select sets both columns, so that one moment decides.
const TAKE_CALL = `
  insert into partner_list_quotas as quota (partner_id, accepted_at, granted)
  values ($1, array[${NOW}], true)
  on conflict (partner_id) do update
  set (accepted_at, granted) = (
    select
      case when cardinality(counted.times) < $2::int
        then counted.times || clock.now else counted.times
      end,
      cardinality(counted.times) < $2::int
    from (select ${NOW} as now) as clock
    cross join lateral (
      select coalesce(array_agg(at order by at), '{}') as times
      from unnest(quota.accepted_at) as at
      where at > clock.now - $3::bigint and at <= clock.now
    ) as counted
  )
  returning granted, $2::int - cardinality(accepted_at) as remaining,
    greatest(1, ceil((accepted_at[1] + $3::bigint - ${NOW}) / 1000000.0))::int as "resetSeconds"`
