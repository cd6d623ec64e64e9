import type pg from 'pg'
import { isHere } from '../../base/database/fenced.ts'
import { THE_PLATFORM_ITSELF } from './own-call.ts'

export type CountedCalls = { call: string; good: number; failed: number }

export type WorstCalls = CountedCalls & { partnerId: number; name: string }

/** `from`: the beginning of the hour, ISO 8601. */
export type CallsOfHour = CountedCalls & { from: string }

export type Levels = {
  since: Date
  at: Date
  calls: CountedCalls[]
  hours: CallsOfHour[]
  worst: WorstCalls[]
}

/** As many as a person acts on. */
export const WORST_MAX = 10

const SUMS = `
  sum((select sum(part) from unnest(answered) as part))::int as good, sum(failed)::int as failed`

/** The month in the operator's time zone, to the hour. */
const MONTH = `
  select now, date_trunc('month', now at time zone time_zone) at time zone time_zone as since
  from (select wasl_now() as now) as clock, ledger_state`

/** What was counted this month: of one partner, or of all and of the platform itself. */
export const readLevels = async (pool: pg.Pool, partnerId: number | null): Promise<Levels> => {
  const { rows } = await pool.query<Levels>(
    `with month as materialized (${MONTH}), counted as materialized (
      select partner_id, call, hour, ${SUMS}
      from partner_calls, month
      where hour >= since and call <> 'webhook' and ($1::integer is null or partner_id = $1)
        and ${isHere('partner_id')}
      group by grouping sets ((partner_id, call), (hour, call))
    )
    select since, now as at,
      coalesce((
        select json_agg(each)
        from (
          select call, sum(good)::int as good, sum(failed)::int as failed
          from counted
          where hour is not null
          group by call
        ) as each
      ), '[]') as calls,
      coalesce((
        select json_agg(each)
        from (
          select call, good, failed, to_json(hour) #>> '{}' as from
          from counted
          where hour is not null and failed > 0
        ) as each
      ), '[]') as hours,
      coalesce((
        select json_agg(each)
        from (
          select call, good, failed, partner_id as "partnerId", name
          from counted
          join partners using (partner_id)
          where failed > 0 and partner_id <> ${THE_PLATFORM_ITSELF}
          order by failed desc, partner_id
          limit ${WORST_MAX}
        ) as each
      ), '[]') as worst
    from month`,
    [partnerId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database has no time zone')
  return row
}
