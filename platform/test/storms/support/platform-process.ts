import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { nodeAt, type Node } from '../../support/platform.ts'
import { programFor } from '../../support/program.ts'

/** A platform in a process of its own. */
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

const MAIN = join(import.meta.dirname, '../../../src/run/main.ts')

const ERROR_LEVEL = 50

/**
 * Starts `main.ts` with this environment, and of ours only the path and what tells Node.js how to load
 * code; resolves when it listens.
 *
 * @param main that of another release; else ours.
 */
export const startPlatformProcess = async (
  operatorKey: string,
  env: Record<string, string>,
  main?: string,
): Promise<PlatformProcess> => {
  const child = spawn(process.execPath, [main ?? programFor(MAIN)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: Record<string, any>[] = []
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const exited = once(child, 'exit')
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line)
      if (typeof entry.address === 'string') resolve(entry.address)
      if (entry.level >= ERROR_LEVEL) errors.push(entry)
    })
    void exited.then(() => reject(new Error(`the platform ended before it listened: ${said}`)))
  })
  const pid = child.pid as number
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    ...nodeAt(origin, operatorKey),
    pid,
    isRunning,
    errors,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code as number | null
    },
  }
}
