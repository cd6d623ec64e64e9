import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import type { Cleanup } from './cleanup.ts'

export type BenchPostgres = {
  /** A new database with the platform's schema. */
  createMigrated(name: string): Promise<BenchDatabase>
  /** A new database: empty, or a copy of another one. */
  create(name: string, template?: string): Promise<BenchDatabase>
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

/** Starts the embedded PostgreSQL with its usual settings: each commit waits for the disk. */
export const startPostgres = async (cleanup: Cleanup): Promise<BenchPostgres> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wasl-bench-'))
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, log: LOG })
  cleanup.add(() => server.stop())

  const create = async (name: string, template = 'template1'): Promise<BenchDatabase> => {
    await administer(server.url, `drop database if exists ${name} with (force)`)
    await administer(server.url, `create database ${name} template ${template}`)
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
        await administer(server.url, `drop database ${name} with (force)`)
      },
    }
  }
  return {
    create,
    async createMigrated(name) {
      const database = await create(name)
      await migrate(database.url, LOG)
      return database
    },
  }
}

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
