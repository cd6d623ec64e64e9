/** Refunds from two processes at once: whatever races, the payment is never exceeded, and one wins. */
import { randomUUID } from 'node:crypto'
import { formatRefundCode, readRefundCode } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireRefunds } from '../../src/payments/refunds/expire.ts'
import { GUESSES_MAX } from '../../src/payments/refunds/guesses.ts'
import { fewAtOnce } from '../support/few-at-once.ts'
import { checkInvariants } from '../support/invariants.ts'
import { signInAs } from '../support/people.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer, Node } from '../support/node.ts'
import { startTestPlatform } from '../support/platform.ts'
import type { TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'
import { refundCalls } from '../support/refunds.ts'

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel
let nodes: [Node, Node]
let karim: string

const { operator, paid, made, redeem, newOperator, transfersOf } = refundCalls(() => ({
  platform,
  partner,
  channel,
}))

beforeAll(async () => {
  platform = await startTestPlatform({ refundApprovalAbove: 50_000 })
  nodes = [platform, await platform.startNode()]
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  const body = { events: ['payment.refunded'] }
  await operator('PATCH', `/partners/${partner.partnerId}`, { body })
  channel = await platform.createChannel()
  karim = await newOperator('Karim')
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

const ROUNDS = 8

const statuses = (answers: Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

const refundOf = async (refundId: string) => (await operator('GET', `/refunds/${refundId}`)).body

describe('of what races, one wins', () => {
  test('one code at two tills is paid once', async () => {
    const other = await platform.createChannel()
    const { paymentId } = await platform.opened(other, partner, randomUUID())
    await platform.change(other, 'confirm', paymentId)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refundId, code } = await made(10)
      const tills = [
        { by: channel, at: nodes[round % 2] as Node },
        { by: other, at: nodes[(round + 1) % 2] as Node },
      ]
      const answers = await Promise.all(tills.map((till) => redeem(code, till)))
      expect(statuses(answers)).toEqual([200, 409])
      const lost = answers.find(({ status }) => status === 409)
      expect(lost?.body).toMatchObject({ error: 'REFUND409_WRONG_STATUS', status: 'paid' })
      const kept = await transfersOf(refundId)
      expect(kept.filter((transfer) => transfer.startsWith('REFUND_PAID'))).toHaveLength(1)
    }
  })

  test('one redemption that is sent twice with its key is paid once, with one answer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refundId, code } = await made(10)
      const key = randomUUID()
      const answers = await Promise.all(nodes.map((at) => redeem(code, { at, key })))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      const kept = await transfersOf(refundId)
      expect(kept.filter((transfer) => transfer.startsWith('REFUND_PAID'))).toHaveLength(1)
    }
  })

  test('two parts that do not both fit: one is refunded', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { paymentId, reference } = await paid()
      const answers = await Promise.all(
        nodes.map((node) => node.refund(paymentId, { amount: 300.01 })),
      )
      expect(statuses(answers)).toEqual([201, 409])
      const { body } = await platform.status(partner, reference)
      expect(body).toMatchObject({ stage: 'paid', payment: { refundedAmount: 300.01 } })
    }
  })

  test('many parts refund the whole and never more', async () => {
    const { paymentId, reference } = await paid()
    const parts = Array.from({ length: 16 }, (_, turn) =>
      (nodes[turn % 2] as Node).refund(paymentId, { amount: 59.98 }),
    )
    const answers = await Promise.all(parts)
    expect(statuses(answers)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 6 }, () => 409),
    ])
    // Eight are below the threshold together (D35); another person approves the others.
    const waiting = answers.filter(({ body }) => body.status === 'requested')
    expect(waiting).toHaveLength(2)
    for (const { body: asked } of waiting) {
      await operator('POST', `/refunds/${asked.refundId}/approve`, { key: karim })
    }
    const { body } = await platform.status(partner, reference)
    expect(body).toMatchObject({ stage: 'refunded', payment: { refundedAmount: 599.8 } })
    await platform.settled()
    const told = shop.webhooksOf(reference, 'payment.refunded').map(({ event }: any) => event.data)
    // In the order in which they were made.
    expect(told.map(({ refundedTotal }) => refundedTotal)).toEqual([
      59.98, 119.96, 179.94, 239.92, 299.9, 359.88, 419.86, 479.84, 539.82, 599.8,
    ])
  })

  test('one request that is sent to two processes with its key makes one refund', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { paymentId } = await paid()
      const idempotencyKey = randomUUID()
      const answers = await Promise.all(
        nodes.map((node) => node.refund(paymentId, { amount: 10, idempotencyKey })),
      )
      expect(statuses(answers)).toEqual([201, 201])
      expect(new Set(answers.map(({ body }) => body.refundId)).size).toBe(1)
      // One of them shows the code.
      expect(answers.filter(({ body }) => body.code !== null)).toHaveLength(1)
    }
  })

  test('one key for two payments makes one refund', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const payments = [await paid(), await paid()]
      const idempotencyKey = randomUUID()
      const answers = await Promise.all(
        payments.map(({ paymentId }, turn) =>
          (nodes[turn] as Node).refund(paymentId, { amount: 10, idempotencyKey }),
        ),
      )
      expect(statuses(answers)).toEqual([201, 422])
    }
  })

  test('an approval and a decline: the refund is made or declined', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { paymentId, reference } = await paid()
      const { refundId } = (await platform.refund(paymentId)).body
      const decisions = round % 2 === 0 ? ['approve', 'decline'] : ['decline', 'approve']
      const answers = await Promise.all(
        decisions.map((decision, turn) =>
          (nodes[turn] as Node).call('POST', `/operator/v1/refunds/${refundId}/${decision}`, {
            key: karim,
          }),
        ),
      )
      expect(statuses(answers)).toEqual([200, 409])
      const { status } = await refundOf(refundId)
      const { body } = await platform.status(partner, reference)
      expect(body.stage).toBe(status === 'made' ? 'refunded' : 'paid')
      expect(await transfersOf(refundId)).toHaveLength(status === 'made' ? 1 : 0)
    }
  })

  test('a redemption and the expiry: the payer or the partner has the money', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refundId, code } = await made(10)
      const sql = 'update refunds set expires_at = wasl_now() where refund_id = $1'
      await platform.pool.query(sql, [refundId])
      const [answer] = await Promise.all([
        redeem(code),
        expireRefunds(platform.pool),
        expireRefunds(platform.pool),
      ])
      const { status } = await refundOf(refundId)
      expect(status).toBe(answer.status === 200 ? 'paid' : 'expired')
      expect(await transfersOf(refundId)).toHaveLength(2)
    }
  })
})

