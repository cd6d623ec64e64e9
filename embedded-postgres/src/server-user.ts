import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Log } from './log.ts'
import { ANOTHER_FOLDER, EmbeddedPostgresProblem, OWN_SERVER } from './problem.ts'

/** The user that PostgreSQL runs as; null is the user that we are. */
export type ServerUser = { uid: number; gid: number } | null

/** What a child process is started with to run as that user. */
export const asUser = (user: ServerUser): { uid?: number; gid?: number } => user ?? {}

/**
 * The user that the server of a new or existing cluster runs as.
 *
 * PostgreSQL refuses to run as root. Started as root, we run it as the owner of the data directory
 * or, for a new one, as `postgres` if the system has that user and as `nobody` otherwise. No user is
 * created: trying a program should not change the system.
 */
export const chooseServerUser = (cluster: string, log: Log): ServerUser => {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const ourUid = process.getuid?.()
  if (ourUid !== 0) {
    if (owner === undefined || owner.uid === ourUid) return null
    throw new EmbeddedPostgresProblem(
      `The folder ${cluster} belongs to another user (uid ${owner.uid})`,
      ['start Wasl as that user', ANOTHER_FOLDER],
    )
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const postgres = findUser('postgres')
  if (postgres !== null) return postgres
  const nobody = findUser('nobody')
  if (nobody === null) {
    throw new EmbeddedPostgresProblem(
      'PostgreSQL does not run as root, and this system has neither a user "postgres" nor a user ' +
        '"nobody" to run it as',
      ['start Wasl as another user', OWN_SERVER],
    )
  }
  log.info(
    'The embedded PostgreSQL runs as the user "nobody", because Wasl was started as root and this ' +
      'system has no user "postgres".',
  )
  return nobody
}

/** Whether that user can enter the folder. The system is asked, because modes alone do not tell. */
export const canEnter = (user: ServerUser, folder: string): boolean =>
  user === null || asks(user, 'cd -- "$1"', folder)

/** Whether that user can run the program. */
export const canRun = (user: ServerUser, program: string): boolean =>
  user === null || asks(user, '[ -r "$1" ] && [ -x "$1" ]', program)

const asks = (user: ServerUser, question: string, path: string): boolean => {
  const answer = spawnSync('/bin/sh', ['-c', question, 'sh', path], {
    ...asUser(user),
    cwd: '/',
    env: {},
    stdio: 'ignore',
  })
  return answer.status === 0
}

const findUser = (name: string): ServerUser => {
  try {
    const ask = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim())
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}
