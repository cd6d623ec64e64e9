/** Cash while a cell is away: what adds up cash is refused, and payments of the other cells go on (W178). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import type { Answer } from '../support/node.ts'
import { expectRefusal } from '../support/scene.ts'
import { until } from '../support/wait.ts'
import {
  expectBooksHold,
  openTwoCells,
  type CellTill,
  type TwoCells,
} from './support/two-cell-till.ts'

let two: TwoCells
let till: CellTill
const ways: CuttableWay[] = []

beforeAll(async () => {
  two = await openTwoCells({
    databaseWay: async (url) => {
      const way = await startCuttableWay(url)
      ways.push(way)
      return way.url
    },
  })
  till = await two.openTill()
})

afterAll(async () => {
  try {
    await two.platform.settled()
    await expectBooksHold(two)
  } finally {
    await two.close()
  }
})

const wayTo = (cell: string): CuttableWay => {
  const store = two.platform.stores.find(({ name }) => name === cell)
  const path = new URL(store?.url ?? '').pathname
  return ways.find(({ url }) => new URL(url).pathname === path) as CuttableWay
}

const expectNamed = (answer: Answer, cell: string): void => {
  expectRefusal(answer, 'SERVER503_UNAVAILABLE')
  expect(answer.text).toContain(`the cell ${cell} does not answer`)
}

test('a lost cell refuses what adds up cash, and no payment of the other cell', async () => {
  const { north, south, platform } = two
  const { agentId, shiftId } = await till.onShift()
  const limited = await till.agent({ cashMax: 1_000 })
  await till.shift(limited)
  await till.take(south, agentId, 400)
  await till.take(south, limited, 900)
  await till.take(north, agentId, 300)
  const { code } = (await platform.refund(await till.take(north, null, 200))).body

  await wayTo('south').cut()
  expectNamed(await till.count(shiftId, 700), 'south')
  expectNamed(await till.call('GET', '/cash'), 'south')
  expectNamed(await till.handOver(agentId, 100), 'south')
  expectNamed(await till.call('POST', '/refunds/redeem', { code, paidBy: agentId }), 'south')
  for (const who of [agentId, limited]) {
    const tookMs: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const startedMs = performance.now()
      await till.take(north, who, 10)
      tookMs.push(performance.now() - startedMs)
    }
    // If payments waited for the lost cell, each of them would.
    expect(Math.min(...tookMs)).toBeLessThan(5_000)
  }
  await wayTo('south').restore()

  const { count } = await until('the count to be made', async () => {
    const answer = await till.count(shiftId, 730)
    return answer.status === 200 && answer.body
  })
  expect(count).toMatchObject({ expected: 730, difference: 0 })
  expect(await till.held(limited)).toBe(930)
})

test('while the control cell is lost, an agent on shift takes payments of the other cell', async () => {
  const { south, platform } = two
  const limited = await till.agent({ cashMax: 1_000 })
  await till.shift(limited)
  const store = platform.stores[1] as (typeof platform.stores)[number]
  await until('the copy of the shift', async () => {
    const { rowCount } = await store.pool.query(
      `select from shifts where status = 'open' and 'agt_' || agent_id = $1`,
      [limited],
    )
    return rowCount === 1
  })
  const { code } = (await platform.refund(await till.take(south, null, 200))).body
  await till.take(south, limited, 10)

  await wayTo('north').cut()
  // What is asked first notices it; its statement may have been under way.
  await till.open({ partnerId: south.partnerId, agentId: limited })
  for (let round = 0; round < 3; round += 1) await till.take(south, limited, 10)
  const refused = await till.call('POST', '/refunds/redeem', { code, paidBy: limited })
  expectRefusal(refused, 'SERVER503_UNAVAILABLE')
  await wayTo('north').restore()

  await until('the cash to be read', async () => (await till.call('GET', '/cash')).status === 200)
  expect(await till.held(limited)).toBe(40)
  const again = await till.call('POST', '/refunds/redeem', { code, paidBy: limited })
  expectRefusal(again, 'CASH409_NOT_ENOUGH')
})
