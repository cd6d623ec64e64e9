import { afterEach, beforeEach, expect, test } from 'vitest'
import type pg from 'pg'
import type { Answer } from './support/node.ts'
import { callSet, makeQrCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

let holder: pg.PoolClient

/** A held table: every list of webhook events waits, for as long as the test wants. */
beforeEach(async () => {
  holder = await scene.platform.pool.connect()
  await holder.query('begin')
  await holder.query('lock table webhook_events in access exclusive mode')
})

const letGo = (): Promise<unknown> => holder.query('rollback')

afterEach(async () => {
  await letGo()
  holder.release()
})

const waitingLists = async (application: string): Promise<number> => {
  const { rows } = await scene.platform.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
    where application_name = $1 and wait_event_type = 'Lock' and datname = current_database()`,
    [application],
  )
  return rows[0]?.count ?? 0
}

test("too many lists of one partner are refused, and delay no other's writes", async () => {
  const { platform, partner, server } = scene
  const other = await platform.createPartner(server)
  const token = await makeQrCode(platform.pool, other)
  const answered: Answer[] = []
  // Few enough that all have come in before the first that waits is given up, after five seconds.
  const lists = Array.from({ length: 24 }, async () => {
    const path = '/partner/webhooks/v1/events'
    answered.push(await platform.call('GET', path, { key: partner.apiKey }))
  })
  await until('all but the lists that may wait to be refused', () => answered.length === 14)
  await until('two to wait', async () => (await waitingLists('wasl partner lists')) === 2)
  for (const answer of answered) {
    expectRefusal(answer, 'PARTNER_API429_TOO_MANY_AT_ONCE')
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const set = await callSet(platform, other, { qrCodeToken: token, amounts: [500] })
  expect(set.status).toBe(200)
  await letGo()
  await Promise.all(lists)
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(10)
})

test('many operators’ lists delay no write, and no partner’s list', async () => {
  const { platform, partner, operatorKey } = { ...scene, ...scene.platform }
  const token = await makeQrCode(platform.pool, partner)
  const lists = Array.from({ length: 8 }, () =>
    platform.call('GET', '/operator/v1/webhook-events', { key: operatorKey }),
  )
  await until('the lists to wait', async () => (await waitingLists('wasl operator lists')) === 4)
  const set = await callSet(platform, partner, { qrCodeToken: token, amounts: [500] })
  expect(set.status).toBe(200)
  const path = `/operator/v1/partners/${partner.partnerId}`
  const patched = await platform.call('PATCH', path, { key: operatorKey, body: { city: 'Oran' } })
  expect(patched.status).toBe(200)
  await letGo()
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200)
})

test("one partner's changes of one code delay no other partner's", async () => {
  const { platform, partner, server } = scene
  const other = await platform.createPartner(server)
  const [held, free] = [
    await makeQrCode(platform.pool, partner),
    await makeQrCode(platform.pool, other),
  ]
  await holder.query('select from qr_codes where token = $1 for update', [held])
  const changes = Array.from({ length: 30 }, () =>
    callSet(platform, partner, { qrCodeToken: held, amounts: [500] }),
  )
  await until('a change to wait', async () => (await waitingLists('wasl')) > 0)
  const set = await callSet(platform, other, { qrCodeToken: free, amounts: [500] })
  expect(set.status).toBe(200)
  await letGo()
  for (const { status } of await Promise.all(changes)) expect(status).toBe(200)
})
