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
import { startCuttableWay } from '../../support/cuttable.ts'
import { until } from '../../support/wait.ts'

/** One server of a pair. Nobody starts it again when it ends. */
export type Server = {
  url: string
  /** kill -9 of the server's first process; the others of it end by themselves. */
  kill(): Promise<void>
  /** Stops it as an administrator does. */
  stop(): Promise<void>
}

export type ReplicatedPostgres = {
  primary: Server
  /** Receives the primary's log as it is written, and answers questions. */
  standby: Server
  /** From now on a commit on the primary waits until the standby has it on its disk. */
  replicateSynchronously(): Promise<void>
  /** Nothing of the primary reaches the standby any more, and neither is told so. */
  part(): void
  /** Makes the standby a primary; resolves when it can be written. */
  promote(): Promise<void>
  close(): Promise<void>
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The name by which the primary knows its standby. */
const STANDBY = 'second'

/**
 * Two of the project's own PostgreSQL on loopback, one replicating the other, as an operator's are.
 * No pg_basebackup comes with it: the copy is made by hand, as its manual says.
 */
export const startReplicatedPostgres = async (): Promise<ReplicatedPostgres> => {
  const home = await mkdtemp(join(tmpdir(), 'wasl-replicated-'))
  chmodSync(home, 0o711)
  const first = clusterIn(home, 'first')
  const second = clusterIn(home, STANDBY)
  await createCluster(first, true)
  const password = await ensurePassword(first, join(home, 'password'), log, true)
  appendFileSync(join(first.folder, 'pg_hba.conf'), `host replication ${ROLE} 127.0.0.1/32 trust\n`)
  const primary = await start(first, password)
  const between = await startCuttableWay(primary.url)
  await copyRunning(primary, between.url, first, second)
  const standby = await start(second, password)
  return {
    primary,
    standby,
    async replicateSynchronously() {
      await ask(primary, `alter system set synchronous_standby_names = '${STANDBY}'`)
      await ask(primary, 'select pg_reload_conf()')
      await until('the standby to be waited for', async () => {
        const [row] = await ask(primary, 'select sync_state from pg_stat_replication')
        return row?.['sync_state'] === 'sync'
      })
    },
    part: between.silence,
    async promote() {
      await ask(standby, 'select pg_promote(true, 20)')
      await until('the standby to take over', async () => {
        const [row] = await ask(standby, 'select pg_is_in_recovery() as standing_by')
        return row?.['standing_by'] === false
      })
    },
    async close() {
      await between.cut()
      await Promise.all([primary.stop(), standby.stop()])
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const clusterIn = (home: string, name: string): Cluster => {
  const folder = join(home, name)
  const user = chooseServerUser(folder, log)
  const binaries = locateBinaries(user, shelvesFor(home))
  return { folder, serverPath: folder, user, binaries }
}

const start = async (cluster: Cluster, password: string): Promise<Server> => {
  const port = await freePort()
  const owner = identityOf(process.pid) as string
  const place = { ...cluster, serverPath: serverPathOf(cluster.user, cluster.folder) }
  const settings = { port, socketFolder: null, owner, fast: false }
  const started = await startPostmaster(place, settings, log)
  if (!started.ok) throw new Error(started.message)
  return {
    url: `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    kill: () => end(started.postmaster),
    stop: () => started.postmaster.stop(),
  }
}

const end = async ({ pid, ended }: Postmaster): Promise<void> => {
  process.kill(pid, 'SIGKILL')
  await ended
}

/**
 * The files as they are while the server writes them, and what it needs to be told of that.
 *
 * @param followed the primary's URL, by the way on which the copy is to follow it.
 */
const copyRunning = async (
  primary: Server,
  followed: string,
  first: Cluster,
  second: Cluster,
): Promise<void> => {
  const session = new pg.Client({ connectionString: primary.url })
  await session.connect()
  await session.query(`select pg_backup_start('${STANDBY}', true)`)
  execFileSync('cp', ['-a', first.folder, second.folder])
  const { rows } = await session.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  await session.end()
  for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
    rmSync(join(second.folder, name), { recursive: true, force: true })
  }
  mkdirSync(join(second.folder, 'pg_wal'), { mode: 0o700 })
  writeFileSync(join(second.folder, 'backup_label'), rows[0]?.labelfile as string)
  writeFileSync(join(second.folder, 'standby.signal'), '')
  for (const name of second.user === null ? [] : ['pg_wal', 'backup_label', 'standby.signal']) {
    chownSync(join(second.folder, name), second.user?.uid as number, second.user?.gid as number)
  }
  const { hostname, port } = new URL(followed)
  const from = `host=${hostname} port=${port} user=${ROLE} application_name=${STANDBY}`
  appendFileSync(join(second.folder, 'postgresql.conf'), `primary_conninfo = '${from}'\n`)
}

const ask = async (server: Server, sql: string): Promise<pg.QueryResultRow[]> => {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
