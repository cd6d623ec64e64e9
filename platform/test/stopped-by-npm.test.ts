/** `npm run platform` and `npx`, as service managers and containers end them: by a signal to npm alone. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityOf, isAlive, type ProcessIdentity } from '../../embedded-postgres/src/processes.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { createChannel, createPartner } from './support/parties.ts'
import { nodeAt, type Node } from './support/node.ts'
import { startProgram } from './support/platform-process.ts'
import { until } from './support/wait.ts'

const ROOT = join(import.meta.dirname, '../..')
const OPERATOR_KEY = 'the-operator-key-of-a-platform-that-npm-runs'

let dataDir: string
let shop: PartnerServer
const started: Npm[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wasl-npm-'))
  shop = await startPartner()
})

afterAll(async () => {
  for (const npm of started) npm.killAll()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

type Npm = {
  node: Omit<Node, 'stop'>
  signal(name: NodeJS.Signals): void
  /** npm itself, the platform, its PostgreSQL and whatever is between them. */
  processes: ProcessIdentity[]
  exited: Promise<[code: number | null, signal: string | null]>
  killAll(): void
}

/** Resolves when the platform listens that npm was asked to run. */
const runByNpm = async (...command: [string, ...string[]]): Promise<Npm> => {
  const main = startProgram(
    {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      npm_config_update_notifier: 'false',
      PORT: '0',
      WASL_DATA_DIR: dataDir,
      WASL_OPERATOR_KEY: OPERATOR_KEY,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
    },
    { command, cwd: ROOT },
  )
  const { child } = main
  const exited = once(child, 'exit') as Npm['exited']
  const origin = await main.listening
  const processes = [child.pid as number, ...descendantsOf(child.pid as number)]
    .map(identityOf)
    .filter((identity) => identity !== null)
  const npm = {
    node: nodeAt(origin, OPERATOR_KEY),
    signal: (name: NodeJS.Signals) => void child.kill(name),
    processes,
    exited,
    killAll: () => {
      for (const identity of processes.filter(isAlive)) process.kill(Number.parseInt(identity))
    },
  }
  started.push(npm)
  return npm
}

const descendantsOf = (pid: number): number[] => {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const all = table.split('\n').map((row) => row.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) {
    for (const [child = 0, of] of all) if (of === parent) found.push(child)
  }
  return found.slice(1)
}

/** A lookup is under way when npm gets the signal; it ends well, and nothing is left afterwards. */
const expectDrained = async (npm: Npm, signal: NodeJS.Signals): Promise<void> => {
  const { node } = npm
  const desk = { ...node, operatorKey: OPERATOR_KEY }
  const [partner, channel] = [await createPartner(desk, shop), await createChannel(desk)]
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  const reference = `INV-${started.length}`
  shop.onLookup(() => ({ after: held }), reference)
  const opening = node.open(channel, partner, reference)
  await until('the lookup', () => shop.lookupsOf(reference).length === 1)
  npm.signal(signal)
  await until('the platform to stop listening', () =>
    fetch(`${node.origin}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  answer()
  // A lookup has 5 seconds, and a slow machine may have used them up.
  expect([201, 504]).toContain((await opening).status)
  await until('all of its processes to end', () => !npm.processes.some(isAlive))
}

test('npm run platform finishes open work when npm gets a signal, and then npm ends', async () => {
  const npm = await runByNpm('npm', 'run', '--silent', 'platform')
  expect(npm.processes.length).toBeGreaterThan(3)
  await expectDrained(npm, 'SIGTERM')
  expect(await npm.exited).toEqual([0, null])
})

test('npm run platform finishes open work when npm is killed', async () => {
  await expectDrained(await runByNpm('npm', 'run', '--silent', 'platform'), 'SIGKILL')
})
