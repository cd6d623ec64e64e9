import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, expectTypeOf, inject, test } from 'vitest'
import type { Dedupe } from '../../src/dedupe.ts'
import { postgresDedupe } from '../../src/sql/postgres-dedupe.ts'
import { sqlDedupe } from '../../src/sql/sql-dedupe.ts'
import { handledEventsTable } from '../../src/sql/statements.ts'
import { describeSqlDedupe } from './story.ts'
import type { TestDatabase } from './story.ts'

const openDatabase = async (
  storeOf: (pool: pg.Pool) => Dedupe<pg.PoolClient>,
): Promise<TestDatabase<pg.PoolClient>> => {
  const schema = `kit_${randomBytes(6).toString('hex')}`
  const pools: pg.Pool[] = []
  const openPool = (): pg.Pool => {
    const options = `-c search_path=${schema}`
    const pool = new pg.Pool({ connectionString: inject('databaseServerUrl'), options, max: 5 })
    pool.on('error', () => {})
    pools.push(pool)
    return pool
  }
  const own = openPool()
  await own.query(`create schema ${schema}`)
  await own.query(handledEventsTable('postgresql'))
  await own.query('create table parcels (reference text)')
  return {
    openStore: () => storeOf(openPool()),
    sendParcel: async (transaction, reference) => {
      await transaction.query('insert into parcels (reference) values ($1)', [reference])
      await transaction.query('select pg_sleep(0.02)')
    },
    failUnseen: async (transaction) => {
      await transaction.query('select 1 / 0').catch(() => {})
    },
    commitEarly: (transaction) => transaction.query('commit'),
    count: async (table) => (await own.query(`select from ${table}`)).rowCount ?? 0,
    clear: async () => {
      await own.query('truncate wasl_handled_events, parcels')
    },
    close: async () => {
      await own.query(`drop schema ${schema} cascade`)
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

describeSqlDedupe('PostgreSQL, by node-postgres', () =>
  openDatabase((pool) => postgresDedupe(pool)),
)

describeSqlDedupe("PostgreSQL, by the partner's own transactions", () =>
  openDatabase((pool) =>
    sqlDedupe<pg.PoolClient>({
      dialect: 'postgresql',
      transaction: (work) => serializable(pool, work),
      execute: async (client, statement, values) =>
        (await client.query(statement, values)).rowCount ?? 0,
    }),
  ),
)

const SERIALIZATION_FAILURE = '40001'

/** As partners have it that work at this level: what PostgreSQL could not serialize is done again. */
const serializable = async (
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> => {
  for (;;) {
    const client = await pool.connect()
    try {
      await client.query('begin isolation level serializable')
      await work(client)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: unknown }).code !== SERIALIZATION_FAILURE) throw error
    } finally {
      client.release()
    }
  }
}

test('handlers get the connection with all its types', () => {
  const dedupe = postgresDedupe(new pg.Pool())
  expectTypeOf(dedupe).toEqualTypeOf<Dedupe<pg.PoolClient>>()
})

test('a connection that dies under a handler fails the event, not the process', async () => {
  const pool = new pg.Pool({ connectionString: inject('databaseServerUrl') })
  pool.on('error', () => {})
  const table = `handled_${randomBytes(6).toString('hex')}`
  await pool.query(handledEventsTable('postgresql', table))
  const dedupe = postgresDedupe(pool, { table })
  const handled = dedupe.once('payment.success:1', async (transaction) => {
    const { rows } = await transaction.query('select pg_backend_pid() as pid')
    const died = new Promise<void>((resolve) => {
      transaction.once('end', resolve)
    })
    await pool.query('select pg_terminate_backend($1)', [(rows as [{ pid: number }])[0].pid])
    await died
  })
  await expect(handled).rejects.toThrow()
  expect(await dedupe.once('payment.success:1', async () => {})).toBe('ran')
  await pool.query(`drop table ${table}`)
  await pool.end()
})

test('copies that wait for a handler hold no connection that others need', async () => {
  const pool = new pg.Pool({ connectionString: inject('databaseServerUrl'), max: 2 })
  const table = `handled_${randomBytes(6).toString('hex')}`
  await pool.query(handledEventsTable('postgresql', table))
  const dedupe = postgresDedupe(pool, { table })
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const handled = dedupe.once('payment.success:1', () => {
    started.resolve()
    return released.promise
  })
  let copiesRun = 0
  const copies = Array.from({ length: 10 }, () =>
    dedupe.once('payment.success:1', async () => {
      copiesRun += 1
    }),
  )
  await started.promise
  expect(await dedupe.once('payment.success:2', async () => {})).toBe('ran')
  expect(pool.waitingCount).toBe(0)
  released.resolve()
  expect(await handled).toBe('ran')
  expect(new Set(await Promise.all(copies))).toEqual(new Set(['duplicate']))
  expect(copiesRun).toBe(0)
  await pool.query(`drop table ${table}`)
  await pool.end()
})
