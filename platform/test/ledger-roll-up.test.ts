import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { types } from '../src/base/database/types.ts'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import { cashOfChannel, payableTo } from '../src/ledger/account.ts'
import { balanceAt, balanceOf } from '../src/ledger/balance.ts'
import { postTransfers } from '../src/ledger/post.ts'
import { rollUp } from '../src/ledger/roll-up.ts'
import { clockOf, toNextNoon } from './support/clock.ts'
import { connectTo, createTestDatabase, type TestDatabase } from './support/database.ts'
import { collect, contradictions, dateInAlgiers, post } from './support/ledger.ts'
import { CLOSING_PATIENCE_MS, until } from './support/wait.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 4, types })
  pool.on('error', () => undefined)
  await toNextNoon(clockOf(pool))
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

beforeEach(() =>
  pool.query(`
    set session_replication_role = replica;
    truncate ledger_transfers, ledger_days, ledger_totals;
    update ledger_roll_up set rolled_up_to = '0', system_identifier = null;
    set session_replication_role = origin`),
)

const violations = (): Promise<string[]> => contradictions(pool)

/** Until it has this many rows: transactions of other test files delay it. */
const rolledUp = (count: number): Promise<unknown> =>
  until(
    `${count} rows in the roll-up`,
    async () => {
      await rollUp(pool)
      const { rows } = await pool.query('select from ledger_days')
      return rows.length === count
    },
    CLOSING_PATIENCE_MS,
  )

const cash = () => balanceOf(pool, cashOfChannel(7))

describe('a balance', () => {
  test('is exact before, after and between roll-ups', async () => {
    await post(pool, collect({ amount: 100 }), collect({ amount: 50 }))
    expect(await cash()).toBe(150)
    await rolledUp(2)
    expect(await cash()).toBe(150)
    await post(pool, collect({ amount: 7 }), collect({ amount: 3, partnerId: 1002 }))
    expect(await cash()).toBe(160)
    expect(await balanceOf(pool, payableTo(1002))).toBe(-3)
    expect(await balanceOf(pool, payableTo(1001))).toBe(-157)
    await rolledUp(4)
    expect(await cash()).toBe(160)
    expect(await violations()).toEqual([])
  })

  test('at a date has the transfers up to it', async () => {
    await post(pool, collect({ amount: 100 }))
    const today = dateInAlgiers(new Date())
    const before = dateInAlgiers(new Date(Date.now() - 86_400_000 * 2))
    const after = dateInAlgiers(new Date(Date.now() + 86_400_000 * 2))
    for (const rows of [0, 2]) {
      if (rows > 0) await rolledUp(rows)
      expect(await balanceAt(pool, cashOfChannel(7), before)).toBe(0)
      expect(await balanceAt(pool, cashOfChannel(7), after)).toBe(100)
    }
    expect(today > before).toBe(true)
  })

  test('has the transfers of its own transaction', async () => {
    await expect(
      withTransaction(pool, async (tx) => {
        await postTransfers(tx, [collect({ amount: 5 })])
        expect(await balanceOf(tx, cashOfChannel(7))).toBe(5)
        expect(await cash()).toBe(0)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
  })
})

describe('the roll-up', () => {
  test('does not pass a transaction that still runs, so it loses no row of it', async () => {
    const slow = await connectTo(database.url)
    await slow.query('begin')
    await postTransfers(slow, [collect({ amount: 1 })])
    await post(pool, collect({ amount: 10 }))
    await rollUp(pool)
    expect(await cash()).toBe(10)
    expect(await violations()).toEqual([])
    await slow.query('commit')
    await slow.end()
    expect(await cash()).toBe(11)
    await rolledUp(2)
    expect(await cash()).toBe(11)
    expect(await violations()).toEqual([])
  })

  test('is done by one process at a time', async () => {
    const other = await connectTo(database.url)
    await other.query('begin')
    await other.query('select from ledger_roll_up for update')
    expect(await rollUp(pool)).toBe('busy')
    await other.query('rollback')
    await other.end()
    expect(await rollUp(pool)).toBe('complete')
  })

  test('reads many transaction ids in steps', async () => {
    await post(pool, collect({ amount: 1 }))
    // Rows with ids far apart, as of a database with many other writers.
    await pool.query(`
      insert into ledger_transfers
      select partner_id, gen_random_uuid(), code, line, debit_kind, debit_owner, credit_kind,
        credit_owner, amount, currency, actor, at, business_date, '5'
      from ledger_transfers`)
    await rolledUp(2)
    expect(await cash()).toBe(2)
    expect(await violations()).toEqual([])
  })

  test('says as of when it is complete', async () => {
    const { rows } = await pool.query('select clock_timestamp() as at')
    const complete = await until(
      'the roll-up to be complete',
      async () => {
        await rollUp(pool)
        const { rows: states } = await pool.query('select complete_at from ledger_roll_up')
        return states[0].complete_at > rows[0].at && states[0].complete_at
      },
      CLOSING_PATIENCE_MS,
    )
    expect(complete < new Date()).toBe(true)
  })

  test('stops in another database system, and balances are computed without it', async () => {
    await post(pool, collect({ amount: 100 }))
    await rolledUp(2)
    // Transaction ids of the system that the copy comes from are far ahead.
    await pool.query(
      `update ledger_roll_up set system_identifier = 1, rolled_up_to = '9000000000000'`,
    )
    await post(pool, collect({ amount: 11 }))
    expect(await rollUp(pool)).toBe('another system')
    expect(await cash()).toBe(111)
    expect(await balanceAt(pool, cashOfChannel(7), '2999-01-01')).toBe(111)
  })
})
