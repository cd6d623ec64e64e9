/** The files and processes of the project's own PostgreSQL, for tests that need servers of their own. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { locateBinaries, shelvesFor } from '../../../embedded-postgres/src/binaries.ts'
import {
  createCluster,
  DATABASE,
  ROLE,
  serverPathOf,
  type Cluster,
} from '../../../embedded-postgres/src/cluster.ts'
import { startPostmaster, type Postmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { identityOf } from '../../../embedded-postgres/src/processes.ts'
import { chooseServerUser } from '../../../embedded-postgres/src/server-user.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A folder for clusters, which the user of PostgreSQL can enter; the caller removes it. */
export const makeHome = async (prefix: string): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), prefix))
  chmodSync(home, 0o711)
  return home
}

/** A place for a cluster, without its files. */
export const clusterIn = (home: string, name: string): Cluster => {
  const folder = join(home, name)
  const user = chooseServerUser(folder, log)
  return { folder, serverPath: folder, user, binaries: locateBinaries(user, shelvesFor(home)) }
}

/** A cluster that has not been started, whose commits wait for the disk. */
export const makeCluster = async (
  home: string,
  name: string,
): Promise<{ cluster: Cluster; urlAt(port: number): string }> => {
  const cluster = clusterIn(home, name)
  const password = randomBytes(24).toString('base64url')
  await createCluster(cluster, password, true)
  return {
    cluster,
    urlAt: (port) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`,
  }
}

export const startCluster = async (cluster: Cluster, port: number): Promise<Postmaster> => {
  const owner = identityOf(process.pid) as string
  const place = { ...cluster, serverPath: serverPathOf(cluster.user, cluster.folder) }
  const settings = { port, socketFolder: null, owner, fast: false }
  const started = await startPostmaster(place, settings, log)
  if (!started.ok) throw new Error(started.message)
  return started.postmaster
}

/** Kills a server with kill -9 of its first process; the others end by themselves. */
export const killPostmaster = async ({ pid, ended }: Postmaster): Promise<void> => {
  process.kill(pid, 'SIGKILL')
  await ended
}

/**
 * Copies the files while the server writes them, with what the copy needs to be told of that. No
 * pg_basebackup comes with this PostgreSQL: the copy is made by hand, as its manual says.
 */
export const copyRunning = async (url: string, from: Cluster, to: Cluster): Promise<void> => {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  await session.query(`select pg_backup_start('copy', true)`)
  execFileSync('cp', ['-a', from.folder, to.folder])
  const { rows } = await session.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  await session.end()
  for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
    rmSync(join(to.folder, name), { recursive: true, force: true })
  }
  mkdirSync(join(to.folder, 'pg_wal'), { mode: 0o700 })
  giveTo(to, join(to.folder, 'pg_wal'))
  writeClusterFile(to, 'backup_label', rows[0]?.labelfile as string)
}

/** Writes a file that the server itself may remove. */
export const writeClusterFile = (cluster: Cluster, name: string, content: string): void => {
  writeFileSync(join(cluster.folder, name), content)
  giveTo(cluster, join(cluster.folder, name))
}

export const giveTo = ({ user }: Cluster, path: string): void => {
  if (user !== null) chownSync(path, user.uid, user.gid)
}

/** @returns the first row, from a session that ends with the statement. */
export const askAt = async (url: string, sql: string): Promise<pg.QueryResultRow | undefined> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}
