import { randomBytes } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { createChannel, createPartner } from './support/parties.ts'
import { newReference, nodeAt } from './support/node.ts'
import { startMain, type Main } from './support/platform-process.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'

// Starting a process takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

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
  for (const { child } of running) child.kill('SIGKILL')
  await server.close()
  await database.drop()
})

const running: Main[] = []

/** Its log may tell nothing, so that its port is chosen for it. */
const startPlatform = async (
  [stdout, stderr]: ['pipe' | number, 'pipe' | 'ignore'],
  operatorKey: string = OPERATOR_KEY,
) => {
  const port = await freePort()
  const main = startMain(
    {
      PORT: String(port),
      DATABASE_URL: database.url,
      WASL_MASTER_KEY: MASTER_KEY,
      WASL_OPERATOR_KEY: operatorKey,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
    },
    { stdio: ['ignore', stdout, stderr] },
  )
  running.push(main)
  const node = nodeAt(`http://127.0.0.1:${port}`, OPERATOR_KEY)
  const isAlive = () =>
    node.call('GET', '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('the platform to listen', isAlive)
  return { main, node }
}

test('a first key that could not be printed is reported, and the platform continues', async () => {
  const starting = startPlatform(['pipe', 'pipe'], '')
  const main = await until('the process', () => running.at(-1))
  main.child.stderr?.destroy()
  await starting
  const sentence = "first operator's key could not be shown"
  await until('the sentence', () => main.stdout().includes(sentence))
  main.terminate()
  expect(await main.exited).toBe(0)
})

describe('a log that cannot be written', () => {
  test.skipIf(!existsSync(FULL)).each([
    ['its disk is full', () => openSync(FULL, 'w')],
    ['its reader is gone', () => 'pipe' as const],
  ])('costs no payment and holds up no end: %s', async (_why, stdout) => {
    const { main, node } = await startPlatform([stdout(), 'ignore'])
    main.child.stdout?.destroy()
    const desk = { ...node, operatorKey: OPERATOR_KEY }
    const [partner, channel] = [await createPartner(desk, server), await createChannel(desk)]
    const broken = newReference()
    server.onLookup(() => ({ status: 500 }), broken)
    for (let time = 1; time <= 3; time += 1) {
      // It is logged.
      expectRefusal(await node.open(channel, partner, broken), 'PARTNER502_BAD_RESPONSE')
    }
    const { paymentId } = await node.opened(channel, partner, newReference())
    expect((await node.change(channel, 'confirm', paymentId)).body.stage).toBe('paid')
    main.terminate()
    expect(await main.exited).toBe(0)
  })
})
