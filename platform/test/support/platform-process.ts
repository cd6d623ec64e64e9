import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDatabaseUnavailable } from '../../src/base/database/errors.ts'
import { nodeAt, type Node } from './node.ts'
import { programFor } from './program.ts'

/** A program that is, or becomes, the platform, and what it has said. */
export type Main = {
  child: ChildProcess
  /** Resolves with the origin when it listens; rejects when it ends before. */
  listening: Promise<string>
  /** Resolves with its exit code, or with the signal that ended it, after all of its output. */
  exited: Promise<number | NodeJS.Signals | null>
  terminate(): void
  stdout(): string
  stderr(): string
}

export type MainOptions = {
  /** By default `main.ts`, from its bundle. */
  command?: readonly [program: string, ...args: string[]]
  cwd?: string | undefined
  stdio?: StdioOptions
}

/** In characters. A storm of hours logs more, and its beginning is enough. */
const KEPT_MAX = 4_000_000

const MAIN = join(import.meta.dirname, '../../src/run/main.ts')

/** The one way in which tests start the platform as a process. It has this environment alone. */
export const startProgram = (
  env: Record<string, string | undefined>,
  { command = [process.execPath, programFor(MAIN)], cwd, stdio }: MainOptions = {},
): Main => {
  const [program, ...args] = command
  const child = spawn(program, args, { cwd, env, stdio: stdio ?? ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (said[name].length < KEPT_MAX) said[name] += text
    })
  }
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', function look() {
      const origin = /"address":"(http:[^"]+)"/.exec(said.stdout)?.[1]
      if (origin === undefined) return
      child.stdout?.off('data', look)
      resolve(origin)
    })
    void exited.then(() => reject(new Error(`the platform did not start: ${said.stderr}`)))
  })
  listening.catch(() => undefined)
  return {
    child,
    listening,
    exited,
    terminate: () => void child.kill('SIGTERM'),
    stdout: () => said.stdout,
    stderr: () => said.stderr,
  }
}

/**
 * Starts `main.ts` with this environment, and of ours only the path and what tells Node.js how to load
 * code, a planted fault included. The port is any.
 */
export const startMain = (env: Record<string, string>, options: MainOptions = {}): Main =>
  startProgram(
    {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      PORT: '0',
      ...env,
    },
    options,
  )

/** A platform in a process of its own, which listens. */
export type PlatformProcess = Omit<Node, 'stop'> & {
  pid: number
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** Stops it in its tracks, as a long pause of the machine does, until `resume`. */
  freeze(): void
  resume(): void
  /** Asks it to stop and resolves with its exit code when it has. */
  stop(): Promise<number | null>
  /** Whether it still runs. */
  isRunning(): boolean
  /** What it logged at level error and above. */
  errors: Record<string, any>[]
}

const ERROR_LEVEL = 50

/**
 * The errors that say that something is wrong. On a busy machine, a connection to the database may take
 * so long that a periodic task fails, and is tried again.
 */
export const faultsOf = ({ errors }: PlatformProcess): Record<string, any>[] =>
  errors.filter(({ err }) => err?.code || !isDatabaseUnavailable(new Error(err?.message)))

/** @param program that of another release; else ours. */
export const startPlatformProcess = async (
  operatorKey: string,
  env: Record<string, string>,
  program?: string,
): Promise<PlatformProcess> => {
  const main = startMain(env, program === undefined ? {} : { command: [process.execPath, program] })
  const { child, exited } = main
  const errors: Record<string, any>[] = []
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const entry = JSON.parse(line)
    if (entry.level >= ERROR_LEVEL) errors.push(entry)
  })
  const origin = await main.listening
  return {
    ...nodeAt(origin, operatorKey),
    pid: child.pid as number,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    errors,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      main.terminate()
      const ended = await exited
      return typeof ended === 'number' ? ended : null
    },
  }
}
