/** A PostgreSQL of Debian whose log pgBackRest archives, as deploy/pgbackrest has it. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import pg from 'pg'
import { until } from '../../../platform/test/support/wait.ts'
import { serverPrograms, serverUser } from '../failover/cluster.ts'
import type { Scene } from '../storm.ts'
import { startTool, type Tool } from '../tool.ts'

export type BackedUpServer = {
  name: string
  url: string
  stanza: string
  /** What a program needs to find the repository. */
  env: { PGBACKREST_CONFIG: string }
  backUp(): void
  /** The present moment of the server. */
  moment(): Promise<Date>
  archiveAll(): Promise<void>
  /** Stops it, brings back the files of that moment, and starts it. */
  restoreTo(moment: Date): Promise<void>
}

const STARTING_MS = 60_000

/** Everything that deploy/pgbackrest/wasl-archive.conf sets, with another folder of pgBackRest's settings. */
const archiveSettings = (stanza: string, config: string): string =>
  readFileSync(
    join(import.meta.dirname, '../../../deploy/pgbackrest/wasl-archive.conf'),
    'utf8',
  ).replace('pgbackrest --stanza=wasl', `pgbackrest --config=${config} --stanza=${stanza}`)

/** deploy/pgbackrest/pgbackrest.conf for the folders and the port of this server. */
const repositorySettings = (stanza: string, home: string, port: number): string =>
  `${readFileSync(join(import.meta.dirname, '../../../deploy/pgbackrest/pgbackrest.conf'), 'utf8')
    .replace('/var/lib/pgbackrest', join(home, 'repository'))
    .replace('CHANGE-ME', 'of-the-drill')
    .replace(
      '[wasl]',
      `log-path=${home}/log\nlock-path=${home}/lock\nspool-path=${home}/spool\n\n[${stanza}]`,
    )
    .replace('/var/lib/postgresql/15/main', join(home, 'data'))
    .replace('5432', String(port))}pg1-socket-path=${home}\npg1-user=postgres\n`

export const startBackedUpServer = async (
  { folder, atEnd }: Pick<Scene, 'folder' | 'atEnd'>,
  name: string,
  stanza: string,
): Promise<BackedUpServer> => {
  const user = serverUser()
  const home = join(folder, name)
  for (const path of [
    home,
    ...['log', 'lock', 'spool', 'repository'].map((one) => join(home, one)),
  ]) {
    mkdirSync(path, { mode: 0o755 })
    if (user !== null) chownSync(path, user.uid, user.gid)
  }
  const port = await freePort()
  const config = join(home, 'pgbackrest.conf')
  writeFileSync(config, repositorySettings(stanza, home, port))
  const run = (program: string, ...args: string[]): void => {
    execFileSync(program, args, { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const backrest = (...args: string[]): void =>
    run('pgbackrest', `--config=${config}`, `--stanza=${stanza}`, ...args)
  const data = join(home, 'data')
  run(join(serverPrograms(), 'initdb'), '-D', data, '-U', 'postgres', '-E', 'UTF8', '--auth=trust')
  const lines = [`port = ${port}`, `unix_socket_directories = '${home}'`, 'wal_level = logical']
  appendFileSync(
    join(data, 'postgresql.conf'),
    `${lines.join('\n')}\nmax_connections = 200\n${archiveSettings(stanza, config)}`,
  )
  let server: Tool | null = null
  const start = (): void => {
    const options = { log: join(home, 'log', 'postgres.log'), user, cwd: home }
    server = startTool(join(serverPrograms(), 'postgres'), ['-D', data], options)
  }
  // SIGINT is its fast way to stop; what a tool is asked with waits for its sessions.
  const stop = async (): Promise<void> => {
    if (server === null) return
    process.kill(server.pid, 'SIGINT')
    await until('the server to stop', () => server?.isRunning() === false, STARTING_MS)
  }
  atEnd(() => server?.kill())
  const url = `postgres://postgres@127.0.0.1:${port}/wasl`
  const ask = (sql: string, at = url): Promise<pg.QueryResultRow | undefined> => askAt(at, sql)
  const isOpen = async (): Promise<boolean> => {
    const row = await ask(
      'select pg_is_in_recovery() as waits',
      url.replace(/wasl$/, 'postgres'),
    ).catch(() => undefined)
    return row?.['waits'] === false
  }
  start()
  await until('the server', isOpen, STARTING_MS)
  await ask('create database wasl', url.replace(/wasl$/, 'postgres'))
  backrest('stanza-create')
  return {
    name,
    url,
    stanza,
    env: { PGBACKREST_CONFIG: config },
    backUp: () => backrest('--type=full', 'backup'),
    moment: async () => (await ask('select clock_timestamp() as at'))?.['at'] as Date,
    async archiveAll() {
      const file = String((await ask('select pg_walfile_name(pg_switch_wal()) as file'))?.['file'])
      await until('the log to be archived', async () => {
        const row = await ask('select last_archived_wal as file from pg_stat_archiver')
        return String(row?.['file'] ?? '') >= file
      })
    },
    async restoreTo(moment) {
      await stop()
      backrest(
        '--type=time',
        `--target=${moment.toISOString().replace('Z', '+00')}`,
        '--target-action=promote',
        'restore',
      )
      start()
      await until('the restored server', isOpen, STARTING_MS)
    },
  }
}

const askAt = async (url: string, sql: string): Promise<pg.QueryResultRow | undefined> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}
