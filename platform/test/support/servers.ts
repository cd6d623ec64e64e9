import { appendFileSync, chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { locateBinaries, shelvesFor } from '../../../embedded-postgres/src/binaries.ts'
import {
  createCluster,
  DATABASE,
  ensurePassword,
  ROLE,
  serverPathOf,
} from '../../../embedded-postgres/src/cluster.ts'
import { startPostmaster, type Postmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { identityOf } from '../../../embedded-postgres/src/processes.ts'
import { chooseServerUser } from '../../../embedded-postgres/src/server-user.ts'

/** A PostgreSQL server of a test's own, which stays at its address when it is started again. */
export type OwnServer = {
  url: string
  /** kill -9 of its first process; the others end by themselves. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  close(): Promise<void>
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts a server with these lines in its configuration. Its commits wait for the disk. */
export const startOwnServer = async (settings: readonly string[]): Promise<OwnServer> => {
  const home = await mkdtemp(join(tmpdir(), 'wasl-server-'))
  chmodSync(home, 0o711)
  const folder = join(home, 'postgres')
  const user = chooseServerUser(folder, log)
  const cluster = {
    folder,
    serverPath: folder,
    user,
    binaries: locateBinaries(user, shelvesFor(home)),
  }
  await createCluster(cluster, true)
  const password = await ensurePassword(cluster, join(home, 'password'), log, true)
  appendFileSync(join(folder, 'postgresql.conf'), `${settings.join('\n')}\n`)
  const port = await freePort()
  let postmaster: Postmaster
  const start = async (): Promise<void> => {
    const owner = identityOf(process.pid) as string
    const place = { ...cluster, serverPath: serverPathOf(user, folder) }
    const started = await startPostmaster(
      place,
      { port, socketFolder: null, owner, fast: false },
      log,
    )
    if (!started.ok) throw new Error(started.message)
    postmaster = started.postmaster
  }
  await start()
  return {
    url: `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    async kill() {
      process.kill(postmaster.pid, 'SIGKILL')
      await postmaster.ended
    },
    start,
    async close() {
      await postmaster.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
