/**
 * The sums of a partner in a cell (`SUMS`). The target's transfers are copies, which its roll-up leaves out
 * (`stamp_copied`), so the sums come from the source, where nothing is written any more.
 */
import type pg from 'pg'
import { withTransaction } from '../../database/with-transaction.ts'
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
 */
export const openTarget = async ({ source, target }: MoveCells, move: Move): Promise<void> => {
  const sums = await readSums(source, move)
  await withTransaction(target.pool, async (tx) => {
    await tx.query('set local synchronous_commit = on')
    const { rowCount } = await tx.query(
      'select from partner_fences where partner_id = $1 and move_id = $2 and is_closed for update',
      [move.partnerId, move.moveId],
    )
    // It was opened before: the sums have gone on since.
    if (rowCount !== 1) return
    await tx.query('select from ledger_roll_up for update')
    await deleteSums(tx, move)
    for (const table of TABLES) await insertRows(tx, table, sums[table])
    await tx.query(`delete from ledger_days
      where partner_id = ${move.partnerId} and ledger_rolled_up_to() = '0'`)
    await tx.query(TOTALS, [move.partnerId])
    await tx.query(LATER_CHANNEL_DAYS, [move.partnerId])
    // A month that was added up without the partner is added up again before it is archived.
    await tx.query(`update ledger_archives set noted_xid = '0' where archived_at is null`)
    await tx.query(
      `update partner_fences
      set is_closed = false, is_over = true, changed_at = clock_timestamp()
      where partner_id = $1`,
      [move.partnerId],
    )
    // The dispatchers of this cell look for what became due meanwhile.
    await tx.query(`select pg_notify('wasl_webhooks', '')`)
  })
}

const insertRows = async (tx: pg.ClientBase, table: Summed, rows: object[]): Promise<void> => {
  if (rows.length === 0) return
  await tx.query(
    `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')})
    select ${Object.keys(rows[0] ?? {}).join(', ')}
    from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows)],
  )
}

const TOTALS = `
  insert into ledger_totals (partner_id, kind, owner, debits, credits)
  select partner_id, kind, owner, sum(debits)::bigint, sum(credits)::bigint
  from ledger_days
  where partner_id = $1
  group by partner_id, kind, owner`

/** Dates that the target has summed up, and that the source had not when it was asked. */
const LATER_CHANNEL_DAYS = `
  insert into channel_days (partner_id, channel_id, business_date, collected, covered)
  select partner_id, channel_id, business_date, sum(collected), sum(covered)
  from channel_moves
  where partner_id = $1 and business_date <= channel_days_through()
    and business_date > coalesce(
      (select max(business_date) from channel_days where partner_id = $1), '-infinity'
    )
  group by partner_id, channel_id, business_date`

/** Removes the partner's sums, before its transfers. */
export const deleteSums = async (tx: pg.ClientBase, { partnerId }: Move): Promise<void> => {
  for (const table of ['ledger_days', 'ledger_totals', 'channel_days', 'money_days']) {
    await tx.query(`delete from ${table} where partner_id = $1`, [partnerId])
  }
}
