import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import { isServerOf, readOwner, readPostmasterFile } from './postmaster-file.ts'
import { ANOTHER_FOLDER, EmbeddedPostgresProblem, OWN_SERVER } from './problem.ts'
import { isAlive, pidOf } from './processes.ts'

const POLL_MS = 20

/** A server that has not ended by then gets a second signal: SIGQUIT, an immediate shutdown. */
const URGENT_AFTER_MS = 20_000
const GIVE_UP_AFTER_MS = 40_000

/**
 * Waits until no other server runs on the data directory; PostgreSQL allows only one. The server's
 * command line names the Wasl that started it. If that Wasl is alive, the start is refused. If it was
 * killed, the server is shut down here: its guardian does the same, unless it was killed as well.
 *
 * @throws Error when another Wasl, or another program, uses the data directory.
 */
export const endPredecessor = async (folder: string, log: Log): Promise<void> => {
  const startedAt = performance.now()
  for (let asked = 0; ; await sleep(POLL_MS)) {
    const file = readPostmasterFile(folder)
    if (file === null) return
    const isServer = isServerOf(file.pid, folder)
    // PostgreSQL itself sees that the process is gone.
    if (isServer === null) return
    if (!isServer) {
      // Another process has its number now. PostgreSQL might take that one for a server.
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      return
    }
    // Until the server has a status, postmaster.opts may still be the one of an earlier server.
    if (file.status === '') continue
    refuseLiveOwner(folder, file.pid)
    const waitedMs = performance.now() - startedAt
    if (waitedMs > GIVE_UP_AFTER_MS) throw new Error(stuck(file.pid, folder))
    if (asked === 0) log.warn(`Stopping PostgreSQL ${file.pid}, left behind by a Wasl that died.`)
    if (asked === 0) ask(file.pid, 'SIGINT', folder)
    if (asked === 1 && waitedMs > URGENT_AFTER_MS) ask(file.pid, 'SIGQUIT', folder)
    asked = waitedMs > URGENT_AFTER_MS ? 2 : 1
  }
}

const refuseLiveOwner = (folder: string, pid: number): void => {
  const owner = readOwner(folder)
  if (owner === null) {
    throw new EmbeddedPostgresProblem(
      `A PostgreSQL (process ${pid}) that Wasl did not start already runs on ${folder}`,
      ['stop it', ANOTHER_FOLDER],
    )
  }
  if (!isAlive(owner)) return
  throw new EmbeddedPostgresProblem(
    `Another Wasl (process ${pidOf(owner)}) is using the data directory ${folder}`,
    ['stop it', ANOTHER_FOLDER, OWN_SERVER],
  )
}

const ask = (pid: number, signal: 'SIGINT' | 'SIGQUIT', folder: string): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
    throw new Error(stuck(pid, folder), { cause: error })
  }
}

const stuck = (pid: number, folder: string): string =>
  `A PostgreSQL (process ${pid}) left behind by an earlier Wasl still runs on ${folder} and could ` +
  'not be stopped: end it, then start Wasl again.'
