/**
 * Archives a month of the books. Its partition has the transfers whose source is of that month:
 *
 *   added up → replaced and detached → exported → dropped
 *
 * - *added up*: its sums are noted while nothing waits, with the transaction id up to which they count.
 * - *replaced and detached*: in one transaction its sums leave the roll-up, each account gets one
 *   OPENING of what it had, and the partition is detached. So every balance stays as it is, and a run
 *   that is killed has made all of it or nothing. It is the only transaction with transfers of several
 *   partners: it moves no money, and each database archives what it has.
 *
 * The OPENING is in the next month. It is archived with that one, so an account has one for each
 * partner that it has transfers of, as in the roll-up, and never two.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { HOLD_SUMS, rollUp } from '../../ledger/roll-up.ts'
import { rollUpChannelDays } from '../../money/settlement/statements/channel-days.ts'
import { whatIsOpen, whatIsUnfinished } from './open-books.ts'
import { boundsOf, partitionName, startOf, type Period } from '../../base/database/period.ts'

/** A month may have tens of millions of transfers. */
const STATEMENT_TIMEOUT_MS = 15 * 60_000
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 3_000

/** An OPENING of the month before has just been written: the next roll-up has it. */
const ROLL_UP_TRIES = 20
const ROLL_UP_PAUSE_MS = 250

const CHANGED = 'transfers of it are not rolled up yet'

/** Adds the month up. @returns what keeps it; null when it can be archived. */
export const addUpBooks = async (
  pool: pg.Pool,
  period: Period,
  keptFrom: Period,
): Promise<string | null> => {
  const open = await whatIsOpen(pool, period)
  if (open !== null) return open
  if (!(await isRolledUp(pool, period))) return CHANGED
  await rollUpChannelDays(pool)
  return withTransaction(pool, async (tx) => {
    await tx.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    if (await hasChanged(tx, period)) await addUp(tx, period)
    return whatIsUnfinished(tx, period, keptFrom)
  })
}

const isRolledUp = async (pool: pg.Pool, period: Period): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await pool.query<{ waits: boolean }>(
      `select ledger_rolled_up_to() = '0' or exists (
        select from ${partitionName('ledger_transfers', period)}
        where (xid::text)::bigint >= (select (ledger_rolled_up_to()::text)::bigint)
      ) as waits`,
    )
    if (rows[0]?.waits === false) return true
    if (tries === ROLL_UP_TRIES) return false
    await rollUp(pool)
    if (tries > 1) await pause(ROLL_UP_PAUSE_MS)
  }
}

/** Whether the month has transfers that its sums, or the roll-up, may not have. */
const hasChanged = async (tx: pg.ClientBase, period: Period): Promise<boolean> => {
  await tx.query('set local enable_seqscan = off')
  const { rows } = await tx.query<{ changed: boolean }>(
    `select not exists (select from ledger_archives where period = $1) or exists (
      select from ${partitionName('ledger_transfers', period)}
      where (xid::text)::bigint >= (
        select (least(noted_xid, ledger_rolled_up_to())::text)::bigint
        from ledger_archives where period = $1
      )
    ) as changed`,
    [period],
  )
  await tx.query('set local enable_seqscan = on')
  return rows[0]?.changed !== false
}

const addUp = async (tx: pg.ClientBase, period: Period): Promise<void> => {
  await tx.query('delete from ledger_archive_sums where period = $1', [period])
  const ids = boundsOf(period)
  // pg takes this option, although its types do not say so.
  const statement = {
    text: addUpOf(partitionName('ledger_transfers', period)),
    values: [period, ...ids],
    query_timeout: ANSWER_TIMEOUT_MS,
  }
  await tx.query(statement)
}

/** One statement has one snapshot: a row that it did not see has an id from `noted_xid` on. */
const addUpOf = (partition: string): string => `
  with sums as (
    insert into ledger_archive_sums
      (partner_id, period, kind, owner, business_date, debits, credits)
    select partner_id, $1, side.kind, side.owner, business_date, sum(side.debits), sum(side.credits)
    from ${partition}, lateral (
      values (debit_kind, debit_owner, amount, 0), (credit_kind, credit_owner, 0, amount)
    ) as side (kind, owner, debits, credits)
    group by partner_id, side.kind, side.owner, business_date
    returning business_date
  )
  insert into ledger_archives as archive (period, first_id, next_id, noted_xid, newest_date)
  select $1, $2::uuid, $3::uuid, pg_snapshot_xmin(pg_current_snapshot()), max(business_date)
  from sums
  on conflict (period) do update
  set noted_xid = excluded.noted_xid, newest_date = excluded.newest_date
  where archive.archived_at is null`

