/** Runs the command line as a separate process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programFor } from '../../../platform/test/support/program.ts'

export const ROOT = join(import.meta.dirname, '../../..')
export const MAIN = join(ROOT, 'cli/src/main.ts')

export type Ended = { code: number | null; out: string; err: string }

export type RunOptions = {
  env?: Record<string, string | undefined>
  input?: string | Buffer
  cwd?: string
}

export type Started = {
  child: ChildProcess
  out: () => string
  err: () => string
  /** Resolves when the process has ended and all of its output is here. */
  ended: Promise<Ended>
}

/** @param env the whole environment besides PATH and the compile cache. */
export const start = (args: readonly string[], options: RunOptions = {}): Started => {
  const child = spawn(process.execPath, [programFor(MAIN), ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      WASL_DEV_DIR: '/nonexistent/wasl-dev',
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: options.cwd ?? ROOT,
  })
  const [out, err] = [collect(child.stdout), collect(child.stderr)]
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    out: out(),
    err: err(),
  }))
  return { child, out, err, ended }
}

export const wasl = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  start(args, options).ended

const collect = (stream: NodeJS.ReadableStream): (() => string) => {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}
