import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { tellMissingLanguages } from '../../../scripts/test/languages.ts'
import { identityOf } from '../../../embedded-postgres/src/processes.ts'
import type { Log } from '../../src/base/database/log.ts'
import { migrate } from '../../src/base/database/migrate.ts'
import { makePartitions } from '../../src/operations/retention/make-partitions.ts'
import { BARE_TEMPLATE, inDatabase, TEMPLATE } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test server's maintenance database, from which databases are cloned. */
    databaseServerUrl: string
    /** A folder of this run, for what one test file makes and others use too. */
    sharedFolder: string
  }
}

const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/wasl-tests')

/** Names the process, so that a later run can tell what a killed one left behind. */
const FOLDER = `wasl-test-${process.pid}-`

/** Linux keeps it in memory. A database has a thousand files, and on a disk each costs the kernel's time. */
const MEMORY = '/dev/shm'

/** The run's databases and their log need less than half of it. Containers often have far less. */
const MEMORY_BYTES_MIN = 3 * 1024 ** 3

/**
 * Starts one PostgreSQL for the whole run, in memory or else on a disk without waiting for it, with a
 * template database that has every migration. The server ends with this process even when it is
 * killed; the folder of a killed run is removed by the next.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // Hundreds of processes run the same files: what one has compiled the others need not compile.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  tellMissingLanguages()
  await removeDeadFolders()
  const dataDir = await mkdtemp(join(await quickPlace(), FOLDER))
  const sharedFolder = await mkdtemp(join(tmpdir(), FOLDER))
  const folders = [dataDir, sharedFolder]
  const server = await startEmbeddedPostgres({ dataDir, log, fast: true })
  const databaseServerUrl = inDatabase(server.url, 'postgres')
  await run(databaseServerUrl, `create database ${BARE_TEMPLATE}`)
  await migrate(inDatabase(server.url, BARE_TEMPLATE), log)
  await run(databaseServerUrl, `create database ${TEMPLATE} template ${BARE_TEMPLATE}`)
  await makeTemplatePartitions(inDatabase(server.url, TEMPLATE))
  for (const template of [BARE_TEMPLATE, TEMPLATE]) {
    // A database that somebody is connected to cannot be cloned.
    await run(databaseServerUrl, `alter database ${template} allow_connections false`)
  }
  project.provide('databaseServerUrl', databaseServerUrl)
  project.provide('sharedFolder', sharedFolder)
  const removeAtOnce = (): void => {
    process.kill(server.pid(), 'SIGQUIT')
    waitForEnd(server.pid())
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  // A run that is interrupted never comes to its end below.
  process.once('exit', removeAtOnce)
  for (const [signal, code] of SIGNALS) process.once(signal, () => process.exit(code))
  return async () => {
    process.off('exit', removeAtOnce)
    await server.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
}

/** At the exit of a process nothing can be awaited. */
const waitForEnd = (pid: number): void => {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 250 && identityOf(pid) !== null; tries += 1) {
    Atomics.wait(clock, 0, 0, 20)
  }
}

/** What ends a run, and the code with which a shell tells of it. */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/** What goes wrong in the server is shown between the tests; what goes well is not. */
const log: Log = { info: () => undefined, warn: console.warn, error: console.error }

const run = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Each platform makes them at its start otherwise: fifty tables, for which all its sessions plan again. */
const makeTemplatePartitions = async (url: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await makePartitions(pool)
  await pool.end()
}

const quickPlace = async (): Promise<string> => {
  const space = await statfs(MEMORY).catch(() => null)
  return space !== null && space.bavail * space.bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}

const removeDeadFolders = async (): Promise<void> => {
  for (const place of [MEMORY, tmpdir()]) {
    for (const name of await readdir(place).catch(() => [])) {
      const pid = /^wasl-test-(\d+)-/.exec(name)?.[1]
      if (pid === undefined || identityOf(Number(pid)) !== null) continue
      // It may be another user's.
      await rm(join(place, name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}
