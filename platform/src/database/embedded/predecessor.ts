import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { isServerOf, readOwner, readPostmasterFile } from './postmaster-file.ts'
import { isAlive, pidOf } from './processes.ts'
import { ANOTHER_FOLDER, StartProblem } from '../../start-problem.ts'

const POLL_MS = 20

/** An orphan that does not end by itself is asked again, more urgently. */
const URGENT_AFTER_MS = 20_000
const GIVE_UP_AFTER_MS = 40_000

/**
 * Waits until no other server runs on the data directory. PostgreSQL lets only one in; which Wasl
 * that one belongs to, it says itself on its command line. The server of a Wasl that is alive is
 * left alone, and the start refused. The orphan of a Wasl that was killed is shut down: its guardian
 * is doing so already, unless that was killed as well.
 *
 * @throws Error when another Wasl, or somebody, uses the data directory.
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
      // Its number belongs to something else now, which PostgreSQL might take for a server.
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      return
    }
    // Until then the file with the owner may still be the one of an earlier server.
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
    throw new StartProblem(
      {
        problem: `A PostgreSQL (process ${pid}) that Wasl did not start already runs on ${folder}`,
      },
      ['stop it', ANOTHER_FOLDER],
    )
  }
  if (!isAlive(owner)) return
  throw new StartProblem(
    { problem: `Another Wasl (process ${pidOf(owner)}) is using the data directory ${folder}` },
    [
      'stop it',
      ANOTHER_FOLDER,
      { setting: 'DATABASE_URL', words: 'give both the same DATABASE_URL' },
    ],
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
