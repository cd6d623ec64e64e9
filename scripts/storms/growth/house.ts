/** A PostgreSQL of the storm's own, the platform on it, and the command that retains. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '@wasl/embedded-postgres'
import type pg from 'pg'
import { openPool } from '../../../platform/test/support/database.ts'
import {
  startPlatformProcess,
  type PlatformProcess,
} from '../../../platform/test/support/platform-process.ts'
import { programFor } from '../../../platform/test/support/program.ts'
import { SILENT } from '../storm.ts'

/** For a database of some tens of gigabytes on a small server. */
const USUAL = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  work_mem: '32MB',
}

/** What is written is not logged, and nothing waits for the disk. Only while rows are seeded. */
const WHILE_SEEDING = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

const RETAIN = join(import.meta.dirname, '../../../platform/src/run/commands/retain.ts')

export type House = {
  url: string
  /** The storm's own connections, new ones after the server was restarted. */
  pool: pg.Pool
  operatorKey: string
  /** Starts the server again, with the settings of this phase. */
  restart(phase: 'seeding' | 'usual'): Promise<void>
  startPlatform(): Promise<PlatformProcess>
  /** @returns what the command said. */
  retain(keep: { months: number; attemptDays: number; exportDir: string }): Promise<string>
  close(): Promise<void>
}

export const openHouse = async (dataDir: string): Promise<House> => {
  const port = await freePort()
  const start = () => startEmbeddedPostgres({ dataDir, log: SILENT, choosePort: async () => port })
  let server: EmbeddedPostgres = await start()
  const { url } = server
  const pool = openPool(url, 4)
  pool.on('error', () => undefined)
  const operatorKey = `operator-${randomBytes(12).toString('hex')}`
  const secrets = { DATABASE_URL: url, WASL_MASTER_KEY: randomBytes(32).toString('base64') }
  return {
    url,
    pool,
    operatorKey,
    async restart(phase) {
      await pool.query('alter system reset all')
      const settings = { ...USUAL, ...(phase === 'seeding' ? WHILE_SEEDING : {}) }
      for (const [name, value] of Object.entries(settings)) {
        await pool.query(`alter system set ${name} = '${value}'`)
      }
      await server.stop()
      server = await start()
      if (server.url !== url) throw new Error(`the server moved from ${url} to ${server.url}`)
    },
    startPlatform: () =>
      startPlatformProcess(operatorKey, {
        ...secrets,
        WASL_OPERATOR_KEY: operatorKey,
        WASL_ALLOW_PRIVATE_TARGETS: '1',
        // Dropping is the command's work here.
        WASL_KEEP_ATTEMPT_DAYS: '36500',
      }),
    retain: ({ months, attemptDays, exportDir }) =>
      runCommand({
        ...secrets,
        WASL_KEEP_MONTHS: String(months),
        WASL_KEEP_ATTEMPT_DAYS: String(attemptDays),
        WASL_EXPORT_DIR: exportDir,
      }),
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

const runCommand = (env: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const all = { ...process.env, ...env }
    execFile(process.execPath, [programFor(RETAIN)], { env: all }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout + stderr)
      else reject(new Error(`the command failed: ${stdout}${stderr}`, { cause: error }))
    })
  })
