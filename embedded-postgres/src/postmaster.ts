import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverOptions, type Cluster } from './cluster.ts'
import { startGuardian } from './guardian.ts'
import type { Log } from './log.ts'
import { ownerSetting, readPostmasterFile } from './postmaster-file.ts'
import type { ProcessIdentity } from './processes.ts'

/** A running server that is our child. */
export type Postmaster = {
  pid: number
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>
}

export type PostmasterSettings = {
  port: number
  /** The folder of the Unix socket, or null for none. */
  socketFolder: string | null
  owner: ProcessIdentity
  /** For tests: no commit waits for the disk, a crash of the machine loses data, and cells are possible. */
  fast: boolean
  /** Whether it is a cell: its log is written so that partners can move from here to another server. */
  asCell?: boolean
}

/** Why a server did not start; the caller decides whether to try again. */
export type StartFailure = 'data directory in use' | 'port taken' | 'no socket' | 'other'

export type StartResult =
  | { ok: true; postmaster: Postmaster }
  | { ok: false; failure: StartFailure; message: string }

/** Replaying the log after a crash may take minutes; more than this means that it is stuck. */
const READY_TIMEOUT_MS = 300_000
const READY_POLL_MS = 20

/** A fast shutdown first writes a checkpoint. */
const FAST_SHUTDOWN_TIMEOUT_MS = 30_000
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 10_000

const LAST_WORDS_MAX = 4_000

export const startPostmaster = async (
  cluster: Cluster,
  settings: PostmasterSettings,
  log: Log,
): Promise<StartResult> => {
  const child = spawn(cluster.binaries.postgres, argumentsOf(cluster, settings), {
    ...serverOptions(cluster),
    // Its own session: a Ctrl-C at the terminal must not end the server before us.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastWords = listen(child, log)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve())
  })
  const { pid } = child
  if (pid === undefined) {
    await ended
    return { ok: false, failure: 'other', message: `${cluster.binaries.postgres} does not run` }
  }
  const guardian = startGuardian(cluster, pid)
  void ended.then(() => guardian.release())
  const postmaster = { pid, ended, stop: () => stopChild(child, ended) }
  if (await becomesReady(cluster.folder, pid, ended)) {
    // The server alone does not keep our process alive: a script that forgets to stop it still ends.
    child.unref()
    ;(child.stderr as unknown as { unref(): void }).unref()
    return { ok: true, postmaster }
  }
  await postmaster.stop()
  return { ok: false, ...explain(lastWords()) }
}

const argumentsOf = (cluster: Cluster, settings: PostmasterSettings): string[] => {
  const options = [
    `port=${settings.port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${settings.socketFolder ?? ''}`,
    'logging_collector=off',
    'log_destination=stderr',
    ownerSetting(settings.owner),
    ...(settings.fast ? FAST : []),
    ...(settings.asCell === true ? CELL : []),
  ]
  return ['-D', cluster.serverPath, ...options.flatMap((option) => ['-c', option])]
}

/** For tests, which also make several databases of one server the cells of one platform. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=logical',
  // A platform over two cells has twice the connections.
  'max_connections=300',
  'max_replication_slots=40',
  'max_wal_senders=40',
  'max_logical_replication_workers=24',
  'max_worker_processes=32',
]

/** A copy of a partner's tables uses a worker for each table at a time, and begins the next at once. */
const CELL = [
  'wal_level=logical',
  'max_logical_replication_workers=8',
  'max_worker_processes=16',
  'max_sync_workers_per_subscription=4',
  'wal_retrieve_retry_interval=200ms',
]

/** Copies the server's warnings to the log, and keeps its last output for the error message. */
const listen = (child: ChildProcess, log: Log): (() => string) => {
  let lastWords = ''
  let line = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_MAX)
    const lines = (line + text).split('\n')
    line = lines.pop() ?? ''
    for (const complete of lines) if (isTrouble(complete)) log.warn(`PostgreSQL: ${complete}`)
  })
  return () => lastWords
}

/** Trouble of the server itself; the client that caused a statement's error gets that error. */
const isTrouble = (line: string): boolean =>
  /^(?:PANIC|WARNING):/.test(line) || /^LOG: +server process .* was terminated/.test(line)

const becomesReady = async (
  folder: string,
  pid: number,
  ended: Promise<void>,
): Promise<boolean> => {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (!hasEnded && performance.now() < deadline) {
    const file = readPostmasterFile(folder)
    if (file?.pid === pid && file.status === 'ready') return true
    await Promise.race([sleep(READY_POLL_MS), ended])
  }
  return false
}

const stopChild = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  child.ref()
  child.kill('SIGINT')
  const harder = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_TIMEOUT_MS)
  const hardest = setTimeout(
    () => child.kill('SIGKILL'),
    FAST_SHUTDOWN_TIMEOUT_MS + IMMEDIATE_SHUTDOWN_TIMEOUT_MS,
  )
  await ended
  clearTimeout(harder)
  clearTimeout(hardest)
}

const explain = (lastWords: string): { failure: StartFailure; message: string } => {
  const lines = lastWords.trim().split('\n')
  const message = lines.findLast((line) => line.startsWith('FATAL:')) ?? lines.at(-1) ?? ''
  return { failure: failureOf(lastWords), message }
}

/** Whether PostgreSQL says that another server has the data directory. */
export const saysInUse = (lastWords: string): boolean =>
  /lock file "postmaster\.pid"|pre-existing shared memory/.test(lastWords)

const failureOf = (lastWords: string): StartFailure => {
  if (saysInUse(lastWords)) {
    return 'data directory in use'
  }
  if (lastWords.includes('could not create any TCP/IP sockets')) return 'port taken'
  return lastWords.includes('Unix-domain socket') ? 'no socket' : 'other'
}
