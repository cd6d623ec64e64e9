import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { ROLE, type Cluster } from '../../../../embedded-postgres/src/cluster.ts'
import { startCuttableWay } from '../../support/cuttable.ts'
import {
  askAt,
  clusterIn,
  copyRunning,
  killPostmaster,
  makeCluster,
  makeHome,
  startCluster,
  writeClusterFile,
} from '../../support/own-cluster.ts'
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

/** The name by which the primary knows its standby. */
const STANDBY = 'second'

/** Two of our own PostgreSQL on loopback, one replicating the other, as an operator's are. */
export const startReplicatedPostgres = async (): Promise<ReplicatedPostgres> => {
  const home = await makeHome('wasl-replicated-')
  const { cluster: first, urlAt } = await makeCluster(home, 'first')
  const second = clusterIn(home, STANDBY)
  appendFileSync(join(first.folder, 'pg_hba.conf'), `host replication ${ROLE} 127.0.0.1/32 trust\n`)
  const start = async (cluster: Cluster): Promise<Server> => {
    const port = await freePort()
    const postmaster = await startCluster(cluster, port)
    return {
      url: urlAt(port),
      kill: () => killPostmaster(postmaster),
      stop: () => postmaster.stop(),
    }
  }
  const primary = await start(first)
  const between = await startCuttableWay(primary.url)
  await copyRunning(primary.url, first, second)
  follow(second, between.url)
  const standby = await start(second)
  return {
    primary,
    standby,
    async replicateSynchronously() {
      await askAt(primary.url, `alter system set synchronous_standby_names = '${STANDBY}'`)
      await askAt(primary.url, 'select pg_reload_conf()')
      await until('the standby to be waited for', async () => {
        const row = await askAt(primary.url, 'select sync_state from pg_stat_replication')
        return row?.['sync_state'] === 'sync'
      })
    },
    part: between.silence,
    async promote() {
      await askAt(standby.url, 'select pg_promote(true, 20)')
      await until('the standby to take over', async () => {
        const row = await askAt(standby.url, 'select pg_is_in_recovery() as standing_by')
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

/** @param followed the primary's URL, by the way on which the copy is to follow it. */
const follow = (copy: Cluster, followed: string): void => {
  writeClusterFile(copy, 'standby.signal', '')
  const { hostname, port } = new URL(followed)
  const from = `host=${hostname} port=${port} user=${ROLE} application_name=${STANDBY}`
  appendFileSync(join(copy.folder, 'postgresql.conf'), `primary_conninfo = '${from}'\n`)
}
