/** How `wasl dev` starts for the first time, and what can go wrong. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFor } from '../../platform/test/support/program.ts'
import { until } from '../../platform/test/support/wait.ts'
import { ROOT, start, type Started } from './support/wasl.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-dev-start-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

const DEV = ['dev', '--json', '--port', '0', '--api-url', 'http://127.0.0.1:1/pay', '--data-dir']

const devOn = (name: string): string[] => [...DEV, join(folder, name)]

/** The second sentence is for one that starts when the other one is ready. */
const STOP_IT =
  /stop it, or set --data-dir to another folder\.|Stop it first, or give this one another --data-dir\./

const draftsIn = (data: string): string[] =>
  existsSync(data) ? globSync('postgres.draft-*/PG_VERSION', { cwd: data }) : []

describe('the first start of wasl dev', () => {
  test('stops without an error on a Ctrl-C while the database is made', async () => {
    const data = join(folder, 'interrupted')
    // As at a terminal, whose Ctrl-C reaches the whole process group, also the program that makes it.
    const child = spawn(
      process.execPath,
      [programFor(join(ROOT, 'cli/src/main.ts')), ...devOn('interrupted')],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    let said = ''
    child.stdout.resume()
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    // A program of PostgreSQL is writing there, and takes a while.
    await until('the database to be made', () => draftsIn(data).length > 0)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    const [code] = (await once(child, 'close')) as [number | null]
    expect(said).not.toContain('error')
    expect(said).toMatch(/Stopping when the start is complete\.\n[^]*Stopped\./)
    expect(code).toBe(0)
  })

  // /proc exists, and nothing can be made in it.
  test.skipIf(process.platform !== 'linux')(
    'says at once that a folder cannot be made',
    async () => {
      const { code, err } = await start([...DEV, '/proc/wasl/dev']).ended
      expect(err).toContain('The folder /proc/wasl/dev cannot be made or used: ENOENT')
      expect(err).toContain('Give another one with --data-dir')
      expect(code).toBe(2)
    },
  )

  test('refuses a second one on its data, and names its options', async () => {
    const both = [start(devOn('shared')), start(devOn('shared'))]
    const first = await Promise.race(both.map(({ ended }) => ended))
    expect(first.err).toMatch(STOP_IT)
    expect(first.err).not.toMatch(/[A-Z]_DATA_DIR|DATABASE_URL/)
    expect(first.code).toBe(3)
    const isReady = ({ out }: Started): boolean => out().includes('"kind":"ready"')
    await until('the other one to be ready', () => both.some(isReady))
    for (const { child } of both) child.kill('SIGINT')
    const codes = (await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set([0, 3]))
  })
})
