/** `npm start` as a separate process, on a data directory of its own. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { until } from '../../platform/test/support/wait.ts'

/** What it says when its story is told. */
export const READY = 'Ctrl-C stops everything.'

/** Without npm in between. */
export const START = [process.execPath, join(import.meta.dirname, '../start.ts')] as const

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
  /** Waits until no process of these starts runs, nor its databases. */
  nothingIsLeft(): Promise<unknown>
}

/** Kills after each test what still runs, and removes the data after the last one. */
export const useStarts = (prefix: string, timeoutMs: number): Starts => {
  let dataDir = ''
  const running = new Set<ChildProcess>()

  /** The database's command line and ours both name the data directory. */
  const isAnyLeft = (): boolean =>
    execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).includes(basename(dataDir))

  const nothingIsLeft = (): Promise<unknown> =>
    until('every process to end', () => !isAnyLeft(), timeoutMs)

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), prefix))
  })

  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
    running.clear()
  })

  afterAll(async () => {
    await nothingIsLeft()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    dataDir: () => dataDir,
    nothingIsLeft,
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
