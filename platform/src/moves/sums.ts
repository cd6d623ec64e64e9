/**
 * The sums of a partner in a cell (`SUMS`). The target's transfers are copies, which its roll-up leaves out
 * (`stamp_copied`), so the sums come from the source, where nothing is written any more.
 */
import pg from 'pg'
import { withTransaction } from '../base/database/with-transaction.ts'
import { HOLD_SUMS } from '../ledger/roll-up.ts'
import { MONEY_DAYS, MONEY_DAYS_THROUGH, sumsOn } from '../operations/figures/sum-days.ts'
import type { Move, MoveCell, MoveCells } from './move.ts'

/** The roll-up and the transfers after it, of one snapshot: whatever the roll-up has, the sums are whole. */
const READ = {
  ledger_days: `
    select partner_id, kind, owner, business_date::text, sum(debits)::bigint as debits,
      sum(credits)::bigint as credits
    from (
      select partner_id, kind, owner, business_date, debits, credits
      from ledger_days
      where partner_id = $1 and ledger_rolled_up_to() <> '0'
      union all
      select side.partner_id, side.kind, side.owner, business_date, side.debits, side.credits
      from ledger_transfers transfer, lateral (
        values (partner_id, debit_kind, debit_owner, amount, 0),
          (partner_id, credit_kind, credit_owner, 0, amount)
      ) as side (partner_id, kind, owner, debits, credits)
      where transfer.partner_id = $1
        and (xid::text)::bigint >= (select (ledger_rolled_up_to()::text)::bigint)
    ) as parts
    group by partner_id, kind, owner, business_date`,
  channel_days: `
    select partner_id, channel_id, business_date::text, collected, covered
    from channel_days
    where partner_id = $1`,
  money_days: `
    select partner_id, business_date::text, channel_kind, collected, payments, refunded, refunds
    from money_days
    where partner_id = $1`,
} as const

type Summed = keyof typeof READ

export type Sums = Record<Summed, object[]>

const TABLES = Object.keys(READ) as Summed[]

export const readSums = async ({ pool }: MoveCell, { partnerId }: Move): Promise<Sums> => {
  const read = TABLES.map(async (table) => [table, await rowsOf(pool, READ[table], partnerId)])
  return Object.fromEntries(await Promise.all(read)) as Sums
}

const rowsOf = async (pool: pg.Pool, sql: string, partnerId: number): Promise<object[]> =>
  (await pool.query<object>(sql, [partnerId])).rows

/**
 * Writes the sums and opens the target's fence, in one transaction: the first statement that is accepted
 * there finds the partner whole. It may be made again.
 *
 * While the target's own roll-up is being rebuilt, that will read the copied transfers, too: then the
 * roll-up has no sums of the partner.
 *
 * @param read the sums, if they were read since the last write; else they are read now.
 */
export const openTarget = async (
  { source, target }: MoveCells,
  move: Move,
  read: Sums | null,
): Promise<void> => {
  const sums = read ?? (await readSums(source, move))
  const { partnerId, moveId } = move
  await withTransaction(target.pool, async (tx) => {
    const { rowCount } = await tx.query(
      `select set_config('synchronous_commit', 'on', true)
      from partner_fences
      where partner_id = $1 and move_id = $2 and is_closed
      for update`,
      [partnerId, moveId],
    )
    // It was opened before: the sums have gone on since.
    if (rowCount !== 1) return
    // One round trip, because the partner's writes are refused until it ends.
    await tx.query(
      [
        HOLD_SUMS,
        ...deletionsOf(partnerId),
        ...TABLES.map((table) => insertionOf(table, sums[table])),
        `delete from ledger_days where partner_id = ${partnerId} and ledger_rolled_up_to() = '0'`,
        totalsOf(partnerId),
        laterChannelDaysOf(partnerId),
        laterMoneyDaysOf(partnerId),
        // A month that was added up without the partner is added up again before it is archived.
        `update ledger_archives set noted_xid = '0' where archived_at is null and noted_xid <> '0'`,
        `update partner_fences
        set is_closed = false, is_over = true, changed_at = clock_timestamp()
        where partner_id = ${partnerId}`,
        // The dispatchers of this cell look for what became due meanwhile.
        `select pg_notify('wasl_webhooks', '')`,
      ].join(';\n'),
    )
  })
}

/**
 * SQL: through which date the target has summed up. Later dates are left out: it sums them up with those of
 * its other partners, and counts their transfers one by one until then. With rows it would count them twice.
 */
const THROUGH: Partial<Record<Summed, string>> = {
  channel_days: 'channel_days_through()',
  money_days: MONEY_DAYS_THROUGH,
}

const insertionOf = (table: Summed, rows: object[]): string => {
  const columns = Object.keys(rows[0] ?? { partner_id: 0 }).join(', ')
  const through = THROUGH[table]
  return `insert into ${table} (${columns}) select ${columns}
    from json_populate_recordset(null::${table}, ${pg.escapeLiteral(JSON.stringify(rows))}::json)
    ${through === undefined ? '' : `where business_date <= ${through}`}`
}

const totalsOf = (partnerId: number): string => `
  insert into ledger_totals (partner_id, kind, owner, debits, credits)
  select partner_id, kind, owner, sum(debits)::bigint, sum(credits)::bigint
  from ledger_days
  where partner_id = ${partnerId}
  group by partner_id, kind, owner`

/** Dates that the target has summed up, and that the source had not when it was asked. */
const laterChannelDaysOf = (partnerId: number): string => `
  insert into channel_days (partner_id, channel_id, business_date, collected, covered)
  select partner_id, channel_id, business_date, sum(collected), sum(covered)
  from channel_moves
  where partner_id = ${partnerId} and business_date <= channel_days_through()
    and business_date > coalesce(
      (select max(business_date) from channel_days where partner_id = ${partnerId}), '-infinity'
    )
  group by partner_id, channel_id, business_date`

/** The same of money by day. */
const laterMoneyDaysOf = (partnerId: number): string => `
  insert into money_days (${MONEY_DAYS})
  select sums.*
  from (
    select distinct business_date as day
    from ledger_transfers
    where partner_id = ${partnerId} and code in ('COLLECT', 'REFUND')
      and business_date <= ${MONEY_DAYS_THROUGH}
      and business_date > coalesce(
        (select max(business_date) from money_days where partner_id = ${partnerId}), '-infinity'
      )
  ) as missing
  cross join lateral (${sumsOn('missing.day')}) as sums
  where sums.partner_id = ${partnerId}`

/** Removes the partner's sums, before its transfers. */
export const deletionsOf = (partnerId: number): string[] =>
  ['ledger_days', 'ledger_totals', 'channel_days', 'money_days'].map(
    (table) => `delete from ${table} where partner_id = ${partnerId}`,
  )
