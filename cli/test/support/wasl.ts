/** Runs the command line, as a separate process or in this one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { programFor } from '../../../platform/test/support/program.ts'
import { callOf } from '../../src/called.ts'
import type { Context } from '../../src/context.ts'
import { EXIT, type ExitCode } from '../../src/exit-codes.ts'
import { createProgram } from '../../src/program.ts'
import { problemOf } from '../../src/run-program.ts'
import { createTerminal } from '../../src/terminal.ts'

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

export const waslProcess = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  start(args, options).ended

/**
 * The same command in this process, with an environment and streams of its own: it need not be loaded for
 * each test. What a process adds (signals, closed outputs, the exit code) is tested with `waslProcess`.
 */
export const wasl = async (
  args: readonly string[],
  { env = {}, input = '' }: Omit<RunOptions, 'cwd'> = {},
): Promise<Ended> => {
  const given = Object.entries({ WASL_DEV_DIR: '/nonexistent/wasl-dev', ...env })
  const environment = Object.fromEntries(given.filter(([, value]) => value !== ''))
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const [out, err] = [collect(stdout), collect(stderr)]
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
  let code: ExitCode = EXIT.ok
  const context: Context = {
    environment,
    terminal: createTerminal({ stdin, stdout, stderr }, environment, callOf(environment)),
    signal: new AbortController().signal,
    stopGracefully: () => undefined,
    exitWith(wanted) {
      code = wanted
    },
  }
  const program = () => createProgram(context).parseAsync([process.execPath, MAIN, ...args])
  const problem = await problemOf(context, program)
  await Promise.all([stdout, stderr].map((stream) => finished(stream.end())))
  return { code: problem ?? code, out: out(), err: err() }
}

const collect = (stream: NodeJS.ReadableStream): (() => string) => {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}