describe('guesses', () => {
  /** Another code with the same first part, and a check character that is right. */
  const wrongCodes = (count: number, code?: string): string[] => {
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    return Array.from({ length: count }, (_, index) => {
      const secret = `GGGGG${digits[index >> 5]}${digits[index & 31]}`
      const known = code === undefined ? null : readRefundCode(code)
      const first = known?.locator ?? `Z${digits[index & 31]}Z${digits[index >> 5]}`
      return formatRefundCode({ partner: partner.number, locator: first, secret })
    })
  }

  test('at one code are five, from however many tills and processes', async () => {
    const { refundId, code } = await made(10)
    const tills = await Promise.all([1, 2, 3, 4].map(() => platform.createChannel()))
    const wrong = wrongCodes(12, code)
    const answers = await Promise.all(
      wrong.map((guess, turn) =>
        redeem(guess, { by: tills[turn % 4] as TestChannel, at: nodes[turn % 2] as Node }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(
      new Set(['REFUND404_UNKNOWN_CODE']),
    )
    // Blocked: the right one is refused too, until the operator issues another.
    expect((await redeem(code)).body.error).toBe('REFUND404_UNKNOWN_CODE')
    const { rows } = await platform.pool.query(
      'select wrong_guesses from refund_codes where refund_id = $1',
      [refundId],
    )
    expect(rows).toEqual([{ wrong_guesses: 5 }])
    const { body } = await operator('POST', `/refunds/${refundId}/code`)
    expect((await redeem(body.code)).status).toBe(200)
  })

  test('of one channel are limited exactly, and are free again after the window', async () => {
    const till = await platform.createChannel()
    const guesses = wrongCodes(GUESSES_MAX + 8)
    // Six for each pool: more would wait for connections, and one for so long that it is refused.
    const answers = await fewAtOnce(guesses.length, 12, (turn) =>
      redeem(guesses[turn] as string, { by: till, at: nodes[turn % 2] as Node }),
    )
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(8)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(500)
    const { code } = await made(10)
    expect((await redeem(code, { by: till })).body.error).toBe('REFUND429_TOO_MANY_GUESSES')
    // Other channels go on.
    expect((await redeem(code)).status).toBe(200)
    await platform.clock.advance(601)
    expect((await redeem(guesses[0] as string, { by: till })).status).toBe(404)
  })

  test('that were right do not count', async () => {
    for (let round = 0; round < GUESSES_MAX + 2; round += 1) {
      const { code } = await made(1)
      expect((await redeem(code)).status).toBe(200)
    }
  })
})

// The requests of one person wait for each other anyway (D35). From here on the operator's people sign in,
// so no key approves any more.
test('two parts by two persons that do not both fit: one is refunded', async () => {
  const persons = [
    await signInAs({ ...nodes[0], pool: platform.pool }, { side: 'operator' }),
    await signInAs({ ...nodes[1], pool: platform.pool }, { side: 'operator' }),
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { paymentId, reference } = await paid()
    const answers = await Promise.all(
      persons.map(({ call }) =>
        call('POST', `/operator/v1/payments/${paymentId}/refunds`, {
          body: { amount: 300.01, reason: 'a part' },
          headers: { 'idempotency-key': randomUUID() },
        }),
      ),
    )
    expect(statuses(answers)).toEqual([201, 409])
    const { body } = await platform.status(partner, reference)
    expect(body).toMatchObject({ stage: 'paid', payment: { refundedAmount: 300.01 } })
  }
})

test('all invariants hold', async () => {
  await platform.settled()
  expect(await checkInvariants(platform.pool)).toEqual([])
  expect(shop.problems).toEqual([])
})
