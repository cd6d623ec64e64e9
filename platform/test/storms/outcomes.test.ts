import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fewAtOnce } from '../support/few-at-once.ts'
import { checkInvariants } from '../support/invariants.ts'
import { patiently } from '../support/patiently.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type Answer } from '../support/node.ts'
import { startTestPlatform } from '../support/platform.ts'
import type { Node, TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel
let nodes: Node[]

beforeAll(async () => {
  platform = await startTestPlatform({ hooks: { aroundSend: patiently } })
  nodes = [platform, await platform.startNode()]
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  channel = await platform.createChannel()
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

type Change = 'confirm' | 'cancel' | 'fail'

const PAYMENTS = 60

/** Each is refunded four times at once, by two pools of few connections. */
const REFUNDED = 12

/** Two refunds of each wait in a pool at once: none waits so long for a connection that it is refused. */
const REFUNDED_AT_ONCE = 3

/** So many payments are changed at once that a slow machine, too, answers all of them in time. */
const AT_ONCE = 10

const openMany = (count = PAYMENTS): Promise<{ paymentId: string; reference: string }[]> =>
  fewAtOnce(count, AT_ONCE, () => platform.opened(channel, partner, newReference()))

const withEach = (
  payments: { paymentId: string }[],
  race: (paymentId: string, turn: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void[]> =>
  fewAtOnce(payments.length, atOnce, (turn) => race(payments[turn]?.paymentId ?? '', turn))

/** The same changes in another order for each payment, each on the other node than the one before. */
const changeAtOnce = (
  paymentId: string,
  changes: Change[],
  turn: number,
  headers?: Record<string, string>,
): Promise<{ change: Change; answer: Answer }[]> =>
  Promise.all(
    changes.map(async (_, index) => {
      const change = changes[(index + turn) % changes.length] as Change
      const node = nodes[index % nodes.length] as Node
      return {
        change,
        answer: await node.change(channel, change, paymentId, { ...(headers && { headers }) }),
      }
    }),
  )

const OUTCOMES = {
  confirm: { stage: 'paid', failReason: null },
  cancel: { stage: 'released', failReason: 'cancelled' },
  fail: { stage: 'released', failReason: 'failed' },
} as const

describe('concurrent changes of a payment', () => {
  test.each<[string, Change[]]>([
    ['a confirm and a cancel', ['confirm', 'cancel']],
    ['a confirm and a fail', ['confirm', 'fail']],
    ['confirms, cancels and fails', ['confirm', 'cancel', 'fail', 'confirm', 'cancel', 'fail']],
  ])('exactly one kind wins: %s', async (_, changes) => {
    const payments = await openMany()
    const winners = new Set<Change>()
    await withEach(payments, async (paymentId, turn) => {
      const answers = await changeAtOnce(paymentId, changes, turn)
      const won = answers.filter(({ answer }) => answer.status === 200)
      const [winner] = new Set(won.map(({ change }) => change))
      const expected = OUTCOMES[winner as Change]
      winners.add(winner as Change)
      for (const { change, answer } of answers) {
        expect(answer.body).toMatchObject(
          change === winner ? expected : { error: 'PAYMENT409_WRONG_STAGE' },
        )
      }
      expect((await platform.payment(channel, paymentId)).body).toMatchObject(expected)
    })
    // A storm that always ends in the same way has not been one.
    expect(winners.size).toBeGreaterThan(1)
  })

  test('eight confirms count as one, with the same answer', async () => {
    const payments = await openMany()
    await withEach(payments, async (paymentId, turn) => {
      const headers = turn % 2 === 0 ? { 'idempotency-key': `storm-${paymentId}` } : undefined
      const confirms = Array.from({ length: 8 }, () => 'confirm' as const)
      const answers = await changeAtOnce(paymentId, confirms, turn, headers)
      const said = new Set(answers.map(({ answer }) => `${answer.status} ${answer.text}`))
      expect([...said]).toEqual([expect.stringMatching(/^200 .*"stage":"paid"/)])
    })
  })

  test('refunds beside confirms refund what was confirmed, once', async () => {
    const payments = await openMany(REFUNDED)
    const race = async (paymentId: string): Promise<void> => {
      const [confirmed, ...refunds] = await Promise.all([
        platform.change(channel, 'confirm', paymentId),
        ...nodes.map((node) => node.refund(paymentId)),
        ...nodes.map((node) => node.refund(paymentId)),
      ])
      expect(confirmed?.status).toBe(200)
      const isRefunded = refunds.some(({ status }) => status === 201)
      for (const { status } of refunds) expect([201, 409]).toContain(status)
      const { body } = await platform.payment(channel, paymentId)
      expect(body.stage).toBe(isRefunded ? 'refunded' : 'paid')
    }
    await withEach(payments, race, REFUNDED_AT_ONCE)
  })
})

test('every payment has one outcome event, and all invariants hold', async () => {
  await platform.settled()
  expect(await checkInvariants(platform.pool)).toEqual([])
  expect(shop.problems).toEqual([])
  const outcomes = shop.requests.filter(
    ({ event }) => event !== null && event.event !== 'payment.initialized',
  )
  const payments = PAYMENTS * 4 + REFUNDED
  expect(outcomes).toHaveLength(payments)
  expect(new Set(outcomes.map(({ reference }) => reference)).size).toBe(payments)
})
