import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import type { Postmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { killPostmaster, makeCluster, makeHome, startCluster } from './own-cluster.ts'

/** A PostgreSQL server of a test's own, which stays at its address when it is started again. */
export type OwnServer = {
  url: string
  /** kill -9 of its first process; the others end by themselves. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  close(): Promise<void>
}

/** Starts a server with these lines in its configuration. Its commits wait for the disk. */
export const startOwnServer = async (settings: readonly string[]): Promise<OwnServer> => {
  const home = await makeHome('wasl-server-')
  const { cluster, urlAt } = await makeCluster(home, 'postgres')
  appendFileSync(join(cluster.folder, 'postgresql.conf'), `${settings.join('\n')}\n`)
  const port = await freePort()
  let postmaster: Postmaster
  const start = async (): Promise<void> => {
    postmaster = await startCluster(cluster, port)
  }
  await start()
  return {
    url: urlAt(port),
    kill: () => killPostmaster(postmaster),
    start,
    async close() {
      await postmaster.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
