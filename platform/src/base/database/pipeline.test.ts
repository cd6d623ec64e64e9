import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/wait.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'

let database: TestDatabase
let pipeline: Pipeline
let outside: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  pipeline = createPipeline({ url: database.url, name: 'wasl under test' })
  outside = await connectTo(database.url)
  await outside.query(`create table notes (id int); insert into notes values (7)`)
})

afterAll(async () => {
  await pipeline.close()
  await outside.end()
  await database.drop()
})

const read = () => pipeline.query({ name: 'read-notes', text: 'select id from notes', values: [] })

const connections = async (): Promise<number> => {
  const { rows } = await outside.query(
    `select from pg_stat_activity where application_name = 'wasl under test'`,
  )
  return rows.length
}

test('answers a query on a new connection when a newer release changes a column', async () => {
  expect(await read()).toEqual([{ id: 7 }])
  await outside.query('alter table notes alter column id type smallint')
  const answers = await Promise.all(Array.from({ length: 20 }, read))
  expect(answers).toEqual(Array.from({ length: 20 }, () => [{ id: 7 }]))
  await until('the earlier connection to be closed', async () => (await connections()) === 1)
})

test('a statement is answered after `deallocate all`', async () => {
  expect(await read()).toEqual([{ id: 7 }])
  await pipeline.query({ name: 'sweep', text: 'deallocate all', values: [] })
  expect(await read()).toEqual([{ id: 7 }])
})

test('writes on a new connection when the session has become read-only', async () => {
  await pipeline.query({
    name: 'stand-by',
    text: `set session characteristics as transaction read only`,
    values: [],
  })
  const text = 'insert into notes values (8) returning id'
  expect(await pipeline.query({ name: 'write-note', text, values: [] })).toEqual([{ id: 8 }])
  await outside.query('delete from notes where id = 8')
})

test('a read-only server is refused', async () => {
  const url = new URL(database.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const standby = createPipeline({ url: url.href, name: 'wasl on a standby' })
  await expect(
    standby.query({ name: 'read-notes', text: 'select id from notes', values: [] }),
  ).rejects.toMatchObject({ code: '25006' })
  await standby.close()
})

test('a statement that PostgreSQL cannot execute is tried twice at most', async () => {
  const text = 'select count(*) from notes for update'
  await expect(pipeline.query({ name: 'impossible', text, values: [] })).rejects.toThrow(
    'FOR UPDATE is not allowed with aggregate functions',
  )
  expect(await read()).toEqual([{ id: 7 }])
})
