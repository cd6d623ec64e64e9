/** Cash that people count, hand over and bring to the bank, of payments of partners in two cells (W178). */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import { cashKey, takeLock } from '../../src/ledger/custody/over-cells.ts'
import { postTransfers } from '../../src/ledger/post.ts'
import { newReference, type TestPartner } from '../support/node.ts'
import { expectRefusal } from '../support/scene.ts'
import { notesOf } from '../support/till.ts'
import { until } from '../support/wait.ts'
import { sessionOf, untilHeldUp } from '../support/waiting.ts'
import {
  expectBooksHold,
  openTwoCells,
  type CellTill,
  type TwoCells,
} from './support/two-cell-till.ts'

type Step = { code: string; to: { owner: string } }
type Store = (typeof two.platform.stores)[number]

let two: TwoCells
let till: CellTill

beforeAll(async () => {
  two = await openTwoCells()
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

const ok = async (
  answering: Promise<{ status: number; text: string; body: any }>,
): Promise<any> => {
  const { status, text, body } = await answering
  expect([status < 300, text]).toEqual([true, text])
  return body
}

const control = () => (two.platform.stores[0] as (typeof two.platform.stores)[number]).pool

describe('a shift with payments of both cells', () => {
  test('goes from its float to its close, and its cash to the bank', async () => {
    const { north, south, amina } = two
    const { channelId } = till.channel
    const { floatId } = await amina('/floats', { channelId, amount: 5_000, from: 'channel' })
    const agentId = await till.agent()
    const { shiftId } = await ok(till.call('POST', '/shifts', { agentId, float: 5_000 }))
    const paymentId = await till.take(south, agentId, 4_000)
    await till.take(north, agentId, 6_000)
    expect(await till.held(agentId)).toBe(15_000)
    const shown = async () => (await two.platform.operator('/overview')).cash
    expect(await shown()).toMatchObject({ total: 15_000, holders: 1 })

    const { count } = await ok(till.count(shiftId, 14_800))
    expect(count).toMatchObject({ expected: 15_000, counted: 14_800, difference: -200 })
    const { rows: parts } = await control().query(
      'select cell, expected from shift_count_parts where shift_id = $1 order by cell',
      [shiftId],
    )
    expect(parts).toEqual([
      { cell: 'north', expected: 11_000_00 },
      { cell: 'south', expected: 4_000_00 },
    ])
    const decision = { outcome: 'agent_receivable', reason: 'Karim admits it.' }
    await amina(`/variances/${count.varianceId}/decide`, decision)
    await ok(till.call('POST', `/shifts/${shiftId}/close`))

    expectRefusal(await till.handOver(agentId, 14_800.01), 'CASH409_NOT_ENOUGH')
    await ok(till.handOver(agentId, 14_800))
    const { depositId } = await ok(
      till.call('POST', '/deposits', { from: till.safe, amount: 9_800 }),
    )
    await ok(till.call('POST', `/deposits/${depositId}/deposited`, { slip: { number: 'S-1' } }))
    await amina(`/deposits/${depositId}/bank`, { amount: 9_800 })
    await amina(`/agents/${agentId}/recoveries`, { amount: 200, paidTo: 'bank' })
    await amina(`/floats/${floatId}/return`)
    // All of the handover has left the safe when its last part has.
    const { cash: trail } = await two.platform.operator(`/payments/${paymentId}/evidence`)
    expect(trail.map((step: Step) => [step.code, step.to.owner])).toEqual([
      ['COLLECT', agentId],
      ['MOVED', till.safe],
      ['FLOAT_WITHDRAWN', till.channel.channelId],
    ])
    const cash = await till.cash()
    expect([cash.safe.amount, await till.held(agentId)]).toEqual([0, 0])
    await until('the overview to be read again', async () => (await shown()).holders === 0)
    expect(await shown()).toMatchObject({ total: 0, holders: 0 })
  })

  test('counts the cash of more agents at once than there are connections', async () => {
    const shifts = []
    for (let agent = 0; agent < 16; agent += 1) shifts.push(await till.onShift())
    const counts = await Promise.all(shifts.map(({ shiftId }) => till.count(shiftId, 0)))
    expect(counts.map(({ status, text }) => (status < 300 ? 'counted' : text))).toEqual(
      shifts.map(() => 'counted'),
    )
  })

  test('hides what the agent holds while it counts, and counts its open payments in both cells', async () => {
    const { agentId, shiftId } = await till.onShift()
    for (const { partnerId } of [two.north, two.south]) {
      await ok(till.open({ partnerId, agentId }))
    }
    const own = (await till.cash()).items.find((item: any) => item.agentId === agentId)
    expect(own).toMatchObject({ openPayments: 2, amount: 0 })
    await ok(till.call('POST', `/shifts/${shiftId}/count`, {}))
    expect(
      (await till.cash()).items.find((item: any) => item.agentId === agentId).amount,
    ).toBeNull()
    const { count } = await ok(
      till.call('POST', `/shifts/${shiftId}/count`, { denominations: notesOf(0) }),
    )
    expect(count.openPayments).toHaveLength(2)
  })
})

describe('a limit on what an agent holds', () => {
  test('counts what it took in both cells', async () => {
    const { north, south } = two
    const agentId = await till.agent({ cashMax: 10_000 })
    await till.shift(agentId)
    await till.take(south, agentId, 6_000)
    await till.take(north, agentId, 3_000)
    for (const { partnerId } of [north, south]) {
      const { warnings } = await ok(till.open({ partnerId, agentId }))
      expect(warnings).toEqual(['AGENT_CASH_NEAR_LIMIT'])
    }
    await till.take(north, agentId, 1_000)
    for (const { partnerId } of [north, south]) {
      expectRefusal(await till.open({ partnerId, agentId }), 'AGENT409_CASH_LIMIT')
    }
    await ok(till.handOver(agentId, 5_000))
    await ok(till.open({ partnerId: south.partnerId, agentId }))
  })
})

describe('an agent whose shift has just begun', () => {
  test('opens and confirms in a cell whose copies do not show it yet', async () => {
    const store = two.platform.stores[1] as (typeof two.platform.stores)[number]
    await store.pool.query('alter subscription wasl_control disable')
    try {
      const { agentId, shiftId } = await till.onShift()
      const { partnerId } = two.south
      const { paymentId } = await ok(till.open({ partnerId, agentId }))
      const confirmed = await ok(till.confirm(paymentId, { takenBy: agentId }))
      expect(confirmed).toMatchObject({ takenBy: agentId })
      expect(confirmed.warnings).toBeUndefined()
      // What the control cell refuses is refused.
      await ok(till.call('POST', `/shifts/${shiftId}/count`, {}))
      expectRefusal(await till.open({ partnerId, agentId }), 'AGENT409_NOT_ON_SHIFT')
      const stranger = await till.open({ partnerId, agentId: 'agt_999999' })
      expectRefusal(stranger, 'AGENT404_NOT_FOUND')
    } finally {
      await store.pool.query('alter subscription wasl_control enable')
    }
  })
})

describe('a refund', () => {
  /** A refund of what was paid to a partner through another channel: its code. */
  const refundOf = async (partner: TestPartner, amount: number): Promise<string> => {
    const other = await two.openTill()
    const paymentId = await other.take(partner, null, amount)
    const made = await two.platform.refund(paymentId)
    return (await ok(Promise.resolve(made))).code
  }

  test('of one cell is paid from cash that was taken in the other', async () => {
    const { agentId } = await till.onShift()
    await till.take(two.north, agentId, 8_000)
    const code = await refundOf(two.south, 3_000)
    const paid = await ok(till.call('POST', '/refunds/redeem', { code, paidBy: agentId }))
    expect(paid).toMatchObject({ status: 'paid', amount: 3_000, paidBy: agentId })
    expect(await till.held(agentId)).toBe(5_000)
    const another = await refundOf(two.south, 5_000.01)
    const refused = await till.call('POST', '/refunds/redeem', { code: another, paidBy: agentId })
    expectRefusal(refused, 'CASH409_NOT_ENOUGH')
  })

  test('waits for another request that takes cash of the same agent in the control cell', async () => {
    const { agentId } = await till.onShift()
    await till.take(two.north, agentId, 1_000)
    const code = await refundOf(two.south, 1_000)
    const holder = await control().connect()
    await holder.query('begin')
    await takeLock(holder, cashKey(agentId))
    const session = await sessionOf(holder)
    const paid = till.call('POST', '/refunds/redeem', { code, paidBy: agentId })
    await untilHeldUp(session, control(), 1)
    await holder.query('rollback')
    holder.release()
    expect((await paid).status).toBe(200)
  })

  test('and a handover do not give the same cash', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { agentId } = await till.onShift()
      await till.take(two.north, agentId, 500)
      await till.take(two.south, agentId, 500)
      const codes = await Promise.all([two.south, two.north].map((one) => refundOf(one, 800)))
      const answers = await Promise.all([
        ...codes.map((code) => till.call('POST', '/refunds/redeem', { code, paidBy: agentId })),
        till.call('POST', '/deposits', { from: agentId, amount: 700 }),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      for (const answer of answers) {
        if (answer.status >= 300) expectRefusal(answer, 'CASH409_NOT_ENOUGH')
      }
      expect(await till.held(agentId)).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('a case', () => {
  test('of a partner in one cell is given back from cash of the other', async () => {
    const { platform, south, server, amina } = two
    const reference = newReference()
    server.prices.set(reference, 600)
    const before = (await till.cash()).safe.amount
    const agentId = await till.agent()
    const { paymentId } = await ok(till.open({ partnerId: south.partnerId, reference }))
    await platform.clock.advance(901)
    const other = await two.openTill()
    const again = await ok(other.open({ partnerId: south.partnerId, reference }))
    await ok(other.confirm(again.paymentId))
    expectRefusal(await till.confirm(paymentId), 'PAYMENT409_LOCK_LOST')
    const takenAt = (await platform.clock.now()).toISOString()
    const taken = { amount: 600, takenBy: agentId, takenAt }
    const { caseId } = await ok(till.call('POST', `/payments/${paymentId}/taken`, taken))
    expect(await till.held(agentId)).toBe(600)
    await ok(till.handOver(agentId, 600))
    const { items } = await platform.operator('/cases')
    expect(items.map((one: { caseId: string }) => one.caseId)).toContain(caseId)
    // The safe has the cash in the control cell alone.
    await amina(`/cases/${caseId}/resolve`, { givenBackBy: till.safe })
    const cash = await till.cash()
    expect([cash.safe.amount, await till.held(agentId)]).toEqual([before, 0])
    // The locks that have lapsed are released one after another, and count until then.
    await until('the channel and the operator to be told the same', async () =>
      isDeepStrictEqual(
        await two.platform.operator(`/channels/${till.channel.channelId}/cash`),
        await till.cash(),
      ),
    )
  })

  test('of a count is explained by one payment of another cell, and that one explains no other', async () => {
    const { south, amina } = two
    const cases: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const { agentId, shiftId } = await till.onShift()
      const { count } = await ok(till.count(shiftId, 750))
      const decision = { outcome: 'payer_held', reason: 'A payer called.' }
      cases.push((await amina(`/variances/${count.varianceId}/decide`, decision)).caseId)
      await ok(till.handOver(agentId, 750))
    }
    const paymentId = await till.take(south, null, 750)
    const answers = await Promise.all(
      cases.map((caseId) =>
        two.platform.call('POST', `/operator/v1/cases/${caseId}/resolve`, {
          key: two.platform.operatorKey,
          body: { confirmedBy: paymentId },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ])
    const left = cases[answers.findIndex(({ status }) => status === 409)]
    await amina(`/cases/${left}/resolve`, { givenBackBy: till.safe })
  })

  test('of a partner in another cell ends with the payment confirmed in place of the lost one', async () => {
    const { platform, south, server } = two
    const reference = newReference()
    server.prices.set(reference, 640)
    const { partnerId } = south
    const { agentId } = await till.onShift()
    const { paymentId } = await ok(till.open({ partnerId, reference, agentId }))
    await platform.clock.advance(901)
    expectRefusal(await till.confirm(paymentId), 'PAYMENT409_LOCK_LOST')
    const taken = {
      amount: 640,
      takenBy: agentId,
      takenAt: (await platform.clock.now()).toISOString(),
    }
    const { caseId } = await ok(till.call('POST', `/payments/${paymentId}/taken`, taken))
    const again = await ok(till.open({ partnerId, reference, agentId }))
    await ok(till.confirm(again.paymentId, { insteadOf: paymentId }))
    expect(await platform.operator(`/cases/${caseId}`)).toMatchObject({
      status: 'confirmed',
      confirmedBy: again.paymentId,
    })
    expect(await till.held(agentId)).toBe(640)
  })

  test('explains no case of a partner that a case of a count has', async () => {
    const { platform, south, server, amina } = two
    const reference = newReference()
    server.prices.set(reference, 650)
    const { partnerId } = south
    const { paymentId } = await ok(till.open({ partnerId, reference }))
    await platform.clock.advance(901)
    const paid = await ok(till.open({ partnerId, reference }))
    await ok(till.confirm(paid.paymentId))
    expectRefusal(await till.confirm(paymentId), 'PAYMENT409_LOCK_LOST')
    const agentId = await till.agent()
    const takenAt = (await platform.clock.now()).toISOString()
    const taken = { amount: 650, takenBy: agentId, takenAt }
    const { caseId } = await ok(till.call('POST', `/payments/${paymentId}/taken`, taken))

    const counting = await till.onShift()
    const { count } = await ok(till.count(counting.shiftId, 650))
    const decision = { outcome: 'payer_held', reason: 'A payer called.' }
    const ofCount = await amina(`/variances/${count.varianceId}/decide`, decision)
    await amina(`/cases/${ofCount.caseId}/resolve`, { confirmedBy: paid.paymentId })
    const refused = await platform.call('POST', `/operator/v1/cases/${caseId}/resolve`, {
      key: platform.operatorKey,
      body: { confirmedBy: paid.paymentId },
    })
    expectRefusal(refused, 'CASE409_WRONG_PAYMENT')
    await amina(`/cases/${caseId}/resolve`, { givenBackBy: agentId })
  })
})

describe('the check of integrity', () => {
  test('finds an owner of cash who holds less than nothing in all cells together', async () => {
    const agentId = await till.agent()
    const give = (pool: pg.Pool, sign: 1 | -1, amount: number) =>
      withTransaction(pool, (tx) => {
        const cash = { kind: 'cash', owner: agentId } as const
        const opening = { kind: 'opening', owner: 'operator' } as const
        const [debit, credit] = sign > 0 ? [cash, opening] : [opening, cash]
        const sourceId = randomUUID()
        const common = { partnerId: 0, sourceId, code: 'OPENING', actor: 'test' } as const
        return postTransfers(tx, [{ ...common, debit, credit, amount }])
      })
    const [north, south] = two.platform.stores as [Store, Store]
    const name = 'L4: no agent and no safe holds less than nothing'
    const found = async () => {
      const { items } = await two.platform.operator('/integrity')
      return items.find((item: { name: string }) => item.name === name).violations
    }
    await give(north.pool, -1, 500)
    expect(await found()).toEqual([{ owner: agentId, balance: -500 }])
    await give(south.pool, 1, 500)
    expect(await found()).toEqual([])
  })
})
