import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { closeDays } from '../../src/ledger/close-day.ts'
import { oldestWriters } from '../../src/ledger/oldest-writers.ts'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import { cashOfChannel, payableTo } from '../../src/ledger/account.ts'
import { BOOKS_INTEGRITY } from '../../src/operations/integrity/ledger.ts'
import { postTransfers, type NewTransfer } from '../../src/ledger/post.ts'
import { CLOSING_PATIENCE_MS, until } from './wait.ts'

/** What is true of any transfers, also of those that these tests write without a payment or a payout. */
const OF_LEDGER = /^L[278]:/

/** What contradicts the integrity of the ledger itself, a sentence each. */
export const contradictions = async (pool: pg.Pool): Promise<string[]> => {
  const found: string[] = []
  for (const [name, sql] of Object.entries(BOOKS_INTEGRITY)) {
    if (!OF_LEDGER.test(name)) continue
    const { rows } = await pool.query<pg.QueryResultRow>(sql)
    for (const row of rows) found.push(`${name}: ${JSON.stringify(row)}`)
  }
  return found
}

/** A transfer that a confirmation writes, of a payment that there is not. */
export const collect = (more: Partial<NewTransfer> = {}): NewTransfer => ({
  partnerId: 1001,
  sourceId: randomUUID(),
  code: 'COLLECT',
  debit: cashOfChannel(7),
  credit: payableTo(more.partnerId ?? 1001),
  amount: 10_000_00,
  actor: 'chn_7',
  ...more,
})

export const post = (pool: pg.Pool, ...transfers: NewTransfer[]): Promise<number> =>
  withTransaction(pool, (tx) => postTransfers(tx, transfers))

/**
 * Closes every day that is over, and waits until it is sealed. A closing waits for every transaction
 * of the server, also those of other test files.
 *
 * @returns the last sealed date.
 */
export const closeEndedDays = (pool: pg.Pool): Promise<string> =>
  until(
    'the days to be closed',
    async () => {
      const closing = await closeDays(pool)
      return closing.state === 'sealed' && closing.sealedThrough
    },
    CLOSING_PATIENCE_MS,
  )

/** What a closing waits for, for the error's sentence. */
const closingState = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ state: string }>(`
    select json_build_object('now', wasl_now(), 'open_day', open_day, 'sealed_through', sealed_through,
      'closings', (select json_agg(closing order by through) from ledger_closings closing),
      'rolled_up_to', ledger_rolled_up_to(), 'running', pg_snapshot_xmin(pg_current_snapshot()))::text
      as state
    from ledger_state`)
  return rows[0]?.state ?? 'no books'
}

/**
 * Closes the days through this one, beside the processes of the platform, which do the same each five
 * seconds: the test asks at once whether the day can be sealed, and does not wait for their next turn.
 */
export const closeThrough = (pool: pg.Pool, date: string): Promise<boolean> =>
  until(
    `${date} to be sealed`,
    async () => {
      const closing = await closeDays(pool)
      return closing.state === 'sealed' && (closing.sealedThrough ?? '') >= date
    },
    CLOSING_PATIENCE_MS,
  ).catch(async (error: Error) => {
    const writers = await oldestWriters(pool)
    const state = `${error.message}; ${await closingState(pool)}`
    throw new Error(`${state}; the oldest writers are ${writers.join('; ')}`, { cause: error })
  })

export const dateInAlgiers = (at: Date): string =>
  new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)

/** As the operator's clock shows a moment; Algeria is an hour ahead of UTC all year. */
export const timeInAlgiers = (at: string): string =>
  new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 19)
