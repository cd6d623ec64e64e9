import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { NO_COPY } from '../../base/database/copies.ts'

/** No more are counted: a count of millions takes long. */
const COUNTED_MAX = 10_000

export const DUE_KINDS = [
  'deposit',
  'handover',
  'shift',
  'variance',
  'case',
  'statement',
  'delivery',
] as const

/** Something that waits for a person, or for a partner. */
export type DueItem = {
  kind: (typeof DUE_KINDS)[number]
  id: string
  /** Of whom or where: a partner's or channel's name. */
  name: string
  label: string | null
  /** Centimes. */
  amount: Centimes | null
  since: Date
}

const DUE_MAX = 3

/** What waits longest, a few of each kind, the oldest first. */
export const readOldestDue = async (pool: pg.Pool): Promise<DueItem[]> => {
  const { rows } = await pool.query<DueItem>(OLDEST_DUE)
  return rows
}

const due = (kind: DueItem['kind'], columns: string, from: string, order: string): string =>
  `(select '${kind}' as kind, ${columns} from ${from} order by ${order} limit ${DUE_MAX})`

const OLDEST_DUE = `
select kind, id::text as id, name, label, amount, since
from (
  ${due(
    'deposit',
    'deposit_id as id, name, coalesce(slip, bag) as label, amount, bagged_at as since',
    `deposits join channels using (channel_id) where deposits.status <> 'banked'`,
    'deposit_id',
  )}
  union all
  ${due(
    'handover',
    'handover_id, name, from_owner, amount, offered_at',
    `handovers join channels using (channel_id)
      where handovers.status = 'offered' and offered_at > wasl_now() - interval '60 days'`,
    'handover_id',
  )}
  union all
  ${due(
    'shift',
    'shift_id, channels.name, agents.name, null::bigint, opened_at',
    `shifts join agents using (agent_id) join channels on channels.channel_id = shifts.channel_id
      where shifts.status in ('open', 'counting') and ${NO_COPY}`,
    'opened_at',
  )}
  union all
  ${due(
    'variance',
    'variance_id, name, owner, amount, found_at',
    `variances join channels using (channel_id) where variances.status = 'open'`,
    'variance_id',
  )}
  union all
  ${due(
    'case',
    'case_id, name, taken_by, amount, reported_at',
    `cases join channels using (channel_id) where cases.status = 'open'`,
    'case_id',
  )}
  union all
  ${due(
    'statement',
    `statement_id, coalesce(partners.name, channels.name, owner),
      statement_number(owner, year, number, ''), net, closed_at`,
    `statements left join partners using (partner_id)
      left join channels on owner = 'chn_' || channels.channel_id
      where statements.status = 'closed'`,
    'closed_at',
  )}
  union all
  ${due(
    'delivery',
    'waiting.event_id, name, null::text, null::bigint, event.created_at',
    `partners
      cross join lateral (
        select event_id
        from webhook_deliveries
        where partner_id = partners.partner_id and due_at is not null and step > 0
        order by due_at
        limit 1
      ) as waiting
      join webhook_events event
        on event.partner_id = partners.partner_id and event.event_id = waiting.event_id`,
    'event.created_at',
  )}
) as everything
order by since`

export type Queue = {
  /** Events whose attempt is due now, and those that wait for a later one. */
  due: number
  retrying: number
  oldestDueAt: Date | null
  /** Locked payments, and those whose lock lapses within two minutes. */
  locked: number
  lapsing: number
  openCases: number
  openVariances: number
  /** Centimes: short and over added up. */
  openVarianceAmount: Centimes
  /** Centimes: what partners are owed. */
  owed: Centimes
  standbys: { name: string; state: string; lagSeconds: number | null }[]
}

export const readQueue = async (pool: pg.Pool): Promise<Queue> => {
  const { rows } = await pool.query<Queue>(QUEUE)
  return rows[0] as Queue
}

const QUEUE = `
with clock as materialized (select wasl_now() as now), waiting as materialized (
  select newest.*
  from partners
  cross join lateral (
    select due_at, step
    from webhook_deliveries
    where partner_id = partners.partner_id and due_at is not null
    order by due_at
    limit ${COUNTED_MAX}
  ) as newest
  limit ${COUNTED_MAX}
)
select
  (select count(*)::int from waiting, clock where due_at <= now) as due,
  (select count(*)::int from waiting, clock where due_at > now and step > 0) as retrying,
  (select min(due_at) from waiting) as "oldestDueAt",
  (select count(*)::int from open_locks) as locked,
  (select count(*)::int from open_locks, clock where lock_expires_at < now + interval '2 minutes')
    as lapsing,
  (select count(*)::int from cases where status = 'open') as "openCases",
  (select count(*)::int from variances where status = 'open') as "openVariances",
  (select coalesce(sum(amount), 0)::bigint from variances where status = 'open')
    as "openVarianceAmount",
  (
    select coalesce(sum(credits - debits), 0)::bigint
    from (
      select debits, credits from ledger_totals
      where kind = 'partner_payable' and ledger_rolled_up_to() <> '0'
      union all
      select debits, credits from ledger_tail('partner_payable', null)
    ) as parts
  ) as owed,
  coalesce((
    select json_agg(json_build_object('name', application_name, 'state', coalesce(state, 'unknown'),
      'lagSeconds', round(extract(epoch from replay_lag)::numeric, 1)) order by application_name)
    from pg_stat_replication
  ), '[]') as standbys`
