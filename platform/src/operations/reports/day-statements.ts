/** What one business date (`$1`) had: each statement gives lines of the day's report (W149). */
import { isCounted } from '../../cells/counted.ts'

/** @param leftOut partners that another cell counts. */
type Statement = (leftOut: readonly number[]) => string

/** The transfers of the date, partner by partner, because the index begins with the partner. */
const moved: Statement = (leftOut) => `
  select transfer.*, case when line > 0 then amount else -amount end as net
  from (select partner_id from partners union all select 0) as each
  cross join lateral (
    select * from ledger_transfers
    where partner_id = each.partner_id and business_date = $1::date
  ) as transfer
  where ${isCounted('each.partner_id', leftOut)}`

/**
 * By code, channel, partner and, apart from payments, who held the cash. A transfer that was reversed
 * counts against its code.
 */
export const movements: Statement = (leftOut) => `
  with moved as (${moved(leftOut)}), lines as (
    select code, partner_id, net,
      case
        when credit_kind = 'cash' then credit_owner
        when debit_kind = 'cash' then debit_owner
        else variances.owner
      end as holder
    from moved
    left join variances
      on variance_id = case when moved.code in ('SHORT', 'OVER') then moved.source_id end
  )
  select code as item, channel_id as "channelNumber", partner_id as "partnerNumber",
    case when code <> 'COLLECT' then lines.holder end as holder, count(*)::int as count,
    sum(net)::bigint as amount
  from lines
  left join cash_owners on cash_owners.owner = lines.holder
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4`

export const movedInAll: Statement = (leftOut) => `
  with moved as (${moved(leftOut)})
  select count(*)::int as count, coalesce(sum(net), 0)::bigint as amount from moved`

/** The sums of accounts through the date, with the transfers after the roll-up. */
const sums: Statement = (leftOut) => `
  select kind, owner, business_date, debits, credits from ledger_days
  where business_date <= $1::date and ledger_rolled_up_to() <> '0'
    and ${isCounted('partner_id', leftOut)}
  union all
  select kind, owner, business_date, debits, credits from ledger_tail(null, null)
  where business_date <= $1::date and ${isCounted('partner_id', leftOut)}`

export const cashHeld: Statement = (leftOut) => `
  with held as (
    select owner,
      coalesce(sum(debits - credits) filter (where business_date < $1::date), 0) as opening,
      coalesce(sum(debits) filter (where business_date = $1::date), 0) as received,
      coalesce(sum(credits) filter (where business_date = $1::date), 0) as given
    from (${sums(leftOut)}) as sums
    where kind = 'cash'
    group by owner
  )
  select part.item, channel_id as "channelNumber", null::integer as "partnerNumber",
    held.owner as holder, null::int as count, part.amount::bigint as amount
  from held
  left join cash_owners on cash_owners.owner = held.owner
  cross join lateral (values
    (1, 'opening', opening), (2, 'received', received), (3, 'given', given),
    (4, 'closing', opening + received - given)
  ) as part (place, item, amount)
  where opening <> 0 or received <> 0 or given <> 0
  order by channel_id, held.owner, place`

export const balancesOf: Statement = (leftOut) => `
  select kind as item, null::integer as "channelNumber", null::integer as "partnerNumber",
    null as holder, null::int as count, sum(debits - credits)::bigint as amount
  from (${sums(leftOut)}) as sums
  group by kind
  having sum(debits) <> sum(credits)
  order by kind`

/** By the local time of the count, because a count is not a transfer. */
export const COUNTS = `
  select part.item, shift.channel_id as "channelNumber", null::integer as "partnerNumber",
    'agt_' || shift.agent_id as holder, null::int as count, part.amount
  from ledger_state
  cross join shift_counts counted
  join shifts shift using (shift_id)
  cross join lateral (values
    (1, 'expected', counted.expected), (2, 'counted', counted.counted)
  ) as part (place, item, amount)
  where counted.counted_at >= $1::date::timestamp at time zone time_zone
    and counted.counted_at < ($1::date + 1)::timestamp at time zone time_zone
  order by shift.channel_id, counted.counted_at, part.place`

export const BANK_LINES = `
  select account || ' ' || status as item, null::integer as "channelNumber",
    null::integer as "partnerNumber", null as holder, count(*)::int as count,
    sum(amount)::bigint as amount
  from bank_lines
  where booked_on = $1::date
  group by account, status
  order by account, status`

/** The names of everything that lines name. */
export const NAMES = `
  select 'prt_' || partner_id as id, name from partners
  union all
  select 'chn_' || channel_id, name from channels
  union all
  select 'safe_' || channel_id, name from channels
  union all
  select 'agt_' || agent_id, name from agents`
