/** `npm start` as a separate process, on a data directory of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { untilGone } from '../../platform/test/support/gone.ts'
import { programFor } from '../../platform/test/support/program.ts'

/** What it says when its story is told. */
export const READY = 'Ctrl-C stops everything.'

const SOURCE = join(import.meta.dirname, '../start.ts')

/** Without npm in between. */
export const startCommand = (): string[] => [process.execPath, programFor(SOURCE)]

export type Run = {
  child: ChildProcess
  /** Everything printed so far. */
  output: () => string
  errors: () => string
  /** Its exit code, after all of its output. */
  ended: Promise<number | null>
}

export type Starts = {
  dataDir(): string
  start(command: readonly string[]): Run
  /** Lets this run go on after its test, or none. */
  keep(run: Run | null): void
  /** Waits until no process of these starts runs, nor its databases. */
  nothingIsLeft(): Promise<unknown>
}

/** Kills after each test what still runs and is not kept, and removes the data after the last one. */
export const useStarts = (prefix: string, timeoutMs: number): Starts => {
  let dataDir = ''
  const running = new Set<ChildProcess>()
  let kept: ChildProcess | null = null

  /** The database's command line and ours both name the data directory. */
  const nothingIsLeft = (): Promise<unknown> => untilGone(basename(dataDir), timeoutMs)

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), prefix))
  })

  afterEach(() => {
    for (const child of running) if (child !== kept) child.kill('SIGKILL')
  })

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await nothingIsLeft()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    dataDir: () => dataDir,
    nothingIsLeft,
    keep(run) {
      kept = run?.child ?? null
    },
    start([program = '', ...args]) {
      const child = spawn(program, args, {
        cwd: join(import.meta.dirname, '../..'),
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          // Brings a planted fault along.
          NODE_OPTIONS: process.env['NODE_OPTIONS'],
          WASL_DEV_DIR: dataDir,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      const ended = once(child, 'close').then(([code]) => {
        running.delete(child)
        return code as number | null
      })
      return { child, output: collect(child.stdout), errors: collect(child.stderr), ended }
    },
  }
}

export const collect = (stream: ChildProcess['stdout']): (() => string) => {
  let text = ''
  stream?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}
