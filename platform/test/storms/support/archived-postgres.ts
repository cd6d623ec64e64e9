import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import pg from 'pg'
import { locateBinaries, shelvesFor } from '../../../../embedded-postgres/src/binaries.ts'
import {
  createCluster,
  DATABASE,
  ensurePassword,
  ROLE,
  serverPathOf,
  type Cluster,
} from '../../../../embedded-postgres/src/cluster.ts'
import { startPostmaster, type Postmaster } from '../../../../embedded-postgres/src/postmaster.ts'
import { identityOf } from '../../../../embedded-postgres/src/processes.ts'
import { chooseServerUser } from '../../../../embedded-postgres/src/server-user.ts'
import { until } from '../../support/wait.ts'

/** One of the project's own PostgreSQL, which archives its log into a folder as an operator's does. */
export type ArchivedPostgres = {
  url: string
  /** A base backup of the running server. */
  backUp(): Promise<void>
  /** Gives a moment a name, to which the server can be restored. */
  mark(name: string): Promise<void>
  /** Waits until everything that was written so far is in the archive. */
  archiveAll(): Promise<void>
  /** Stops the server and puts in its place, at the same address, the base backup and the log up to the mark. */
  restoreTo(mark: string): Promise<void>
  close(): Promise<void>
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** @param settings more lines of its configuration. */
export const startArchivedPostgres = async (
  settings: readonly string[] = [],
): Promise<ArchivedPostgres> => {
  const home = await mkdtemp(join(tmpdir(), 'wasl-archived-'))
  chmodSync(home, 0o711)
  const first = clusterIn(home, 'first')
  const copy = clusterIn(home, 'copy')
  const archive = join(home, 'archive')
  mkdirSync(archive)
  giveTo(first, archive)
  await createCluster(first, true)
  const password = await ensurePassword(first, join(home, 'password'), log, true)
  const archiving = [...settings, 'archive_mode = on', `archive_command = 'cp %p ${archive}/%f'`]
  appendFileSync(join(first.folder, 'postgresql.conf'), `${archiving.join('\n')}\n`)
  const port = await freePort()
  let server = await start(first, port)
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`
  return {
    url,
    backUp: () => copyRunning(url, first, copy),
    mark: async (name) => void (await ask(url, `select pg_create_restore_point('${name}')`)),
    async archiveAll() {
      const [row] = await ask(url, 'select pg_walfile_name(pg_switch_wal()) as file')
      await until('the log to be archived', async () => {
        const [archived] = await ask(url, 'select last_archived_wal as file from pg_stat_archiver')
        return String(archived?.['file'] ?? '') >= String(row?.['file'])
      })
    },
    async restoreTo(mark) {
      await server.stop()
      const recovery = [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_name = '${mark}'`,
        `recovery_target_action = 'promote'`,
        'archive_mode = off',
      ]
      appendFileSync(join(copy.folder, 'postgresql.conf'), `${recovery.join('\n')}\n`)
      writeFileSync(join(copy.folder, 'recovery.signal'), '')
      giveTo(copy, join(copy.folder, 'recovery.signal'))
      server = await start(copy, port)
      await until('the restore to end', async () => {
        const [row] = await ask(url, 'select pg_is_in_recovery() as recovering')
        return row?.['recovering'] === false
      })
    },
    async close() {
      await server.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const clusterIn = (home: string, name: string): Cluster => {
  const folder = join(home, name)
  const user = chooseServerUser(folder, log)
  return { folder, serverPath: folder, user, binaries: locateBinaries(user, shelvesFor(home)) }
}

const giveTo = ({ user }: Cluster, path: string): void => {
  if (user !== null) chownSync(path, user.uid, user.gid)
}

const start = async (cluster: Cluster, port: number): Promise<Postmaster> => {
  const owner = identityOf(process.pid) as string
  const place = { ...cluster, serverPath: serverPathOf(cluster.user, cluster.folder) }
  const started = await startPostmaster(
    place,
    { port, socketFolder: null, owner, fast: false },
    log,
  )
  if (!started.ok) throw new Error(started.message)
  return started.postmaster
}

/** No pg_basebackup comes with it: the copy is made by hand, as its manual says. */
const copyRunning = async (url: string, from: Cluster, to: Cluster): Promise<void> => {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  await session.query(`select pg_backup_start('drill', true)`)
  execFileSync('cp', ['-a', from.folder, to.folder])
  const { rows } = await session.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  await session.end()
  for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
    rmSync(join(to.folder, name), { recursive: true, force: true })
  }
  mkdirSync(join(to.folder, 'pg_wal'), { mode: 0o700 })
  writeFileSync(join(to.folder, 'backup_label'), rows[0]?.labelfile as string)
  for (const name of ['pg_wal', 'backup_label']) giveTo(to, join(to.folder, name))
}

const ask = async (url: string, sql: string): Promise<pg.QueryResultRow[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
