import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { newReference, nodeAt } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'
import { programFor } from './support/program.ts'

// Starting a process takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const MAIN = join(import.meta.dirname, '../src/run/main.ts')

const MASTER_KEY = randomBytes(32).toString('base64')
const OPERATOR_KEY = 'an-operator-key-for-stories-0123456789'

/** A file that every byte is too much for. */
const FULL = '/dev/full'

let database: TestDatabase
let server: PartnerServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPartner()
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close()
  await database.drop()
})

const children: ReturnType<typeof spawn>[] = []

/** Its log may tell nothing, so that its port is chosen for it. */
const startMain = async (
  [stdout, stderr]: ['pipe' | number, 'pipe' | 'ignore'],
  operatorKey: string = OPERATOR_KEY,
) => {
  const port = await freePort()
  const child = spawn(process.execPath, [programFor(MAIN)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      DATABASE_URL: database.url,
      WASL_MASTER_KEY: MASTER_KEY,
      WASL_OPERATOR_KEY: operatorKey,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
    },
    stdio: ['ignore', stdout, stderr],
  })
  children.push(child)
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
  const node = nodeAt(`http://127.0.0.1:${port}`, OPERATOR_KEY)
  const isAlive = () =>
    node.call('GET', '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('the platform to listen', isAlive)
  return { child, node, exited }
}

test('a first key that could not be printed is reported, and the platform continues', async () => {
  let said = ''
  const starting = startMain(['pipe', 'pipe'], '')
  const child = await until('the process', () => children.at(-1))
  child.stderr?.destroy()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const { exited } = await starting
  await until('the sentence', () => said.includes("first operator's key could not be shown"))
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
})

describe('a log that cannot be written', () => {
  test.skipIf(!existsSync(FULL)).each([
    ['its disk is full', () => openSync(FULL, 'w')],
    ['its reader is gone', () => 'pipe' as const],
  ])('costs no payment and holds up no end: %s', async (_why, stdout) => {
    const { child, node, exited } = await startMain([stdout(), 'ignore'])
    child.stdout?.destroy()
    const create = async (path: string, body: unknown): Promise<any> =>
      (await node.call('POST', path, { key: OPERATOR_KEY, body })).body
    const partner = await create('/operator/v1/partners', { name: 'Shop', apiUrl: server.apiUrl })
    await create(`/operator/v1/partners/${partner.partnerId}/go-live`, { reason: 'A test.' })
    server.trust({ apiSecrets: [partner.apiSecret], hmacSecrets: [partner.hmacSecret] })
    const channel = await create('/operator/v1/channels', { name: 'T', kind: 'AGENCY' })
    const broken = newReference()
    server.onLookup(() => ({ status: 500 }), broken)
    for (let time = 1; time <= 3; time += 1) {
      // It is logged.
      expectRefusal(await node.open(channel, partner, broken), 'PARTNER502_BAD_RESPONSE')
    }
    const { paymentId } = await node.opened(channel, partner, newReference())
    expect((await node.change(channel, 'confirm', paymentId)).body.stage).toBe('paid')
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})
