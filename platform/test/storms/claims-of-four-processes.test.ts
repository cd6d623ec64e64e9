import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Pipeline } from '../../src/base/database/pipeline.ts'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import type { Listener } from '../../src/base/database/listen.ts'
import { createOutbound, type Outbound } from '../../src/base/outbound/outbound.ts'
import { loadPartnerTarget } from '../../src/parties/partners/load-target.ts'
import { channelNumber } from '../../src/base/wire-ids.ts'
import { createKeyring } from '../../src/base/secrets/seal.ts'
import { createPartnerTargets } from '../../src/parties/partners/cached-targets.ts'
import { createMakeTransition } from '../../src/payments/transition.ts'
import {
  createDispatcher,
  type Dispatcher,
} from '../../src/delivery/webhooks/dispatcher/dispatcher.ts'
import { createRecordResult } from '../../src/delivery/webhooks/queue/record.ts'
import { createNotifier, listenForWebhooks } from '../../src/delivery/webhooks/dispatcher/notify.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { TestChannel, TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { patiently } from '../support/patiently.ts'
import { PATIENCE_MS, until } from '../support/wait.ts'
import { oweOpenings } from './support/owe-openings.ts'

const PROCESSES = 4

const PAYMENTS = 50

/** What one process has of webhooks: its dispatcher, which is told by the others and by no clock. */
type Process = { db: Database; dispatcher: Dispatcher; listener: Listener; claims: () => number }

let platform: TestPlatform
let channel: TestChannel
let shop: PartnerServer
let partner: TestPartner
let outbound: Outbound
let processes: Process[]

const counting = (claims: Pipeline, onClaim: () => void): Pipeline => ({
  ...claims,
  query(statement) {
    if (statement.name === 'claim-deliveries') onClaim()
    return claims.query(statement)
  },
})

const startProcess = (number: number, inFlightMax?: number): Process => {
  const db = createDatabase(platform.databaseUrl)
  const log = pino({ level: 'silent' })
  const keyring = createKeyring(platform.masterKey)
  let claims = 0
  const dispatcher = createDispatcher({
    claims: counting(db.claims, () => (claims += 1)),
    tellOthers: createNotifier(db.hot, `process ${number}`),
    pollMs: 600_000,
    ...(inFlightMax !== undefined && { inFlightMax }),
    record: createRecordResult(db.results),
    targets: createPartnerTargets({ load: (id) => loadPartnerTarget(db, keyring, id) }),
    send: patiently(outbound.send),
    log,
  })
  const url = platform.databaseUrl
  const listener = listenForWebhooks(url, `process ${number}`, dispatcher, log)
  dispatcher.start()
  return { db, dispatcher, listener, claims: () => claims }
}

beforeAll(async () => {
  platform = await startTestPlatform()
  channel = await platform.createChannel()
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  // The processes of this test are to be alone with their partner.
  await platform.stopNodes()
  outbound = createOutbound({ allowPrivateTargets: true, maxOriginConnections: 512 })
  processes = Array.from({ length: PROCESSES }, (_, index) => startProcess(index))
  const doListen = async (): Promise<boolean> => {
    const { rows } = await platform.pool.query(
      `select from pg_stat_activity where application_name = 'wasl listen' and query like 'listen%'`,
    )
    return rows.length === PROCESSES
  }
  await until('every process to listen', doListen, PROCESSES * PATIENCE_MS)
})

afterEach(() => shop.onWebhook(() => undefined))

afterAll(async () => {
  for (const { listener, dispatcher, db } of processes) {
    await Promise.all([listener.close(), dispatcher.stop()])
    await db.close()
  }
  await outbound.close()
  await shop.close()
  await platform.stop()
})

/** Waits until all that is owed is delivered and recorded. */
const delivered = (): Promise<unknown> =>
  until('everything to be delivered', async () => (await owed()) === 0)

const owed = async (): Promise<number> => {
  const { rows } = await platform.pool.query(
    'select from webhook_deliveries where due_at is not null',
  )
  return rows.length
}

/** Opens so many payments of the partner in a process; returns their ids. */
const open = async ({ db, dispatcher }: Process, count = 1): Promise<string[]> => {
  const references = await oweOpenings(db.opens, channel, partner, count)
  dispatcher.wake()
  const { rows } = await platform.pool.query<{ payment_id: string }>(
    'select payment_id from payments where reference = any($1)',
    [references],
  )
  return rows.map(({ payment_id }) => payment_id)
}

const confirm = async ({ db, dispatcher }: Process, paymentId = ''): Promise<void> => {
  const channelId = channelNumber(channel.channelId) as number
  const move = createMakeTransition(db.moves)
  await move({ partnerId: partner.number, paymentId, cause: 'confirm', channelId })
  dispatcher.wake()
}

const processOf = (turn: number): Process => processes[turn % PROCESSES] as Process

test('a payment costs two claims, however many processes there are', async () => {
  const claims = (): number => processes.reduce((sum, process) => sum + process.claims(), 0)
  const before = claims()
  for (let turn = 0; turn < PAYMENTS; turn += 1) {
    const [paymentId] = await open(processOf(turn))
    await delivered()
    await confirm(processOf(turn + 1), paymentId)
    await delivered()
  }
  expect((claims() - before) / PAYMENTS).toBeLessThanOrEqual(2.2)
})

test('what one process finds beyond a partner’s places, it claims as places become free', async () => {
  const sent = shop.requests.length
  await open(processOf(0), 300)
  await delivered()
  expect(shop.requests.length - sent).toBe(300)
})

test('an outcome that waited for its opening is claimed when that is recorded', async () => {
  let answer = (): void => undefined
  const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)))
  shop.onWebhook(() => answered)
  const sent = shop.requests.length
  const [paymentId] = await open(processOf(0))
  await until('the opening to be sent', () => shop.requests.length > sent)
  await confirm(processOf(0), paymentId)
  answer()
  await delivered()
  expect(shop.requests.length - sent).toBe(2)
})

test('a process without a free place notifies the others', async () => {
  const full = startProcess(PROCESSES, 0)
  await open(full)
  await delivered()
  await Promise.all([full.listener.close(), full.dispatcher.stop()])
  // Nor does it keep for itself what comes about while it stops.
  await open(full)
  await delivered()
  await full.db.close()
  expect(full.claims()).toBe(0)
  expect(await checkInvariants(platform.pool)).toEqual([])
})
