import type pg from 'pg'
import {
  after,
  boundsOf,
  partitionName,
  periodAt,
  type Period,
} from '../../../platform/src/base/database/period.ts'
import { rollUp } from '../../../platform/src/ledger/roll-up.ts'
import { FIRST_PARTNER } from './partners.ts'

const TIME_ZONE = 'Africa/Algiers'

/** Who posts the days that are measured. */
const MEASURED = 'growth'

/**
 * Posts each paid payment on the day of its id, and rolls the transfers up as the platform does. A month is
 * one transaction together with the note that it is there, so a later run goes on where this one stopped.
 */
export const addBooks = async (
  client: pg.Client,
  pool: pg.Pool,
  log: (line: string) => void,
): Promise<void> => {
  await client.query(`
    create schema if not exists growth;
    create table if not exists growth.books (period text primary key)`)
  const { rows } = await client.query<{ first: Date; last: Date }>(
    `select min(id_time(oldest.payment_id)) as first, max(id_time(newest.payment_id)) as last
    from partners p
    cross join lateral (${END_OF_PARTNER} order by payment_id limit 1) as oldest
    cross join lateral (${END_OF_PARTNER} order by payment_id desc limit 1) as newest`,
  )
  const [span] = rows
  if (span === undefined) throw new Error('expected paid payments')
  const known = await client.query<{ period: string }>('select period from growth.books')
  const done = new Set(known.rows.map(({ period }) => period))
  const end = periodAt(span.last, 'month')
  let period = periodAt(span.first, 'month')
  for (; period <= end; period = after(period, 1)) {
    if (done.has(period)) continue
    log(`posting the payments of ${period}`)
    await addMonth(client, period)
    while ((await rollUp(pool)) === 'more');
  }
  if (done.has(end)) return
  await client.query('vacuum (freeze, analyze) ledger_transfers, ledger_days, ledger_totals')
  await client.query('checkpoint')
}

const END_OF_PARTNER = `
  select payment_id from payments where partner_id = p.partner_id and stage = 'paid'`

/** A partition that is not there yet gets its indexes after its rows, which takes less time. */
const addMonth = async (client: pg.Client, period: Period): Promise<void> => {
  const partition = partitionName('ledger_transfers', period)
  const [from, to] = boundsOf(period)
  const { rows } = await client.query('select where to_regclass($1) is not null', [partition])
  const isThere = rows.length > 0
  await client.query('begin')
  if (!isThere) {
    await client.query(
      `create table ${partition} (like ledger_transfers including all excluding indexes)`,
    )
  }
  await client.query(
    `insert into ${partition} (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
      credit_owner, amount, actor, at, business_date)
    select partner_id, payment_id, 'COLLECT', 'cash', 'chn_' || channel_id, 'partner_payable',
      'prt_' || partner_id, amount, 'chn_' || channel_id, id_time(payment_id),
      (id_time(payment_id) at time zone '${TIME_ZONE}')::date
    from payments
    where stage = 'paid' and payment_id >= $1 and payment_id < $2`,
    [from, to],
  )
  if (!isThere) {
    await client.query(
      `alter table ledger_transfers attach partition ${partition} for values from ('${from}') to ('${to}')`,
    )
  }
  await client.query('insert into growth.books values ($1)', [period])
  await client.query('commit')
}

/** A platform that runs on these books meanwhile closes no day, and checks nothing of them. */
export const restBooks = async (client: pg.Client): Promise<void> => {
  await client.query(`update ledger_state set open_day = 'infinity', sealed_through = null`)
}

/**
 * Closes every day of the books, and removes the days that an earlier measurement added.
 *
 * @returns the first day that is open.
 */
export const closeBooks = async (client: pg.Client): Promise<string> => {
  await client.query('set session_replication_role = replica')
  await client.query(`delete from ledger_transfers where actor = '${MEASURED}'`)
  await client.query('set session_replication_role = origin')
  const { rows } = await client.query<{ last: string }>(
    `select max(business_date)::text as last from ledger_transfers`,
  )
  const last = rows[0]?.last
  await client.query(
    `with gone as (delete from ledger_days where business_date > $1 returning *)
    update ledger_totals total
    set debits = total.debits - gone.debits, credits = total.credits - gone.credits
    from (
      select partner_id, kind, owner, sum(debits)::bigint as debits, sum(credits)::bigint as credits
      from gone group by partner_id, kind, owner
    ) as gone
    where (total.partner_id, total.kind, total.owner) = (gone.partner_id, gone.kind, gone.owner)`,
    [last],
  )
  await client.query('delete from ledger_closings where through > $1', [last])
  await client.query(
    `insert into ledger_closings (through, advanced_at, fence, sealed_at)
    select distinct business_date, wasl_now(), pg_current_xact_id(), wasl_now() from ledger_days
    on conflict do nothing`,
  )
  const opened = await client.query<{ day: string }>(
    `update ledger_state set open_day = $1::date + 1, sealed_through = $1
    returning open_day::text as day`,
    [last],
  )
  return opened.rows[0]?.day as string
}

/** Posts a day's payments, spread over the partners in turn. */
export const postDay = async (
  client: pg.Client,
  { day, transfers, partners }: { day: string; transfers: number; partners: number },
): Promise<void> => {
  await client.query(
    `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
      credit_owner, amount, actor, at, business_date)
    select partner_id,
      (lpad(to_hex($2::bigint + number), 12, '0') || '700080000000' || lpad(to_hex(partner_id), 8, '0'))::uuid,
      'COLLECT', 'cash', 'chn_1', 'partner_payable', 'prt_' || partner_id, 59980, '${MEASURED}',
      to_timestamp(($2::bigint + number) / 1000.0), $1::date
    from (
      select number, ${FIRST_PARTNER} + number % $4::int as partner_id
      from generate_series(1, $3::int) as number
    ) as numbered`,
    [day, new Date(`${day}T12:00:00Z`).getTime(), transfers, partners],
  )
}
