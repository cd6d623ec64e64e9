import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { inDatabase } from '../../../test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { connectionTo } from './session.ts'

describe('a session on a database with other defaults', () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  let server: pg.Client
  let db: Database

  beforeAll(async () => {
    server = new pg.Client({ connectionString: inject('databaseServerUrl') })
    await server.connect()
    await server.query(`create database ${name}`)
    for (const other of [
      `timezone = 'Africa/Algiers'`,
      `datestyle = 'German, DMY'`,
      `search_path = elsewhere`,
      `default_transaction_isolation = 'serializable'`,
    ]) {
      await server.query(`alter database ${name} set ${other}`)
    }
    const url = new URL(inDatabase(inject('databaseServerUrl'), name))
    url.searchParams.set('options', '-c datestyle=SQL -c work_mem=5MB')
    db = createDatabase(url.href)
  })

  afterAll(async () => {
    await db.close()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })

  const text = `select current_setting('timezone') as zone, current_setting('datestyle') as style,
    current_setting('search_path') as path, current_setting('transaction_isolation') as isolation,
    current_setting('work_mem') as asked`

  const ours = {
    zone: 'UTC',
    style: expect.stringMatching(/^ISO, /),
    path: 'public',
    isolation: 'read committed',
    asked: '5MB',
  }

  test.each(['pool', 'probes'] as const)(
    'of %s has what ours need, and what the URL asks for',
    async (pool) => {
      expect((await db[pool].query(text)).rows).toEqual([ours])
    },
  )

  test.each(['hot', 'notes', 'status', 'opens', 'moves', 'claims', 'results', 'apart'] as const)(
    'of the lane %s too',
    async (lane) => {
      const statement = { name: 'settings', text, values: [] }
      expect(await db[lane].query(statement)).toEqual([ours])
    },
  )

  test('uses the URL unchanged when it has no settings', () => {
    const url = 'postgres://wasl:a%2Fb@db.internal/wasl?sslmode=require'
    expect(connectionTo(url, { timezone: 'UTC' })).toEqual({
      connectionString: url,
      options: '-c timezone=UTC',
      connectionTimeoutMillis: 5_000,
    })
  })
})
