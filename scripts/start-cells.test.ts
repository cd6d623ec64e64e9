/** `npm start -- --cells 2` as a separate process. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../platform/test/support/wait.ts'

const READY = 'Ctrl-C stops everything.'
const TIMEOUT_MS = 300_000

type Run = {
  child: ChildProcess
  ended: Promise<{ code: number | null; out: string; err: string }>
}

describe('npm start -- --cells', { timeout: TIMEOUT_MS }, () => {
  let dataDir: string
  const running = new Set<ChildProcess>()

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'wasl-cells-'))
  })

  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
    running.clear()
  })

  afterAll(async () => {
    await until('the databases to end', () => Promise.resolve(!isAnyLeft()), TIMEOUT_MS)
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** @param onOutput called with everything printed so far. */
  const start = (args: string[], onOutput: (out: string, child: ChildProcess) => void): Run => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), ...args], {
      cwd: join(import.meta.dirname, '..'),
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        WASL_DEV_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part
      onOutput(out, child)
    })
    child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part))
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
    return { child, ended }
  }

  const refused = async (...args: string[]): Promise<string> => {
    const { code, err } = await start(args, () => undefined).ended
    expect(code).toBe(2)
    return err
  }

  /** The database's command line and ours both name the data directory. */
  const isAnyLeft = (): boolean =>
    execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).includes(basename(dataDir))

  test('moves the shop to the other cell while it is paid, and loses nothing', async () => {
    const pages = new Map<string, number>()
    const { ended } = start(['--cells', '2', '--port', '0'], (out, child) => {
      if (!out.includes(READY) || pages.size > 0) return
      pages.set('seen', 0)
      void visit(out, pages).finally(() => child.kill('SIGINT'))
    })
    const { code, out } = await ended
    expect(code).toBe(0)
    const told = out.replaceAll(/\s+/g, ' ')
    expect(told).toContain('How a reference is paid')
    expect(told).toMatch(/moved prt_1001, from north to south/)
    const [, meanwhile, all] =
      /payments (\d+) confirmed while it moved, (\d+) with/.exec(told) ?? []
    expect(Number(meanwhile)).toBeGreaterThan(0)
    // Each of three customers has paid once before the move and once after it.
    expect(Number(all)).toBeGreaterThanOrEqual(Number(meanwhile) + 6)
    expect(told).toMatch(
      /refused writes of the shop, for \d+ ms: \d+ requests? (was|were) answered 503/,
    )
    expect(told).toContain('lost nothing: each is paid once, and the shop was told of each')
    expect([...pages]).toEqual([
      ['seen', 0],
      ['/console/partners/prt_1001', 200],
      ['/console/payments', 200],
      ['/console/audit', 200],
      ['/console/integrity', 200],
      ['partner', 200],
    ])
  })

  test('refuses another number of cells, and the data of something else', async () => {
    for (const wrong of ['x', '1']) {
      const told = await refused('--cells', wrong)
      expect(told).toContain('--cells: expected 2, the number of cells')
      expect(told).toContain(`received ${JSON.stringify(wrong)}`)
    }
    expect(await refused()).toContain('has the data of two cells, and not of one database')
    const other = join(dataDir, 'other')
    mkdirSync(join(other, 'postgres'), { recursive: true })
    const told = await refused('--cells', '2', '--data-dir', other)
    expect(told).toContain('has the data of one database, and not of two cells')
  })
})

/** Follows the links of the owner, who reads the partner in its new home. */
const visit = async (out: string, seen: Map<string, number>): Promise<void> => {
  const door = await fetch(/http:\/\/localhost:\d+\/owner/.exec(out)?.[0] ?? '', {
    redirect: 'manual',
  })
  const cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const link of out.match(/http:\/\/localhost:\d+\/console\S+/g) ?? []) {
    const { status } = await fetch(link, { headers: { cookie } })
    seen.set(new URL(link).pathname, status)
  }
  const { origin } = new URL(door.headers.get('location') ?? '')
  const partner = await fetch(`${origin}/operator/v1/partners/prt_1001`, { headers: { cookie } })
  seen.set('partner', partner.status)
}
