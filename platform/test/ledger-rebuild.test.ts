import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cashOfChannel } from '../src/ledger/account.ts'
import { balanceOf } from '../src/ledger/balance.ts'
import { closeDays } from '../src/ledger/close-day.ts'
import { rebuildLedger, stampAgain } from '../src/ledger/rebuild.ts'
import { rollUp } from '../src/ledger/roll-up.ts'
import { clockOf, type Clock } from './support/clock.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'
import { closeEndedDays, collect, contradictions, dateInAlgiers, post } from './support/ledger.ts'

/** Every table of the ledger, as pg_dump would copy it. */
const TABLES = [
  'ledger_state',
  'ledger_closings',
  'ledger_transfers',
  'ledger_roll_up',
  'ledger_days',
  'ledger_totals',
]

const BY = { id: null, name: 'the command line', requestId: null }

let databases: TestDatabase[]
let source: pg.Pool
let copy: pg.Pool
let clock: Clock

beforeEach(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()]
  ;[source, copy] = databases.map(({ url }) => {
    const pool = openPool(url, 3)
    pool.on('error', () => undefined)
    return pool
  }) as [pg.Pool, pg.Pool]
  clock = clockOf(source)
  await clock.stop()
})

afterEach(async () => {
  await Promise.all([source.end(), copy.end()])
  await Promise.all(databases.map((database) => database.drop()))
})

/**
 * Copies the rows as a logical restore does, in one snapshot, into a server with lower transaction ids
 * and another identifier.
 */
const restore = async (): Promise<void> => {
  const reader = await source.connect()
  await reader.query('begin isolation level repeatable read')
  await copy.query('set session_replication_role = replica')
  for (const table of TABLES) {
    await copy.query(`truncate ${table}`)
    const { rows } = await reader.query<{ row: string }>(
      `select to_jsonb(copied)::text as row from ${table} copied`,
    )
    await copy.query(
      `insert into ${table}
      select (jsonb_populate_record(null::${table}, row::jsonb)).* from unnest($1::text[]) as row`,
      [rows.map(({ row }) => row)],
    )
  }
  await reader.query('rollback')
  reader.release()
  const far = `(xid::text::bigint + 1000000000000)::text::xid8`
  await copy.query(`
    update ledger_transfers set xid = ${far};
    update ledger_closings set fence = ${far.replace('xid::text', 'fence::text')};
    update ledger_roll_up set system_identifier = 1,
      rolled_up_to = ${far.replace('xid::text', 'rolled_up_to::text')};
    set session_replication_role = origin`)
}

/** It stands where that of the source stands, so that both are on one business day. */
const clockOfCopy = async (): Promise<Clock> => {
  const ofCopy = clockOf(copy)
  await ofCopy.stop()
  await ofCopy.advanceTo(await clock.now())
  return ofCopy
}

const cash = (pool: pg.Pool) => balanceOf(pool, cashOfChannel(7))

test('a ledger restored from a dump counts rightly before and after it is rebuilt', async () => {
  await post(source, collect({ amount: 100 }))
  await clock.advance(86_400)
  const sealed = await closeEndedDays(source)
  await post(source, collect({ amount: 20 }))
  await restore()
  const ofCopy = await clockOfCopy()
  await post(copy, collect({ amount: 3 }))
  expect(await rollUp(copy)).toBe('another system')
  expect(await cash(copy)).toBe(123)

  await rebuildLedger(copy, BY)
  expect(await cash(copy)).toBe(123)
  expect(await contradictions(copy)).toEqual([])
  const { rows } = await copy.query('select xid::text from ledger_transfers order by xid')
  expect(rows.slice(0, 3)).toEqual([{ xid: '0' }, { xid: '0' }, { xid: '0' }])
  await post(copy, collect({ amount: 4 }))
  expect(await closeDays(copy)).toEqual({ state: 'sealed', sealedThrough: sealed })
  await ofCopy.advance(2 * 86_400)
  expect((await closeEndedDays(copy)) > sealed).toBe(true)
  expect(await cash(copy)).toBe(127)
  expect(await contradictions(copy)).toEqual([])
})

test('no day is closed in another system; its closing goes on after the rebuild', async () => {
  await post(source, collect({ amount: 100 }))
  const firstDay = dateInAlgiers(await clock.now())
  await clock.advance(86_400)
  await restore()
  await copy.query(`update ledger_roll_up set system_identifier = 1`)
  await clockOfCopy()
  expect(await closeDays(copy)).toMatchObject({ state: 'waits', through: firstDay })
  await rebuildLedger(copy, BY)
  expect(await closeEndedDays(copy)).toBe(firstDay)
  expect(await contradictions(copy)).toEqual([])
})

test('a rebuild that is killed after it has stamped the ids is finished by the roll-up', async () => {
  await post(source, collect({ amount: 100 }))
  await restore()
  await stampAgain(copy, BY)
  expect(await cash(copy)).toBe(100)
  await rollUp(copy)
  expect(await cash(copy)).toBe(100)
  expect(await contradictions(copy)).toEqual([])
})
