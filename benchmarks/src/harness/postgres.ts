import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import type { Cleanup } from './cleanup.ts'
import { query } from './set-postgres.ts'

export type BenchPostgres = {
  /** A new database with the platform's schema. */
  createMigrated(name: string): Promise<BenchDatabase>
  /** A new database: empty, or a copy of another one. */
  create(name: string, template?: string): Promise<BenchDatabase>
  /** The database of this name that an earlier run left in the folder, or null. */
  find(name: string): Promise<BenchDatabase | null>
}

export type BenchDatabase = {
  name: string
  url: string
  /** A connection for set-up and checks. */
  client: pg.Client
  drop(): Promise<void>
  /** Closes the connection, so that the database can be copied. */
  disconnect(): Promise<void>
}

const LOG = {
  info: () => undefined,
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
}

/**
 * Starts the embedded PostgreSQL with its usual settings: each commit waits for the disk.
 *
 * @param keptIn the folder in which its files stay; by default they are deleted after the run.
 */
export const startPostgres = async (
  cleanup: Cleanup,
  keptIn: string | null = null,
): Promise<BenchPostgres> => {
  const dataDir = keptIn ?? mkdtempSync(join(tmpdir(), 'wasl-bench-'))
  if (keptIn === null) cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
  else mkdirSync(keptIn, { recursive: true })
  const server = await startEmbeddedPostgres({ dataDir, log: LOG })
  cleanup.add(() => server.stop())

  const open = async (name: string): Promise<BenchDatabase> => {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    // Closed by us, or when the server stops.
    client.on('error', () => undefined)
    const disconnect = cleanup.add(() => client.end())
    return {
      name,
      url: url.href,
      client,
      disconnect,
      async drop() {
        await disconnect()
        await query(server.url, `drop database ${name} with (force)`)
      },
    }
  }
  const create = async (name: string, template = 'template1'): Promise<BenchDatabase> => {
    await query(server.url, `drop database if exists ${name} with (force)`)
    await query(server.url, `create database ${name} template ${template}`)
    return open(name)
  }
  return {
    create,
    async find(name) {
      const exists = `select from pg_database where datname = '${name}'`
      return (await query(server.url, exists)).length === 0 ? null : open(name)
    },
    async createMigrated(name) {
      const database = await create(name)
      await migrate(database.url, LOG)
      return database
    },
  }
}
