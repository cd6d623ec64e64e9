/**
 * The books of the three days of `money-examples.test.ts`, to the centime, with the partners in different
 * cells (W178).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBooks, type Books } from '../support/books.ts'
import { newReference } from '../support/node.ts'
import { expectRefusal } from '../support/scene.ts'
import {
  expectBooksHold,
  openTwoCells,
  type CellTill,
  type TwoCells,
} from './support/two-cell-till.ts'

/** 1.5 %, and VAT of 19 %. */
const FEE = { basisPoints: 150, vatBasisPoints: 1_900 }

let two: TwoCells
let books: Books
let till: CellTill
let before: Record<string, number>

beforeAll(async () => {
  two = await openTwoCells()
  books = await openBooks(two.platform)
  await books.agreeWith(two.north, FEE)
  await books.agreeWith(two.south, FEE)
  await books.nextDay()
})

beforeEach(async () => {
  till = await two.openTill()
  before = await books.balances()
})

afterAll(async () => {
  try {
    await two.platform.settled()
    await expectBooksHold(two)
  } finally {
    await two.close()
  }
})

/** What the example has changed, in dinars, by kind of account. */
const changes = async (): Promise<Record<string, number>> => {
  const after = await books.balances()
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)])
  const entries = [...kinds].map((kind): [string, number] => [
    kind,
    Math.round(((after[kind] ?? 0) - (before[kind] ?? 0)) * 100) / 100,
  ])
  return Object.fromEntries(entries.filter(([, change]) => change !== 0))
}

const ok = async (
  answering: Promise<{ status: number; text: string; body: any }>,
): Promise<any> => {
  const { status, text, body } = await answering
  expect([status < 300, text]).toEqual([true, text])
  return body
}

const bank = async (amount: number): Promise<void> => {
  const { depositId } = await ok(till.call('POST', '/deposits', { from: till.safe, amount }))
  const slip = { slip: { number: `S-${depositId}` } }
  await ok(till.call('POST', `/deposits/${depositId}/deposited`, slip))
  await books.amina('POST', `/deposits/${depositId}/bank`, { amount })
}

/** Pays by bank what a channel without agents took. */
const remit = async ({ call }: CellTill, amount: number): Promise<void> => {
  const { remittanceId } = await ok(call('POST', '/remittances', { amount }))
  await books.amina('POST', `/remittances/${remittanceId}/bank`, { amount })
}

describe('the books over two cells', () => {
  test('of a day at a counter: 200 are short, and the agent pays them', async () => {
    const { channelId } = till.channel
    const float = { channelId, amount: 5_000, from: 'channel' }
    const { floatId } = await books.amina('POST', '/floats', float)
    const agentId = await till.agent()
    const { shiftId } = await ok(till.call('POST', '/shifts', { agentId, float: 5_000 }))
    await till.take(two.south, agentId, 10_000)
    const { count } = await ok(till.count(shiftId, 14_800))
    expect(count).toMatchObject({ counted: 14_800, difference: -200 })
    const decision = { outcome: 'agent_receivable', reason: 'Karim admits it.' }
    await books.amina('POST', `/variances/${count.varianceId}/decide`, decision)
    await ok(till.call('POST', `/shifts/${shiftId}/close`))
    await ok(till.handOver(agentId, 14_800))
    await bank(9_800)
    await books.amina('POST', `/agents/${agentId}/recoveries`, { amount: 200, paidTo: 'bank' })
    await books.nextDay()
    const statement = await books.settle(two.south)
    expect(statement).toMatchObject({ gross: 10_000, fees: 150, vat: 28.5, net: 9_821.5 })
    await books.amina('POST', `/floats/${floatId}/return`)
    expect(await changes()).toEqual({ bank: 178.5, fee_income: -150, vat_payable: -28.5 })
  })

  test('of a refund after settlement, which the till of another channel pays', async () => {
    const [p, q] = [two.south, two.north]
    const otherTill = await two.openTill()
    const thirdTill = await two.openTill()
    const earlier = await till.take(p, null, 5_000)
    await remit(till, 5_000)
    await books.nextDay()
    await books.settle(p)
    before = await books.balances()

    const wanted = { amount: 3_000, reason: 'The payer returned the goods.' }
    const once = { 'idempotency-key': earlier }
    const { code } = await books.amina('POST', `/payments/${earlier}/refunds`, wanted, once)
    await otherTill.take(q, null, 8_000)
    await ok(otherTill.call('POST', '/refunds/redeem', { code }))
    await thirdTill.take(p, null, 4_000)
    expectRefusal(
      await otherTill.call('POST', '/remittances', { amount: 5_000.01 }),
      'CASH409_NOT_ENOUGH',
    )
    await remit(otherTill, 5_000)
    await remit(thirdTill, 4_000)
    await books.nextDay()
    expect(await books.settle(p)).toMatchObject({ refunds: 3_000, net: 928.6 })
    expect(await books.settle(q)).toMatchObject({ gross: 8_000, net: 7_857.2 })
    expect(await changes()).toEqual({ bank: 214.2, fee_income: -180, vat_payable: -34.2 })
  })

  test('of a lost lock: two hold cash for one reference, and one gives it back', async () => {
    const { platform, server, south } = two
    const courier = await two.openTill()
    const agentId = await courier.agent()
    const reference = newReference()
    server.prices.set(reference, 6_000)
    const asked = { partnerId: south.partnerId, reference }
    const { paymentId } = await ok(courier.open(asked))
    await platform.clock.advance(901)
    const { paymentId: paid } = await ok(till.open(asked))
    await ok(till.confirm(paid))
    expectRefusal(await courier.confirm(paymentId), 'PAYMENT409_LOCK_LOST')

    const takenAt = (await platform.clock.now()).toISOString()
    const taken = { amount: 6_000, takenBy: agentId, takenAt }
    const { caseId } = await ok(courier.call('POST', `/payments/${paymentId}/taken`, taken))
    await ok(courier.handOver(agentId, 6_000))
    await books.amina('POST', `/cases/${caseId}/resolve`, { givenBackBy: courier.safe })
    await remit(till, 6_000)
    await books.nextDay()
    expect(await books.settle(south)).toMatchObject({ gross: 6_000, net: 5_892.9 })
    expect(await changes()).toEqual({ bank: 107.1, fee_income: -90, vat_payable: -17.1 })
  })
})
