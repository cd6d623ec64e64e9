/** A PostgreSQL of Debian whose log pgBackRest archives, as deploy/pgbackrest has it. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import {
  archiveAll,
  startArchivedPostgres,
} from '../../../platform/test/storms/support/archived-postgres.ts'
import { askAt } from '../../../platform/test/support/own-cluster.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { serverPrograms, serverUser } from '../failover/cluster.ts'
import type { Scene } from '../storm.ts'
import { startTool, type Tool } from '../tool.ts'

export type BackedUpServer = {
  name: string
  url: string
  /** For `backup check`; null where pgBackRest has no part. */
  check: { args: string[]; env: Record<string, string>; hideLog(): HiddenLog } | null
  backUp(): Promise<void>
  /** Gives the present moment a name. */
  mark(name: string): Promise<void>
  archiveAll(): Promise<void>
  /** Stops it, brings back the files of that moment, and starts it. */
  restoreTo(mark: string): Promise<void>
}

/** A file of the log that was taken out of the repository, until `bringBack`. */
export type HiddenLog = { name: string; bringBack(): void }

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

/** The folders and programs of one server. */
type Place = {
  home: string
  user: ReturnType<typeof serverUser>
  url: string
  backrest(...args: string[]): void
}

export const startBackedUpServer = async (
  { folder, atEnd }: Pick<Scene, 'folder' | 'atEnd'>,
  name: string,
  stanza: string,
): Promise<BackedUpServer> => {
  const config = join(folder, name, 'pgbackrest.conf')
  const place = await makeServer(folder, name, stanza, config)
  const { url, backrest } = place
  const running = createRunning(place)
  const moments = new Map<string, Date>()
  atEnd(running.kill)
  await running.start()
  await askAt(adminOf(url), 'create database wasl')
  backrest('stanza-create')
  return {
    name,
    url,
    check: {
      args: ['--stanza', stanza],
      env: { PGBACKREST_CONFIG: config },
      hideLog: () => hideLog(join(place.home, 'repository', 'archive', stanza)),
    },
    backUp: async () => backrest('--type=full', 'backup'),
    async mark(mark) {
      const row = await askAt(url, 'select clock_timestamp() as at')
      moments.set(mark, row?.['at'] as Date)
    },
    archiveAll: () => archiveAll(url),
    async restoreTo(mark) {
      const moment = moments.get(mark)
      if (moment === undefined) throw new Error(`nobody has marked ${mark}`)
      await running.stop()
      const target = `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`
      backrest('--type=time', target, '--target-action=promote', 'restore')
      await running.start()
    },
  }
}

/** The last file but one: the newest backup needs it, and `pgbackrest info` does not miss it. */
const hideLog = (archive: string): HiddenLog => {
  const path = readdirSync(archive, { recursive: true, encoding: 'utf8' })
    .filter((one) => /\/[0-9A-F]{24}-[0-9a-f]{40}/.test(one))
    .toSorted()
    .at(-2)
  if (path === undefined) throw new Error(`expected two files of the log in ${archive}`)
  const [from, to] = [join(archive, path), join(archive, '..', 'hidden')]
  renameSync(from, to)
  return { name: /[0-9A-F]{24}(?=-)/.exec(path)?.[0] ?? '', bringBack: () => renameSync(to, from) }
}

const makeServer = async (
  folder: string,
  name: string,
  stanza: string,
  config: string,
): Promise<Place> => {
  const user = serverUser()
  const home = join(folder, name)
  const folders = ['log', 'lock', 'spool', 'repository'].map((one) => join(home, one))
  for (const path of [home, ...folders]) {
    mkdirSync(path, { mode: 0o755 })
    if (user !== null) chownSync(path, user.uid, user.gid)
  }
  const port = await freePort()
  writeFileSync(config, repositorySettings(stanza, home, port))
  const run = (program: string, ...args: string[]): void => {
    execFileSync(program, args, { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const data = join(home, 'data')
  run(join(serverPrograms(), 'initdb'), '-D', data, '-U', 'postgres', '-E', 'UTF8', '--auth=trust')
  const lines = [
    `port = ${port}`,
    `unix_socket_directories = '${home}'`,
    'wal_level = logical',
    'max_connections = 200',
    archiveSettings(stanza, config),
  ]
  appendFileSync(join(data, 'postgresql.conf'), lines.join('\n'))
  return {
    home,
    user,
    url: `postgres://postgres@127.0.0.1:${port}/wasl`,
    backrest: (...args) => run('pgbackrest', `--config=${config}`, `--stanza=${stanza}`, ...args),
  }
}

/** The database that is always there. */
const adminOf = (url: string): string => url.replace(/wasl$/, 'postgres')

const createRunning = ({ home, user, url }: Place) => {
  let server: Tool | null = null
  const isOpen = async (): Promise<boolean> => {
    const asked = askAt(adminOf(url), 'select pg_is_in_recovery() as waits')
    return (await asked.catch(() => undefined))?.['waits'] === false
  }
  return {
    async start() {
      const options = { log: join(home, 'log', 'postgres.log'), user, cwd: home }
      server = startTool(join(serverPrograms(), 'postgres'), ['-D', join(home, 'data')], options)
      await until('the server', isOpen, STARTING_MS)
    },
    /** SIGINT is its fast way to stop; what a tool is asked with waits for its sessions. */
    async stop() {
      if (server === null) return
      process.kill(server.pid, 'SIGINT')
      await until('the server to stop', () => server?.isRunning() === false, STARTING_MS)
    },
    kill: () => server?.kill(),
  }
}

/** Of the settings that several cells need (docs/guides/grow.md). */
const OF_CELLS = [
  'wal_level = logical',
  'max_logical_replication_workers = 8',
  'max_worker_processes = 16',
  'wal_retrieve_retry_interval = 200ms',
]

/**
 * A cell. Several cells need PostgreSQL 16 or newer, which Debian 12 and its pgBackRest have not: so this is the
 * project's own server, with its log archived into a folder. It can be restored once.
 */
export const startCellServer = async (
  { atEnd }: Pick<Scene, 'atEnd'>,
  name: string,
): Promise<BackedUpServer> => {
  const { close, ...server } = await startArchivedPostgres(OF_CELLS)
  atEnd(close)
  return { ...server, name, check: null }
}
