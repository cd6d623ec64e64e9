import type pg from 'pg'
import { withLocalCommit } from './local-commit.ts'

/**
 * - `complete`: the roll-up has every transfer of every transaction that ended before it began.
 * - `more`: there is more to read now.
 * - `busy`: another process is at it.
 * - `another system`: the transaction ids are those of another database system. Nothing was read.
 */
export type RollUp = 'complete' | 'more' | 'busy' | 'another system'

/** Transaction ids read by one statement: at most some hundred thousand transfers. */
const IDS_MAX = 200_000

/** The rows of a whole ledger, after it was stamped again, are read at once. */
const STATEMENT_TIMEOUT_MS = 15 * 60_000

/** The client's own limit, which is otherwise that of its pool. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 3_000

/**
 * Adds the transfers that came since the last time to `ledger_days` and `ledger_totals`. Ids are not
 * in the order of commits, so it reads only up to the oldest transaction that still runs: a row of
 * that one, or of a later one, may become visible at any time.
 */
export const rollUp = (pool: pg.Pool): Promise<RollUp> =>
  withLocalCommit(pool, async (tx) => {
    await tx.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    // Whatever the statistics of a table that grows say, the index of ids finds the rows.
    await tx.query('set local enable_seqscan = off')
    const [state] = (await tx.query<{ is_ours: boolean | null }>(LOCK)).rows
    if (state === undefined) return 'busy'
    if (state.is_ours === false) return 'another system'
    // pg takes this option, although its types do not say so.
    const statement = { text: ROLL_UP, values: [IDS_MAX], query_timeout: ANSWER_TIMEOUT_MS }
    const { rows } = await tx.query<{ is_complete: boolean }>(statement)
    return rows[0]?.is_complete === false ? 'more' : 'complete'
  })

/**
 * SQL: no roll-up and no other sum of transfers until the transaction ends, and no removal of transfers that
 * were summed: a sum that is added while they are removed would stay without them. What reads the transfers
 * must be a later statement, whose snapshot is newer than the lock.
 */
export const HOLD_SUMS = 'select from ledger_roll_up for update'

const LOCK = `
  select system_identifier = (select control.system_identifier from pg_control_system() control)
    as is_ours
  from ledger_roll_up
  for update skip locked`

/** One statement has one snapshot: what it takes as ended, it also sees. */
const ROLL_UP = `
with oldest as materialized (
  select pg_snapshot_xmin(pg_current_snapshot()) as running,
    pg_snapshot_xmax(pg_current_snapshot()) as next,
    rolled_up_to as since
  from ledger_roll_up
), first as materialized (
  -- Ids without transfers are skipped at once, however many there are.
  select min((xid::text)::bigint) as id
  from ledger_transfers
  where (xid::text)::bigint >= (select (since::text)::bigint from oldest)
), range as materialized (
  select since,
    least((running::text)::bigint, first.id + $1::bigint) as upto,
    (running::text)::bigint as running, next
  from oldest, first
), sides as (
  select partner_id, business_date, debit_kind, debit_owner, credit_kind, credit_owner, amount
  from ledger_transfers
  where (xid::text)::bigint >= (select (since::text)::bigint from oldest)
    and (xid::text)::bigint < (select upto from range)
), sums as materialized (
  select partner_id, kind, owner, business_date, sum(debits)::bigint as debits,
    sum(credits)::bigint as credits
  from (
    select partner_id, debit_kind as kind, debit_owner as owner, business_date, amount as debits,
      0 as credits
    from sides
    union all
    select partner_id, credit_kind, credit_owner, business_date, 0, amount from sides
  ) as entries
  group by partner_id, kind, owner, business_date
), days as (
  insert into ledger_days as days (partner_id, kind, owner, business_date, debits, credits)
  select * from sums
  on conflict (partner_id, kind, owner, business_date) do update
  set debits = days.debits + excluded.debits, credits = days.credits + excluded.credits
), totals as (
  insert into ledger_totals as totals (partner_id, kind, owner, debits, credits)
  select partner_id, kind, owner, sum(debits)::bigint, sum(credits)::bigint
  from sums
  group by partner_id, kind, owner
  on conflict (partner_id, kind, owner) do update
  set debits = totals.debits + excluded.debits, credits = totals.credits + excluded.credits
)
update ledger_roll_up as state
set rolled_up_to = (range.upto::text)::xid8,
  system_identifier = (select control.system_identifier from pg_control_system() control),
  complete_at = case when is_reached then state.next_at else state.complete_at end,
  next_xid = case when is_reached then range.next else state.next_xid end,
  next_at = case when is_reached then clock_timestamp() else state.next_at end
from range, lateral (
  select state.next_xid is null or range.upto >= (state.next_xid::text)::bigint as is_reached
  from ledger_roll_up state
) as reached
returning range.upto = range.running as is_complete
`
