/** Why a month of the books must be kept: something in it has not ended. */
import type pg from 'pg'
import { boundsOf, partitionName, type Period } from '../../base/database/period.ts'

/** What may still bring a transfer of the month. It is looked up by ids, so it takes no time. */
export const whatIsOpen = async (
  db: pg.ClientBase | pg.Pool,
  period: Period,
): Promise<string | null> => {
  const { rows } = await db.query<{ locked: boolean; refundable: boolean }>(
    `select
      exists (select from open_locks where payment_id >= $1 and payment_id < $2) as locked,
      exists (
        select from refunds
        where refund_id >= $1 and refund_id < $2 and status in ('requested', 'made')
      ) as refundable`,
    boundsOf(period),
  )
  if (rows[0]?.locked !== false) return 'a payment of it is locked'
  return rows[0].refundable ? 'a refund of it is neither paid nor expired' : null
}

type Unfinished = {
  newest: string | null
  recent: boolean
  unsealed: boolean
  account: string | null
  unsigned: string | null
}

/** Reads the whole month, which was added up. It can only be more finished later. */
export const whatIsUnfinished = async (
  tx: pg.ClientBase,
  period: Period,
  keptFrom: Period,
): Promise<string | null> => {
  const { rows } = await tx.query<Unfinished>(SUMS, [period, `${keptFrom}-01`])
  const [sums] = rows
  if (sums === undefined) return 'it is not added up yet'
  if (sums.recent) return `a transfer of it is of ${sums.newest}`
  if (sums.unsealed) return `its business date ${sums.newest} is not closed`
  if (sums.account !== null) return `the account ${sums.account} is open`
  const partition = partitionName('ledger_transfers', period)
  for (const sql of [ofPartners(partition), ofChannels(partition)]) {
    const found = (await tx.query<{ owner: string; date: string }>(sql)).rows[0]
    if (found !== undefined)
      return `no approved statement of ${found.owner} covers its business date ${found.date}`
  }
  return sums.unsigned === null ? null : `the statement ${sums.unsigned} is not signed`
}

const SUMS = `
  select newest_date::text as newest, coalesce(newest_date >= $2::date, false) as recent,
    newest_date is not null and (newest_date <= sealed_through) is not true as unsealed,
    (
      select kind || ' of ' || owner
      from ledger_totals
      where (kind, owner) in (
        select kind, owner from ledger_archive_sums
        where ledger_archive_sums.period = $1
          and kind in ('variance', 'payer_held', 'suspense', 'in_transit')
      )
      group by kind, owner
      having sum(debits) <> sum(credits)
      limit 1
    ) as account,
    (
      select statement_number(owner, year, number, '')
      from statements
      where partner_id <> 0 and period_from <= newest_date and closed_at is not null
        and not exists (
          select from statement_manifests made
          where made.partner_id = statements.partner_id
            and made.statement_id = statements.statement_id
        )
      limit 1
    ) as unsigned
  from ledger_archives, ledger_state
  where period = $1`

const NOT_APPROVED = (partner: string) => `
  not exists (
    select from statements
    where partner_id = ${partner} and statements.owner = line.owner and status = 'approved'
      and line.business_date between period_from and period_until
  )`

const FIRST = `
  select line.owner, line.business_date::text as date
  from line
  where`

const ofPartners = (partition: string): string => `
  with line as (
    select distinct partner_id, 'prt_' || partner_id as owner, business_date
    from ${partition}
    where code in ('COLLECT', 'REFUND', 'REFUND_EXPIRED', 'TOPUP', 'ADJUST')
      and 'partner_payable' in (debit_kind, credit_kind)
  )
  ${FIRST} ${NOT_APPROVED('line.partner_id')}
  order by line.business_date
  limit 1`

/** Channels with a commission in force, on the dates of the payments that they took. */
const ofChannels = (partition: string): string => `
  with line as (
    select distinct span.owner, moved.business_date
    from fee_spans span
    join cash_owners holder on 'chn_' || holder.channel_id = span.owner
    join ${partition} paid
      on paid.debit_owner = holder.owner and paid.code = 'COLLECT'
      and paid.business_date >= span.effective_from
    join ${partition} moved
      on moved.partner_id = paid.partner_id
      and event_id_of(moved.source_id, 0) = paid.source_id
      and moved.code in ('COLLECT', 'REFUND', 'REFUND_EXPIRED')
    where span.partner_id = 0
  )
  ${FIRST} ${NOT_APPROVED('0')}
  order by line.business_date
  limit 1`
