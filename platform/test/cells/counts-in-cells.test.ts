/** Counts while payments of both cells are confirmed, and while a partner moves (W178). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homesCommand } from '../../src/moves/homes-command.ts'
import { cashOf } from '../support/custody.ts'
import { newReference, type Answer, type TestPartner } from '../support/node.ts'
import { until } from '../support/wait.ts'
import {
  expectBooksHold,
  openTwoCells,
  type CellTill,
  type TwoCells,
} from './support/two-cell-till.ts'

const PRICE = 100

let two: TwoCells
let till: CellTill

beforeAll(async () => {
  two = await openTwoCells()
  till = await two.openTill()
})

afterAll(async () => {
  try {
    // What was under way when the partner moved is under a lease that nobody holds any more.
    await two.platform.clock.advance(60)
    await two.platform.settled()
    await expectBooksHold(two)
  } finally {
    await two.close()
  }
})

/** While a partner moves, its requests are answered with 503, and repeated. */
const asked = async (call: () => Promise<Answer>, status: number): Promise<any> => {
  const answer = await until('an answer other than 503', async () => {
    const got = await call()
    return got.status !== 503 && got
  })
  expect([answer.status, answer.text]).toEqual([status, expect.anything()])
  return answer.body
}

const openAll = async (partners: TestPartner[], count: number): Promise<string[]> => {
  const opened: string[] = []
  for (let index = 0; index < count; index += 8) {
    const batch = Array.from({ length: 8 }, async (_, place) => {
      const reference = newReference()
      two.server.prices.set(reference, PRICE)
      const { partnerId } = partners[(index + place) % partners.length] as TestPartner
      opened.push((await asked(() => till.open({ partnerId, reference }), 201)).paymentId)
    })
    await Promise.all(batch)
  }
  return opened
}

/** Confirms all, and counts again and again until after the last one: what the counts expected. */
const confirmAndCount = async (agentId: string, payments: string[]): Promise<number[]> => {
  const expected: number[] = []
  let isOver = false
  const confirmEach = async (some: string[]): Promise<void> => {
    const waiting = [...some]
    const confirmNext = async (): Promise<void> => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const paymentId = id
        await asked(() => till.confirm(paymentId, { takenBy: agentId }), 200)
      }
    }
    await Promise.all([1, 2, 3, 4].map(confirmNext))
  }
  const confirmAll = async (): Promise<void> => {
    await confirmEach(payments.slice(4))
    // However slow the counts are, these come between two of them.
    await until('two counts', () => expected.length >= 2)
    await confirmEach(payments.slice(0, 4))
    isOver = true
  }
  const countAll = async (): Promise<void> => {
    // The last shift begins after the last confirmation.
    for (let isLast = false; !isLast;) {
      isLast = isOver
      const shift = { agentId, float: 0 }
      const { shiftId } = await asked(() => till.call('POST', '/shifts', shift), 201)
      const { count } = await asked(() => till.count(shiftId, 0), 200)
      expected.push(count.expected)
    }
  }
  await Promise.all([confirmAll(), countAll()])
  return expected
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Each part of a count, with what happened to the agent's cash in its cell after its snapshot. */
const PARTS = `
  select part.expected, (
    select coalesce(sum(case when debit_owner = $1 then amount else -amount end), 0)
    from ledger_transfers
    where $1 in (debit_owner, credit_owner) and 'cash' in (debit_kind, credit_kind)
      and (
        not pg_visible_in_snapshot(xid, part.snapshot::pg_snapshot)
        -- The transaction of the count itself, which wrote this after it had read the books.
        or source_id = any($3::uuid[])
      )
  )::bigint as later
  from json_to_recordset($2::json) as part (expected bigint, snapshot text)`

test('each confirmation of either cell is in exactly one shift', async () => {
  const payments = await openAll([two.north, two.south], 48)
  const agentId = await till.agent()
  const expected = await confirmAndCount(agentId, payments)
  expect(expected.length).toBeGreaterThan(2)
  expect(sum(expected)).toBe(payments.length * PRICE)
  expect(await till.held(agentId)).toBe(0)

  const [control] = two.platform.stores as [(typeof two.platform.stores)[number]]
  for (const { name, pool } of two.platform.stores) {
    const { rows: parts } = await control.pool.query(
      `select shift_id, part.expected, part.snapshot::text, (
        select variance_id from variances where source_id = shift_id
      ) as variance_id
      from shift_count_parts part
      where cell = $1`,
      [name],
    )
    expect(parts).toHaveLength(expected.length)
    const held = await cashOf(pool, agentId)
    for (const part of parts) {
      const values = [agentId, JSON.stringify([part]), [part.variance_id]]
      const { rows } = await pool.query(PARTS, values)
      expect(rows[0].expected + rows[0].later).toBe(held)
    }
  }
})

test('and a partner that moves is in each count once', async () => {
  const payments = await openAll([two.south, two.north], 48)
  const agentId = await till.agent()
  let isMoved = false
  const move = async (cell: string): Promise<void> =>
    homesCommand(
      {
        cells: two.platform.stores,
        by: { id: null, name: 'test', requestId: null },
        say: () => undefined,
        call: 'wasl homes',
      },
      { verb: 'move', partner: two.south.partnerId, cell },
    )
  const moveThereAndBack = async (): Promise<void> => {
    await move('north')
    await move('south')
    isMoved = true
  }
  /** What the agent has on shift stays the same while the partner moves. */
  const looked: number[] = []
  const before = await till.agent()
  await till.shift(before)
  await till.take(two.south, before, 700)
  await till.take(two.north, before, 300)
  const look = async (): Promise<void> => {
    while (!isMoved) {
      const cash = await asked(() => till.call('GET', '/cash'), 200)
      looked.push(cash.items.find((one: { agentId: string }) => one.agentId === before).amount)
    }
  }
  const [expected] = await Promise.all([
    confirmAndCount(agentId, payments),
    moveThereAndBack(),
    look(),
  ])
  expect(new Set(looked)).toEqual(new Set([1_000]))
  const { shiftId } = await asked(() => till.call('POST', '/shifts', { agentId, float: 0 }), 201)
  const { count } = await asked(() => till.count(shiftId, 0), 200)
  expect(sum([...expected, count.expected])).toBe(payments.length * PRICE)
  expect(await till.held(agentId)).toBe(0)
})
