import { systemReport, type ProcessRole } from '@wasl/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionsOf } from '../src/base/database/connections.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import {
  newReference,
  type Answer,
  type Node,
  type TestChannel,
  type TestPartner,
} from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel
let api: Node

beforeAll(async () => {
  platform = await startTestPlatform()
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  channel = await platform.createChannel()
  await platform.stopNodes()
  api = await platform.startNode(['api'])
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

const webhooks = (): string[] =>
  shop.requests
    .filter(({ kind }) => kind === 'webhook')
    .map(({ body }) => JSON.parse(String(body)).event)

const readSystem = async () => {
  const { body } = await api.call('GET', '/operator/v1/system', { key: platform.operatorKey })
  return systemReport.parse(body)
}

/** The names of the connections that a process of these roles keeps, while no other process runs. */
const connectionsKept = async (): Promise<Record<string, number>> => {
  const { rows } = await platform.pool.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count
    from pg_stat_activity
    where datname = current_database() and application_name like 'wasl%'
    group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const readiness = (node: Node): Promise<Answer> => node.call('GET', '/readyz')

const aloneWith = async (roles: ProcessRole[], work: () => Promise<unknown>) => {
  const node = await platform.startNode(roles)
  await work()
  await until('it to be ready', async () => (await readiness(node)).body.status === 'ready')
  expect((await node.call('GET', '/metrics')).status).toBe(200)
  const kept = await connectionsKept()
  expect(Object.values(kept).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
    connectionsOf(roles),
  )
  await node.stop()
  return Object.keys(kept).toSorted()
}

test('a payment confirmed where nothing is sent is delivered by a process that only sends', async () => {
  const { paymentId } = await api.opened(channel, partner, newReference())
  expect((await api.change(channel, 'confirm', paymentId)).status).toBe(200)
  expect(webhooks()).toEqual([])
  const sender = await platform.startNode(['dispatch'])
  await until('what waited to be sent', () => webhooks().length === 2)
  const next = await api.opened(channel, partner, newReference())
  await until('the next one to be sent', () => webhooks().length === 3)
  await api.change(channel, 'confirm', next.paymentId)
  await until('its outcome to be sent', () => webhooks().length === 4)
  await platform.settled()
  const attempts = async (node: Node): Promise<string | undefined> =>
    /^wasl_webhook_attempts_total\{outcome="acknowledged"\} (\d+)$/m.exec(
      (await node.call('GET', '/metrics')).text,
    )?.[1]
  expect([await attempts(api), await attempts(sender)]).toEqual(['0', '4'])
  await sender.stop()
})

test('what a role lacks is shown, and a process of that role does it', async () => {
  const { paymentId } = await api.opened(channel, partner, newReference())
  const sender = await platform.startNode(['dispatch'])
  await until('both processes', async () => (await readSystem()).processes.length === 2)
  const { conditions, processes } = await readSystem()
  expect(processes.map(({ roles }) => roles)).toEqual([['api'], ['dispatch']])
  expect(conditions).toMatchObject([
    { condition: 'role-missing', severity: 'act', subject: 'periodic' },
    { condition: 'no-standby' },
  ])
  // The opening is told before the lapse is.
  await platform.settled()
  await platform.clock.advance(901)
  const before = webhooks().length
  const clockwork = await platform.startNode(['periodic'])
  await until('the lapsed lock to be told', () => webhooks().includes('payment.fail'))
  expect(webhooks().length).toBe(before + 1)
  expect((await api.payment(channel, paymentId)).body.stage).toBe('released')
  await until('no role to be missing', async () =>
    (await readSystem()).conditions.every(({ condition }) => condition !== 'role-missing'),
  )
  await Promise.all([clockwork.stop(), sender.stop()])
})

test('a process without the role api serves its health and refuses everything else', async () => {
  const sender = await platform.startNode(['dispatch', 'periodic'])
  expect((await sender.call('GET', '/healthz')).status).toBe(200)
  await until('it to be ready', async () => (await readiness(sender)).status === 200)
  const { text } = await sender.call('GET', '/metrics')
  expect(text).toContain('wasl_process_role{role="api"} 0\n')
  expect(text).toContain('wasl_process_role{role="dispatch"} 1\n')
  for (const [method, path] of [
    ['POST', '/channel/v1/payments'],
    ['GET', '/partner/payments/v1/INV-1/status'],
    ['GET', '/operator/v1/system'],
    ['GET', '/console/'],
    ['GET', '/nothing'],
    ['GET', '/%zz'],
    ['DELETE', '/healthz'],
  ] as const) {
    const answer = await sender.call(method, path, { key: channel.apiKey })
    expectRefusal(answer, 'SERVER503_UNAVAILABLE')
    expect(answer.body.errorMessage).toContain('has the roles dispatch, periodic')
  }
  await sender.stop()
})

test('each role opens its own connections and no others', async () => {
  await api.opened(channel, partner, newReference())
  await api.stop()
  const before = webhooks().length
  const sending = await aloneWith(['dispatch'], () =>
    until('the webhook', () => webhooks().length > before),
  )
  expect(sending).toEqual([
    'wasl',
    'wasl claims',
    'wasl hot',
    'wasl listen',
    'wasl notes',
    'wasl probes',
    'wasl results',
  ])
  await platform.clock.advance(901)
  const released = async () =>
    (await platform.pool.query(`select from payments where stage = 'locked'`)).rows.length === 0
  const periodic = await aloneWith(['periodic'], () => until('the lapsed lock', released))
  expect(periodic.filter((name) => !PERIODIC.has(name))).toEqual([])
  api = await platform.startNode(['api'])
  await api.opened(channel, partner, newReference())
  const serving = Object.keys(await connectionsKept())
  expect(serving.filter((name) => SENDING.has(name))).toEqual([])
})

const PERIODIC = new Set([
  'wasl',
  'wasl apart',
  'wasl hot',
  'wasl moves',
  'wasl notes',
  'wasl operator lists',
  'wasl probes',
])

const SENDING = new Set(['wasl claims', 'wasl results', 'wasl listen'])
