import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { ANOTHER_FOLDER, EmbeddedPostgresProblem } from './problem.ts'
import { identityOf } from './processes.ts'
import { asUser, canEnter, type ServerUser } from './server-user.ts'

/** The bootstrap superuser and the database of the platform. */
export const ROLE = 'wasl'
export const DATABASE = 'wasl'

/** A data directory of PostgreSQL within our own, and how its server is to be started. */
export type Cluster = {
  /** The absolute path, for us. */
  folder: string
  /** The path for the server; see `serverPathOf`. */
  serverPath: string
  user: ServerUser
  binaries: Binaries
}

/**
 * How the server's user reaches a folder. On Linux a process may stay in a folder that it could not
 * enter by its path: a clone below /root is closed to every other user, but the server, started
 * in its data directory, finds it as its own working folder.
 */
export const serverPathOf = (user: ServerUser, folder: string): string => {
  if (canEnter(user, folder)) return folder
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd'
  throw new EmbeddedPostgresProblem(
    `PostgreSQL does not run as root, and the user it runs as may not enter ${folder} or a folder ` +
      'above it',
    [ANOTHER_FOLDER, 'start Wasl as another user'],
  )
}

/** What a program of PostgreSQL is started with; nothing of our own environment goes to it. */
export const serverOptions = (cluster: Cluster) =>
  ({
    ...asUser(cluster.user),
    cwd: cluster.folder,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' },
  }) as const

/**
 * Makes a new cluster in a draft folder beside its place and then renames it, so that a start that
 * dies half-way leaves no half-made cluster, and one of two concurrent starts wins.
 */
export const createCluster = async (
  place: Cluster,
  password: string,
  fast: boolean,
): Promise<void> => {
  removeDeadDrafts(place.folder)
  const folder = `${place.folder}.draft-${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (place.user !== null) chownSync(folder, place.user.uid, place.user.gid)
  const draft = { ...place, folder, serverPath: serverPathOf(place.user, folder) }
  try {
    await run(draft, place.binaries.initdb, initdbArguments(draft.serverPath, fast), '')
    writeFileSync(join(folder, 'pg_hba.conf'), ACCESS)
    await inSingleUserMode(draft, `create database ${DATABASE};\n${withPassword(password)}`)
    renameSync(folder, place.folder)
  } catch (error) {
    // Another Wasl that started at the same time has made the cluster.
    if (!existsSync(join(place.folder, 'PG_VERSION'))) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A server of another major release would refuse the files with a message for its developers. */
export const refuseOtherMajor = (folder: string, major: number): void => {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found === String(major)) return
  const made = `The data directory ${folder} was made by PostgreSQL ${found}`
  throw new EmbeddedPostgresProblem(
    `${made}, and this release of Wasl carries PostgreSQL ${major}`,
    [`dump it with a PostgreSQL ${found} and restore it into a new one`, ANOTHER_FOLDER],
  )
}

/** Sets the password of the role. The server must not be running. */
export const setPassword = (cluster: Cluster, password: string): Promise<void> =>
  inSingleUserMode(cluster, withPassword(password))

const withPassword = (password: string): string =>
  `alter role ${ROLE} password '${password.replaceAll("'", "''")}';`

const ACCESS = [
  '# Written by Wasl. Every connection needs a password.',
  'local all all              scram-sha-256',
  'host  all all 127.0.0.1/32 scram-sha-256',
  '',
].join('\n')

/** For a small server. They are written to postgresql.conf, where an operator may change them. */
const SETTINGS = [
  'shared_buffers=128MB',
  'max_connections=100',
  'max_wal_size=1GB',
  'random_page_cost=1.1',
  // The platform's statements are short: compiling one takes longer than running it.
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  'log_line_prefix=',
  'password_encryption=scram-sha-256',
  // Many rounds make a guessable password dear to try. This one is 192 random bits, and every
  // connection would pay for them.
  'scram_iterations=1',
]

const initdbArguments = (path: string, fast: boolean): string[] => [
  `--pgdata=${path}`,
  `--username=${ROLE}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  ...(fast ? ['--no-sync'] : []),
  ...SETTINGS.flatMap((setting) => ['--set', setting]),
]

const inSingleUserMode = (cluster: Cluster, sql: string): Promise<void> =>
  run(
    cluster,
    cluster.binaries.postgres,
    ['--single', '-D', cluster.serverPath, '-c', 'exit_on_error=on', 'postgres'],
    `${sql}\n`,
  )

const run = async (
  cluster: Cluster,
  program: string,
  args: string[],
  input: string,
): Promise<void> => {
  // In its own process group: a Ctrl-C at a terminal reaches us alone, and we stop after this step.
  const child = spawn(program, args, { ...serverOptions(cluster), stdio: 'pipe', detached: true })
  let said = ''
  child.stdout.resume()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  // A program that fails at once does not read its input.
  child.stdin.on('error', () => undefined).end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (code === 0) return
  throw new Error(`The embedded PostgreSQL could not be prepared (${program}): ${said.trim()}`)
}

const removeDeadDrafts = (folder: string): void => {
  const parent = join(folder, '..')
  for (const name of readdirSync(parent)) {
    const pid = /\.draft-(\d+)$/.exec(name)?.[1]
    if (pid === undefined || identityOf(Number(pid)) !== null) continue
    // A program that outlived its Wasl may still be writing there.
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
