/** The books of three days, each to the centime: at a counter, a refund after settlement, a lost lock. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openBooks, type Books } from './support/books.ts'
import { newReference, type TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { openTill, type Till } from './support/till.ts'

/** 1.5 %, and VAT of 19 %. */
const FEE = { basisPoints: 150, vatBasisPoints: 1_900 }

const scene = useScene()

let books: Books
let partner: TestPartner
let till: Till
let before: Record<string, number>

beforeEach(async () => {
  books = await openBooks(scene.platform)
  partner = await newPartner()
  till = await openTill({ ...scene, partner })
  await books.nextDay()
  before = await books.balances()
})

/** A partner of its own behind the scene's server, with the fee of the examples from tomorrow on. */
const newPartner = async (): Promise<TestPartner> => {
  const made = await scene.platform.createPartner(scene.server)
  await books.agreeWith(made, FEE)
  return made
}

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

/** Hands over what an agent holds, as the safe counts it. */
const handOver = async ({ call, safe }: Till, from: string, amount: number): Promise<void> => {
  const offer = await ok(call('POST', '/handovers', { from, to: safe, amount }))
  const receipt = { code: offer.code, counted: amount }
  await ok(call('POST', `/handovers/${offer.handoverId}/receive`, receipt))
}

/** Brings cash of the safe to the bank. */
const bank = async ({ call, safe }: Till, amount: number): Promise<void> => {
  const { depositId } = await ok(call('POST', '/deposits', { from: safe, amount }))
  const slip = { slip: { number: `S-${depositId}` } }
  await ok(call('POST', `/deposits/${depositId}/deposited`, slip))
  await books.amina('POST', `/deposits/${depositId}/bank`, { amount })
}

/** Pays by bank what a channel without agents took. */
const remit = async ({ call }: Till, amount: number): Promise<void> => {
  const { remittanceId } = await ok(call('POST', '/remittances', { amount }))
  await books.amina('POST', `/remittances/${remittanceId}/bank`, { amount })
}

describe('the books', () => {
  test('of a day at a counter: 200 are short, and the agent pays them', async () => {
    const { channelId } = till.channel
    const float = { channelId, amount: 5_000, from: 'channel' }
    const { floatId } = await books.amina('POST', '/floats', float)
    const agentId = await till.agent()
    const { shiftId } = await ok(till.call('POST', '/shifts', { agentId, float: 5_000 }))
    await till.collect(agentId, 10_000)
    const counted = await ok(till.count(shiftId, 14_800))
    expect(counted.count).toMatchObject({ counted: 14_800, difference: -200 })
    const { varianceId } = counted.count
    const decision = { outcome: 'agent_receivable', reason: 'Karim admits it.' }
    await books.amina('POST', `/variances/${varianceId}/decide`, decision)
    await ok(till.call('POST', `/shifts/${shiftId}/close`))
    await handOver(till, agentId, 14_800)
    await bank(till, 9_800)
    const paid = { amount: 200, paidTo: 'bank' }
    await books.amina('POST', `/agents/${agentId}/recoveries`, paid)
    await books.nextDay()
    const statement = await books.settle(partner)
    expect(statement).toMatchObject({ gross: 10_000, fees: 150, vat: 28.5, net: 9_821.5 })
    await books.amina('POST', `/floats/${floatId}/return`)
    expect(await changes()).toEqual({ bank: 178.5, fee_income: -150, vat_payable: -28.5 })
  })

  test('of a refund after settlement, which the till of another channel pays', async () => {
    const other = await newPartner()
    const otherTill = await openTill({ ...scene, partner: other })
    const thirdTill = await openTill({ ...scene, partner })
    await books.nextDay()
    const earlier = await till.collect(null, 5_000)
    await remit(till, 5_000)
    await books.nextDay()
    await books.settle(partner)
    before = await books.balances()

    const refunds = `/payments/${earlier}/refunds`
    const wanted = { amount: 3_000, reason: 'The payer returned the goods.' }
    const once = { 'idempotency-key': earlier }
    const { code } = await books.amina('POST', refunds, wanted, once)
    await otherTill.collect(null, 8_000)
    await ok(otherTill.call('POST', '/refunds/redeem', { code }))
    await thirdTill.collect(null, 4_000)
    await remit(otherTill, 5_000)
    await remit(thirdTill, 4_000)
    await books.nextDay()
    expect(await books.settle(partner)).toMatchObject({ refunds: 3_000, net: 928.6 })
    expect(await books.settle(other)).toMatchObject({ gross: 8_000, net: 7_857.2 })
    expect(await changes()).toEqual({ bank: 214.2, fee_income: -180, vat_payable: -34.2 })
  })

  test('of a lost lock: two hold cash for one reference, and one gives it back', async () => {
    const courier = await openTill({ ...scene, partner })
    const agentId = await courier.agent()
    const reference = newReference()
    scene.server.prices.set(reference, 6_000)
    const { paymentId } = await ok(courier.open({ reference }))
    await scene.platform.clock.advance(901)
    const { paymentId: paid } = await ok(till.open({ reference }))
    await ok(till.confirm(paid))
    expectRefusal(await courier.confirm(paymentId), 'PAYMENT409_LOCK_LOST')

    const takenAt = (await scene.platform.clock.now()).toISOString()
    const taken = { amount: 6_000, takenBy: agentId, takenAt }
    const { caseId } = await ok(courier.call('POST', `/payments/${paymentId}/taken`, taken))
    await handOver(courier, agentId, 6_000)
    await books.amina('POST', `/cases/${caseId}/resolve`, { givenBackBy: courier.safe })
    await remit(till, 6_000)
    await books.nextDay()
    expect(await books.settle(partner)).toMatchObject({ gross: 6_000, net: 5_892.9 })
    expect(await changes()).toEqual({ bank: 107.1, fee_income: -90, vat_payable: -17.1 })
  })
})
