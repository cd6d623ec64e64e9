import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../base/audit/append.ts'
import { withTransaction } from '../base/database/with-transaction.ts'
import { rollUp } from './roll-up.ts'

/** Writers wait this long at most; the command can be run again. */
const LOCK_TIMEOUT = '5s'

/**
 * Makes the roll-up usable again after a logical copy, whose transfers have the transaction ids of
 * another database system. Balances are exact meanwhile. It can be killed at any moment: the ledger is
 * as before, or its ids are stamped and the platform rolls it up.
 *
 * @returns how many sums the roll-up has.
 */
export const rebuildLedger = async (pool: pg.Pool, by: Actor): Promise<number> => {
  await stampAgain(pool, by)
  let state = await rollUp(pool)
  while (state === 'more' || state === 'busy') state = await rollUp(pool)
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from ledger_days')
  return rows[0]?.count ?? 0
}

/**
 * Drops the column of ids, adds it again with an id below every real one (which rewrites no row), and
 * empties the roll-up.
 */
export const stampAgain = (pool: pg.Pool, by: Actor): Promise<void> =>
  withTransaction(pool, async (tx) => {
    await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await tx.query('lock table ledger_transfers in access exclusive mode')
    await tx.query(STAMP_AGAIN)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'ledger.rebuild',
      subject: 'ledger',
    })
  })

/**
 * Closings that were sealed get a fence that is assigned now, so that a row which enters a closed day
 * later is still noticed. One that was not sealed gets its fence again.
 */
const STAMP_AGAIN = `
  alter table ledger_transfers drop column xid;
  alter table ledger_transfers add column xid xid8 not null default '0';
  alter table ledger_transfers alter column xid set default pg_current_xact_id();
  create index ledger_transfers_by_xid on ledger_transfers using brin (((xid::text)::bigint))
    with (pages_per_range = 128, autosummarize = on);
  truncate ledger_days, ledger_totals;
  update ledger_closings
  set fence = case when sealed_at is null then null else pg_current_xact_id() end;
  update ledger_roll_up
  set rolled_up_to = '0', complete_at = null, next_xid = null, next_at = null,
    system_identifier = (select control.system_identifier from pg_control_system() control)`
