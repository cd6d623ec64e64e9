import { randomBytes } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { createChannel, createPartner } from './support/parties.ts'
import { newReference, nodeAt } from './support/node.ts'
import { startMain, type Main } from './support/platform-process.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'

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

type Output = 'pipe' | 'ignore' | number

const run = (stdout: Output, stderr: Output, env: Record<string, string>): Main => {
  const main = startMain(
    {
      DATABASE_URL: database.url,
      WASL_MASTER_KEY: MASTER_KEY,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
      ...env,
    },
    { stdio: ['ignore', stdout, stderr] },
  )
  running.push(main)
  return main
}

/** Another program can take the port before the platform has loaded. */
const STARTS_MAX = 3

/** Its log may tell nothing, so that its port is chosen for it. */
const startPlatform = async (stdout: Output) => {
  for (let starts = 0; starts < STARTS_MAX; starts += 1) {
    const port = await freePort()
    const main = run(stdout, 'ignore', { PORT: String(port), WASL_OPERATOR_KEY: OPERATOR_KEY })
    const node = nodeAt(`http://127.0.0.1:${port}`, OPERATOR_KEY)
    // No other platform has this key.
    const answersUs = () =>
      node.call('GET', '/operator/v1/partners', { key: OPERATOR_KEY }).then(
        ({ status }) => status === 200,
        () => false,
      )
    const hasEnded = () => main.child.exitCode !== null
    await until('the platform to listen', async () => hasEnded() || (await answersUs()))
    if (!hasEnded()) return { main, node }
  }
  throw new Error(`the platform ended at ${STARTS_MAX} starts`)
}

test('a first key that could not be printed is reported, and the platform continues', async () => {
  const main = run('pipe', 'pipe', { WASL_OPERATOR_KEY: '' })
  main.child.stderr?.destroy()
  await main.listening
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
    const { main, node } = await startPlatform(stdout())
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
