import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { types } from '../../src/base/database/types.ts'

/** The database with every migration, the partitions of the coming days and months, and no rows of tests. */
export const TEMPLATE = 'wasl_template'

/** The same without these partitions, as the migrations leave it. */
export const BARE_TEMPLATE = 'wasl_bare_template'

export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * A database of its own for a test file: every migration is applied, and nobody else's rows are in
 * it. Drop it in `afterAll`; connections that are still open then are cut.
 */
export const createTestDatabase = async (template = TEMPLATE): Promise<TestDatabase> => {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(serverUrl, `create database ${name} template ${template}`)
  return {
    url: inDatabase(serverUrl, name),
    drop: () => run(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Connections of the test's own; the caller ends the pool. Its end does not wait until they have closed, so
 * the drop of the database may cut them.
 */
export const openPool = (url: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max, types })
  pool.on('error', () => undefined)
  return pool
}

/** A session of the test's own; the caller ends it. */
export const connectTo = async (url: string, more: pg.ClientConfig = {}): Promise<pg.Client> => {
  const client = new pg.Client({ ...more, connectionString: url })
  await client.connect()
  return client
}

/**
 * A connection to a database of the file's own, in a transaction of its own for each test: whatever
 * a test changes there, the next one finds it as it was.
 */
export const useUndoneConnection = (more: pg.ClientConfig = {}): { client: pg.Client } => {
  const connection = {} as { client: pg.Client }
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    connection.client = await connectTo(database.url, more)
  })
  beforeEach(() => connection.client.query('begin'))
  afterEach(() => connection.client.query('rollback'))
  afterAll(async () => {
    await connection.client.end()
    await database.drop()
  })
  return connection
}

/** The same server's URL with another database in it. */
export const inDatabase = (url: string, database: string): string => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

const run = async (serverUrl: string, sql: string): Promise<void> => {
  const client = await connectTo(serverUrl)
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
