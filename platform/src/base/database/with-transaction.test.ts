import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { withTransaction } from './with-transaction.ts'

let database: TestDatabase
let db: Database
let outside: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  outside = await connectTo(database.url)
  await outside.query('create table notes (id int primary key)')
})

afterAll(async () => {
  await outside.end()
  await db.close()
  await database.drop()
})

const notes = async (): Promise<number[]> => {
  const { rows } = await outside.query<{ id: number }>('select id from notes order by id')
  return rows.map(({ id }) => id)
}

/** Cuts the transaction's connection when called, as a failover, a restart or an operator does. */
const cutterOf = async (tx: pg.PoolClient): Promise<() => Promise<unknown>> => {
  const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
  return () => outside.query('select pg_terminate_backend($1)', [rows[0]?.pid])
}

test('a transaction commits completely or not at all', async () => {
  await withTransaction(db.pool, (tx) => tx.query('insert into notes values (1)'))
  const failed = withTransaction(db.pool, async (tx) => {
    await tx.query('insert into notes values (2)')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await notes()).toEqual([1])
})

// A loss that nobody listens to ends the process: here, it fails the test run.
test('a connection lost between two statements fails the transaction, and nothing else', async () => {
  const lost = withTransaction(db.pool, async (tx) => {
    await tx.query('insert into notes values (3)')
    const cut = await cutterOf(tx)
    const heard = new Promise((resolve) => tx.once('end', resolve))
    await cut()
    await heard
    await tx.query('insert into notes values (4)')
  })
  await expect(lost).rejects.toThrow()
  expect(await notes()).toEqual([1])
})

test('a connection to a server that became read-only is not used again', async () => {
  const pids = new Set<number>()
  const write = (tx: pg.PoolClient) => tx.query('insert into notes values (5)')
  const readOnly = withTransaction(db.pool, async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    pids.add(rows[0]?.pid as number)
    await tx.query('set transaction read only')
    await write(tx)
  })
  await expect(readOnly).rejects.toMatchObject({ code: '25006' })
  const there = `select pid from pg_stat_activity where pid = any($1)`
  const left = async (): Promise<unknown[]> => (await outside.query(there, [[...pids]])).rows
  await expect.poll(left).toEqual([])
})

test('a connection lost during a statement fails the transaction, and nothing else', async () => {
  const lost = withTransaction(db.pool, async (tx) => {
    const cut = await cutterOf(tx)
    await Promise.all([tx.query('select pg_sleep(60)'), pause(50).then(cut)])
  })
  await expect(lost).rejects.toThrow()
})

test('a statement without an answer in time ends its transaction and its connection', async () => {
  const pool = new pg.Pool({ connectionString: database.url, query_timeout: 1_500 })
  let asked = vi.fn()
  const failed = withTransaction(pool, (tx) => {
    asked = vi.spyOn(tx, 'query')
    return tx.query('select pg_sleep(60)')
  })
  await expect(failed).rejects.toThrow('Query read timeout')
  // A rollback would wait behind the statement, for another timeout.
  expect(asked.mock.calls).toEqual([['select pg_sleep(60)']])
  expect(pool.totalCount).toBe(0)
  await pool.end()
})

test('does not reuse a connection whose statements were prepared before a schema change', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const read = () =>
    withTransaction(pool, (tx) => tx.query({ name: 'read-notes', text: 'select id from notes' }))
  await read()
  await outside.query('alter table notes alter column id type bigint')
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  await expect(read()).resolves.toBeDefined()
  await pool.end()
})