/**
 * Replaces the sums of the month by one OPENING for each account, just before its partition is detached.
 *
 * @param next the month of the OPENINGs: the next one that has a partition.
 * @returns what keeps the month; null when all of it is done.
 */
export const replaceBooks = async (
  tx: pg.ClientBase,
  period: Period,
  next: Period,
): Promise<string | null> => {
  // No roll-up meanwhile, and no transfer of an old source. Confirmations go on.
  await tx.query(HOLD_SUMS)
  await tx.query(`lock table ${partitionName('ledger_transfers', period)} in share mode`)
  if (await hasChanged(tx, period)) return CHANGED
  const open = await whatIsOpen(tx, period)
  if (open !== null) return open
  for (const sql of TAKE_OFF) await tx.query(sql, [period])
  const { rows } = await tx.query<{ missing: number }>(MISSING, [period])
  if (rows[0]?.missing !== 0) throw new Error(`the roll-up does not have the books of ${period}`)
  await tx.query(DROP_EMPTY, [period])
  await tx.query(OPENINGS, [period, startOf(next).getTime(), PER_SOURCE])
  await tx.query('delete from ledger_archive_sums where period = $1', [period])
  await tx.query('update ledger_archives set archived_at = wasl_now() where period = $1', [period])
  return null
}

const TAKE_OFF = [
  `update ledger_days days
  set debits = days.debits - sums.debits, credits = days.credits - sums.credits
  from ledger_archive_sums sums
  where sums.period = $1 and days.partner_id = sums.partner_id and days.kind = sums.kind
    and days.owner = sums.owner and days.business_date = sums.business_date`,

  `update ledger_totals totals
  set debits = totals.debits - sums.debits, credits = totals.credits - sums.credits
  from (
    select partner_id, kind, owner, sum(debits)::bigint as debits, sum(credits)::bigint as credits
    from ledger_archive_sums
    where period = $1
    group by partner_id, kind, owner
  ) as sums
  where totals.partner_id = sums.partner_id and totals.kind = sums.kind
    and totals.owner = sums.owner`,
]

/** Sums that the roll-up did not have, or had less of: it contradicts the ledger then. */
const MISSING = `
  select count(*)::int as missing
  from ledger_archive_sums sums
  left join ledger_days days using (partner_id, kind, owner, business_date)
  left join ledger_totals totals using (partner_id, kind, owner)
  where sums.period = $1
    and (least(days.debits, days.credits, totals.debits, totals.credits) >= 0
      and days.partner_id is not null and totals.partner_id is not null) is not true`

const DROP_EMPTY = `
  with sums as materialized (select * from ledger_archive_sums where period = $1), days as (
    delete from ledger_days days
    using sums
    where days.partner_id = sums.partner_id and days.kind = sums.kind and days.owner = sums.owner
      and days.business_date = sums.business_date and days.debits = 0 and days.credits = 0
  )
  delete from ledger_totals totals
  using sums
  where totals.partner_id = sums.partner_id and totals.kind = sums.kind
    and totals.owner = sums.owner and totals.debits = 0 and totals.credits = 0`

/** Lines of a source are small integers. */
const PER_SOURCE = 30_000

/**
 * $2 is the start of their month, in milliseconds. The ids are laid out as new_id makes them, with a
 * counter in the place of the random part, so that the same archive always has the same ids.
 */
const OPENINGS = `
  with balances as (
    select partner_id, kind, owner, (sum(debits) - sum(credits))::bigint as balance,
      (row_number() over (partition by partner_id order by kind, owner) - 1)::integer as place
    from ledger_archive_sums
    where period = $1 and (kind, owner) <> ('opening', 'operator')
    group by partner_id, kind, owner
    having sum(debits) <> sum(credits)
  )
  insert into ledger_transfers (partner_id, source_id, code, line, debit_kind, debit_owner,
    credit_kind, credit_owner, amount, actor, at, business_date)
  select partner_id,
    (lpad(to_hex($2::bigint), 12, '0') || '70008' || lpad(to_hex(place / $3::integer), 5, '0')
      || '00' || lpad(to_hex(partner_id), 8, '0'))::uuid,
    'OPENING', 1 + place % $3::integer,
    case when balance > 0 then kind else 'opening' end,
    case when balance > 0 then owner else 'operator' end,
    case when balance > 0 then 'opening' else kind end,
    case when balance > 0 then 'operator' else owner end,
    abs(balance), 'platform', wasl_now(), to_date($1, 'YYYY-MM') + interval '1 month - 1 day'
  from balances`
