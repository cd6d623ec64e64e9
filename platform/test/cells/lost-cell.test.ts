import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type Answer, type TestChannel, type TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { expectRefusal } from '../support/scene.ts'
import { until } from '../support/wait.ts'

let platform: TestPlatform
let servers: PartnerServer[]
let channel: TestChannel
const ways: CuttableWay[] = []
/** By the cell in which they live. */
const partners: Record<string, TestPartner> = {}

const CONTROL = 0
const SOUTH = 1

beforeAll(async () => {
  const databaseWay = async (url: string): Promise<string> => {
    const way = await startCuttableWay(url)
    ways.push(way)
    return way.url
  }
  platform = await startTestPlatform({ cells: 3, databaseWay })
  // They were made at once, in whatever order.
  ways.sort((one, other) => placeOf(one) - placeOf(other))
  servers = await Promise.all([1, 2, 3].map(() => startPartner()))
  for (const server of servers) {
    const partner = await platform.createPartner(server)
    const pool = await platform.poolOf(partner)
    partners[platform.stores.find((store) => store.pool === pool)?.name ?? ''] = partner
  }
  channel = await platform.createChannel('AGENCY')
  // A copy in each cell, which the loss of the control cell needs.
  for (const { pool } of platform.stores) {
    await until('the copy of the channel', async () => {
      const { rowCount } = await pool.query('select from channel_api_keys')
      return rowCount === 1
    })
  }
})

const placeOf = ({ url }: CuttableWay): number =>
  platform.stores.findIndex((store) => new URL(store.url).pathname === new URL(url).pathname)

afterAll(async () => {
  try {
    await platform.settled()
    for (const { pool } of platform.stores) expect(await checkInvariants(pool)).toEqual([])
  } finally {
    await platform.stop()
    for (const server of servers) await server.close()
  }
  for (const server of servers) expect(server.problems).toEqual([])
})

/** A whole payment, with what a partner asks about it: the statuses of its answers. */
const pay = async (partner: TestPartner): Promise<number[]> => {
  const reference = newReference()
  const opened = await platform.open(channel, partner, reference)
  const paymentId = opened.body?.paymentId
  if (opened.status !== 201 || paymentId === undefined) return [opened.status]
  const answers: Answer[] = [
    await platform.change(channel, 'confirm', paymentId),
    await platform.status(partner, reference),
    await platform.payment(channel, paymentId),
  ]
  return [opened.status, ...answers.map(({ status }) => status)]
}

const PAID = [201, 200, 200, 200]

const of = (cell: string): TestPartner => partners[cell] as TestPartner

const statusesIn = async (): Promise<Record<string, string>> => {
  const { body } = await platform.call('GET', '/readyz')
  return Object.fromEntries(
    body.cells.map(({ cell, status }: { cell: string; status: string }) => [cell, status]),
  )
}

test('partners of two cells are paid without an error while the third is lost', async () => {
  for (const cell of ['north', 'south', 'east'])
    expect([cell, await pay(of(cell))]).toEqual([cell, PAID])
  await ways[SOUTH]?.cut()
  const results = await Promise.all(
    Array.from({ length: 10 }, () => Promise.all([pay(of('north')), pay(of('east'))])),
  )
  expect(results.flat()).toEqual(Array.from({ length: 20 }, () => PAID))
  expectRefusal(await platform.open(channel, of('south'), newReference()), 'SERVER503_UNAVAILABLE')
  expectRefusal(await platform.status(of('south'), 'INV-1'), 'SERVER503_UNAVAILABLE')
  const answered = async () => {
    const { status, body } = await platform.call('GET', '/readyz')
    return [status, body.status]
  }
  // A cell that answers late is not ready at that moment.
  await expect.poll(answered).toEqual([200, 'ready'])
  await expect.poll(statusesIn).toEqual({
    north: 'ready',
    south: 'the database does not answer',
    east: 'ready',
  })
  const { text } = await platform.call('GET', '/metrics')
  expect(text).toContain('wasl_database_up{cell="south"} 0')
  expect(text).toContain('wasl_database_up{cell="east"} 1')
  const { cells, conditions } = await platform.operator('/system')
  expect(cells).toMatchObject([
    { cell: 'north', database: { version: expect.any(String) } },
    { cell: 'south', database: null },
    { cell: 'east', database: { version: expect.any(String) } },
  ])
  expect(conditions[0]).toMatchObject({ condition: 'cell-away', severity: 'act', cell: 'south' })
  // A list that lacks rows would be wrong; one of a partner elsewhere is whole.
  const all = await platform.call('GET', '/operator/v1/payments', { key: platform.operatorKey })
  expectRefusal(all, 'SERVER503_UNAVAILABLE')
  const { items } = await platform.operator(`/payments?partnerId=${of('east').partnerId}`)
  expect(items).toHaveLength(11)
  await ways[SOUTH]?.restore()
  await until('the partner of the cell to be paid again', async () => {
    const [opened] = await pay(of('south'))
    return opened === 201
  })
})

test('partners of the other cells are paid while the control cell is lost', async () => {
  await ways[CONTROL]?.cut()
  // What is asked first notices it; its statement may have been under way.
  await platform.open(channel, of('east'), newReference())
  const results = await Promise.all(
    Array.from({ length: 10 }, () => Promise.all([pay(of('south')), pay(of('east'))])),
  )
  expect(results.flat()).toEqual(Array.from({ length: 20 }, () => PAID))
  await expect.poll(async () => (await statusesIn())['north']).toBe('the database does not answer')
  await ways[CONTROL]?.restore()
  await until('the partner of the control cell to be paid again', async () => {
    const [opened] = await pay(of('north'))
    return opened === 201
  })
})
