/** Runs an example in its own process, with the commands of its README. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wasl/embedded-postgres'

export type Running = {
  /** The API URL. */
  url: string
  /** The output so far, for failure messages. */
  printed: () => string
  stop: () => Promise<void>
}

export type Secrets = { apiSecret: string; hmacSecret: string }

const ROOT = join(import.meta.dirname, '..', '..', '..')

const START_TIMEOUT_MS = 300_000
const POLL_MS = 50

/** The second command of its README. The first one exports variables, which the test sets itself. */
const commandsOf = (example: string): { build: string | null; start: string } => {
  const readme = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8')
  const lines = /^```sh\n(.*?)\n```$/ms.exec(readme)?.[1]?.split('\n') ?? []
  const [setting, command = ''] = lines
  if (lines.length !== 2 || setting?.startsWith('export API_SECRET=') !== true) {
    throw new Error(`The first block of the README of ${example} must hold two commands.`)
  }
  const [start = '', ...builds] = command.split(' && ').toReversed()
  return { build: builds.length === 0 ? null : builds.toReversed().join(' && '), start }
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: undefined,
  NEXT_TELEMETRY_DISABLED: '1',
  // PHP reads this folder after its own configuration.
  PHP_INI_SCAN_DIR: `${delimiter}${join(import.meta.dirname, 'old-php')}`,
  PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
})

/** Runs the build commands of its README, if there are any. */
export const buildExample = async (example: string): Promise<void> => {
  const { build } = commandsOf(example)
  if (build === null) return
  const child = spawn('bash', ['-c', build], {
    cwd: join(ROOT, 'examples', example),
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${example} was not built: ${printed}`)
}

/** @param dataFile where its records are kept, so that two runs can share them. */
export const runExample = async (
  example: string,
  dataFile: string,
  { apiSecret, hmacSecret }: Secrets,
): Promise<Running> => {
  const port = await freePort()
  const child = spawn('bash', ['-c', commandsOf(example).start], {
    cwd: join(ROOT, 'examples', example),
    // Its own process group, so that stopping it stops its children too.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment(),
      API_SECRET: apiSecret,
      HMAC_SECRET: hmacSecret,
      PORT: String(port),
      DATA_FILE: dataFile,
    },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const ended = once(child, 'close')
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGTERM')
    }
    await ended
  }
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${example} did not start: ${printed}`)
    }
    await sleep(POLL_MS)
  }
  return { url: `http://127.0.0.1:${port}`, printed: () => printed, stop }
}

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
