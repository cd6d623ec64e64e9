import type { Centimes, ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import { movedOn } from './sum-days.ts'

/** Sums are centimes. */
export type MoneyDay = {
  date: string
  channelKind: ChannelKind
  collected: Centimes
  payments: number
  refunded: Centimes
  refunds: number
}

/**
 * What was collected and refunded on business dates, by kind of channel. Sealed dates come from their
 * sums; the few later ones are added up.
 */
export const readMoneyDays = async (
  pool: pg.Pool,
  { from, to, partnerId }: { from: string; to: string; partnerId: number | null },
): Promise<MoneyDay[]> => {
  const { rows } = await pool.query<MoneyDay>(MONEY_DAYS, [from, to, partnerId])
  return rows
}

/**
 * SQL: the tables `summed`, `later` and `parts`: what moved on these dates, by partner and kind of channel.
 * Sealed dates come from their sums.
 */
export const movedInDays = (from: string, to: string, partner: string): string => `
summed as materialized (
  select coalesce(max(business_date), '-infinity') as through from money_days
), later as (
  select date::date as day
  from summed, generate_series(greatest(${from}, summed.through + 1), ${to}, '1 day') as date
  where summed.through > '-infinity'
  union
  select date::date
  from summed, generate_series(${from}, ${to}, '1 day') as date
  where summed.through = '-infinity'
), parts as (
  select partner_id, business_date, channel_kind, collected, payments, refunded, refunds
  from money_days
  where business_date between ${from} and ${to} and partner_id > 0
    and (${partner} is null or partner_id = ${partner})
  union all
  select partner_id, business_date, channel_kind, case code when 'COLLECT' then amount else 0 end,
    case code when 'COLLECT' then 1 else 0 end, case code when 'REFUND' then amount else 0 end,
    case code when 'REFUND' then 1 else 0 end
  from later
  cross join lateral (${movedOn('later.day')}) as moved
  where ${partner} is null or partner_id = ${partner}
)`

const MONEY_DAYS = `
with ${movedInDays('$1::date', '$2::date', '$3::int')}
select business_date::text as date, channel_kind as "channelKind",
  sum(collected)::bigint as collected, sum(payments)::bigint as payments,
  sum(refunded)::bigint as refunded, sum(refunds)::bigint as refunds
from parts
group by business_date, channel_kind
order by business_date, channel_kind`

export type MoneyHour = {
  date: string
  hour: number
  channelKind: ChannelKind
  /** Whether it was at this time of day or before. */
  isByNow: boolean
  collected: Centimes
  payments: number
  refunded: Centimes
  refunds: number
}

export type Today = {
  now: Date
  timeZone: string
  today: string
  yesterday: string
  lastWeek: string
  hours: MoneyHour[]
}

/** Today, yesterday and the same day last week, by local hour and kind of channel. */
export const readToday = async (pool: pg.Pool): Promise<Today> => {
  const { rows } = await pool.query<Today>(TODAY)
  return rows[0] as Today
}

const TODAY = `
with clock as materialized (
  select now, time_zone, greatest((now at time zone time_zone)::date, open_day) as today,
    (now at time zone time_zone)::time as time
  from (select wasl_now() as now) as present, ledger_state
), hours as (
  select moved.business_date::text as date,
    extract(hour from moved.at at time zone time_zone)::int as hour, channel_kind,
    (moved.at at time zone time_zone)::time <= time as is_by_now,
    coalesce(sum(amount) filter (where code = 'COLLECT'), 0)::bigint as collected,
    count(*) filter (where code = 'COLLECT') as payments,
    coalesce(sum(amount) filter (where code = 'REFUND'), 0)::bigint as refunded,
    count(*) filter (where code = 'REFUND') as refunds
  from clock
  cross join unnest(array[today, today - 1, today - 7]) as asked (day)
  cross join lateral (${movedOn('asked.day')}) as moved
  group by 1, 2, 3, 4
)
select now, time_zone as "timeZone", today::text, (today - 1)::text as yesterday,
  (today - 7)::text as "lastWeek", coalesce((
    select json_agg(json_build_object('date', date, 'hour', hour, 'channelKind', channel_kind,
      'isByNow', is_by_now, 'collected', collected, 'payments', payments, 'refunded', refunded,
      'refunds', refunds) order by date, hour, channel_kind, is_by_now)
    from hours
  ), '[]') as hours
from clock`
