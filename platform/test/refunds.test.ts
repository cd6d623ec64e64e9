/** Refunds over HTTP: whole and in part, approved by another person, redeemed at a till (D28). */
import { randomUUID } from 'node:crypto'
import { formatRefundCode, refund as refundSchema, type Refund } from '@wasl/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import { cashOfChannel } from '../src/ledger/account.ts'
import { expireRefunds } from '../src/payments/refunds/expire.ts'
import { moveRefund } from '../src/payments/refunds/transition.ts'
import { atOnce, giveCash, outcomeOf } from './support/custody.ts'
import { checkInvariants } from './support/invariants.ts'
import { toNextNoon } from './support/clock.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { newReference } from './support/node.ts'
import { startTestPlatform } from './support/platform.ts'
import type { Answer, AnswerOf, TestChannel } from './support/node.ts'
import type { TestPartner } from './support/node.ts'
import type { TestPlatform } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'

const AMOUNT = 599.8
const THRESHOLD = 500

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel
/** The keys of two people besides the one of the platform's own key. */
let amina: string
let karim: string

const operator = (
  method: string,
  path: string,
  {
    key = amina,
    ...options
  }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => platform.call(method, `/operator/v1${path}`, { key, ...options })

beforeAll(async () => {
  platform = await startTestPlatform({ refundApprovalAbove: THRESHOLD * 100 })
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  await operator('PATCH', `/partners/${partner.partnerId}`, {
    key: platform.operatorKey,
    body: { events: ['payment.refunded'] },
  })
  channel = await platform.createChannel()
  const newKey = async (name: string, holder: string): Promise<string> => {
    const key = platform.operatorKey
    const { body } = await operator('POST', '/operator-keys', { key, body: { name, holder } })
    return body.apiKey
  }
  amina = await newKey('Amina', 'Amina Belkacem')
  karim = await newKey('Karim', 'Karim Haddad')
})

afterAll(async () => {
  await platform.settled()
  const violations = await checkInvariants(platform.pool)
  await platform.stop()
  await shop.close()
  expect(violations).toEqual([])
})

/** What the tests before this one made is another person's: it does not count with this one's (D35). */
beforeEach(async () => {
  await platform.pool.query(`update refunds set requested_behind = '{earlier}'`)
})

const paid = async (): Promise<{ paymentId: string; reference: string }> => {
  const payment = await platform.opened(channel, partner, newReference())
  const answer = await platform.change(channel, 'confirm', payment.paymentId)
  expect(answer.status).toBe(200)
  return payment
}

/** Asks for a refund; by default one that needs no approval. */
const refund = (
  paymentId: string,
  more: { amount?: number; key?: string; idempotencyKey?: string; reason?: string } = {},
): Promise<AnswerOf<Refund>> => platform.refund(paymentId, { amount: 100, key: amina, ...more })

const made = async (amount = 100): Promise<Refund & { code: string; reference: string }> => {
  const { paymentId } = await paid()
  const { body } = await refund(paymentId, { amount })
  expect(body).toMatchObject({ status: 'made', code: expect.any(String) })
  return body as Refund & { code: string }
}

const redeem = (
  code: string,
  { by = channel, paidBy, key }: { by?: TestChannel; paidBy?: string; key?: string } = {},
): Promise<Answer> =>
  platform.call('POST', '/channel/v1/refunds/redeem', {
    key: by.apiKey,
    body: { code, ...(paidBy !== undefined && { paidBy }) },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const statusOf = async (reference: string) => (await platform.status(partner, reference)).body

const transfersOf = async (sourceId: string): Promise<string[]> => {
  const { rows } = await platform.pool.query<{ transfer: string }>(
    `select format('%s/%s %s:%s > %s:%s %s', code, line, debit_kind, debit_owner, credit_kind,
      credit_owner, amount) as transfer
    from ledger_transfers where source_id = $1 order by at, code`,
    [sourceId],
  )
  return rows.map(({ transfer }) => transfer)
}

describe('a refund of a part', () => {
  test('is made at once, and the payment stays paid', async () => {
    const { paymentId, reference } = await paid()
    const answer = await refund(paymentId, { amount: 100.5, reason: 'Sold out' })
    expect([answer.status, refundSchema.parse(answer.body)]).toEqual([201, answer.body])
    expect(answer.body).toMatchObject({
      paymentId,
      reference,
      status: 'made',
      amount: 100.5,
      reason: 'Sold out',
      requestedBy: 'Amina Belkacem',
      approvedBy: null,
      paidBy: null,
      code: expect.stringMatching(/^\d+(?:-[0-9A-Z]{4}){3}$/),
    })
    expect(await statusOf(reference)).toMatchObject({
      stage: 'paid',
      paid: true,
      amount: AMOUNT,
      payment: { refundedAt: null, refundedAmount: 100.5 },
    })
    expect(await transfersOf(answer.body.refundId)).toEqual([
      `REFUND/1 partner_payable:${partner.partnerId} > refund_due:${partner.partnerId} 10050`,
    ])
  })

  test('expires 180 days after it was made', async () => {
    const { madeAt, expiresAt } = await made()
    const days = (Date.parse(expiresAt ?? '') - Date.parse(madeAt ?? '')) / 86_400_000
    expect(days).toBe(180)
  })

  test('leaves the rest; more is PAYMENT409_AMOUNT_MISMATCH, and the message says what is left', async () => {
    const { paymentId } = await paid()
    await refund(paymentId, { amount: 500 })
    const more = await refund(paymentId, { amount: 99.81 })
    expectRefusal(more, 'PAYMENT409_AMOUNT_MISMATCH')
    expect(more.body.errorMessage).toContain('At most 99.80 dinars are left to refund.')
    // Without an amount: all that is left.
    const rest = (await platform.refund(paymentId, { key: amina })).body
    expect(rest).toMatchObject({ status: 'requested', amount: 99.8 })
    await operator('POST', `/refunds/${rest.refundId}/approve`, { key: karim })
    expectRefusal(await refund(paymentId), 'PAYMENT409_WRONG_STAGE')
  })

  test('that reaches the whole makes the payment refunded', async () => {
    const { paymentId, reference } = await paid()
    await refund(paymentId, { amount: 300 })
    const { refundId } = (await refund(paymentId, { amount: 299.8 })).body
    const last = await operator('POST', `/refunds/${refundId}/approve`, { key: karim })
    expect(await statusOf(reference)).toMatchObject({
      stage: 'refunded',
      paid: false,
      payment: { refundedAt: last.body.madeAt, refundedAmount: AMOUNT },
    })
    const again = await platform.open(channel, partner, reference)
    expectRefusal(again, 'REFERENCE409_ALREADY_PAID')
  })

  test('is an event for each, in order, with the total so far', async () => {
    const { paymentId, reference } = await paid()
    const first = await refund(paymentId, { amount: 100, reason: 'One' })
    const second = await refund(paymentId, { amount: 50.5, reason: 'Two' })
    await platform.settled()
    const events = shop
      .webhooksOf(reference, 'payment.refunded')
      .map(({ event }: any) => event.data)
    expect(events).toMatchObject([
      { refundId: first.body.refundId, refundedAmount: 100, refundedTotal: 100, reason: 'One' },
      { refundId: second.body.refundId, refundedAmount: 50.5, refundedTotal: 150.5, reason: 'Two' },
    ])
  })

  test('is one of 250 at most', async () => {
    const { paymentId } = await paid()
    await platform.pool.query(
      `insert into refunds (partner_id, refund_id, status, amount, currency, reason, requested_by,
        requested_at, declined_by, declined_at)
      select $1, event_id_of($2, n), 'declined', 1, 'DZD', 'x', 'a', wasl_now(), 'b', wasl_now()
      from generate_series(3, 251) n`,
      [partner.number, paymentId],
    )
    await platform.pool.query(
      `insert into refund_transitions
      select partner_id, refund_id, s, case s when 2 then 'requested' end,
        case s when 1 then 'requested' else 'declined' end,
        case s when 1 then 'request' else 'decline' end, 'a', wasl_now()
      from refunds, generate_series(1, 2) s where event_id_of(refund_id, 0) = $1`,
      [paymentId],
    )
    await platform.pool.query(
      `update refunds set changes = 2 where event_id_of(refund_id, 0) = $1`,
      [paymentId],
    )
    expect((await refund(paymentId, { amount: 1 })).status).toBe(201)
    expectRefusal(await refund(paymentId, { amount: 1 }), 'REFUND409_TOO_MANY')
  })
})

describe('the Idempotency-Key of a refund', () => {
  test('is required', async () => {
    const { paymentId } = await paid()
    const answer = await operator('POST', `/payments/${paymentId}/refunds`, {
      body: { reason: 'Paid twice' },
    })
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details).toMatchObject([{ path: 'Idempotency-Key' }])
  })

  test('gets the first refund again, without its code', async () => {
    const { paymentId, reference } = await paid()
    const idempotencyKey = randomUUID()
    const first = await refund(paymentId, { idempotencyKey })
    const again = await refund(paymentId, { idempotencyKey })
    expect([again.status, again.body]).toEqual([201, { ...first.body, code: null }])
    expect((await statusOf(reference)).payment?.refundedAmount).toBe(100)
  })

  test('is refused for another amount, another payment, and is free for another operator', async () => {
    const { paymentId } = await paid()
    const other = await paid()
    const idempotencyKey = randomUUID()
    await refund(paymentId, { idempotencyKey })
    const reused = 'IDEMPOTENCY422_KEY_REUSED'
    expectRefusal(await refund(paymentId, { idempotencyKey, amount: 99 }), reused)
    expectRefusal(await refund(other.paymentId, { idempotencyKey }), reused)
    const { status, body } = await refund(other.paymentId, { idempotencyKey, key: karim })
    expect([status, body.status]).toEqual([201, 'made'])
  })

  test('is free again after a day', async () => {
    const { paymentId } = await paid()
    const idempotencyKey = randomUUID()
    const first = await refund(paymentId, { idempotencyKey })
    await platform.pool.query(
      `update idempotency_keys set created_at = created_at - interval '25 hours' where key = $1`,
      [idempotencyKey],
    )
    const next = await refund(paymentId, { idempotencyKey })
    expect(next.body.refundId).not.toBe(first.body.refundId)
  })
})

describe('a refund above the threshold', () => {
  const requested = async () => {
    const { paymentId, reference } = await paid()
    const { body } = await platform.refund(paymentId, { key: amina })
    expect(body).toMatchObject({ status: 'requested', amount: AMOUNT, code: null, madeAt: null })
    return { paymentId, reference, refundId: body.refundId }
  }

  test('reserves its amount, and is told to nobody yet', async () => {
    const { paymentId, reference, refundId } = await requested()
    expect(await statusOf(reference)).toMatchObject({
      stage: 'paid',
      payment: { refundedAmount: 0 },
    })
    const more = await refund(paymentId, { amount: 0.01 })
    expectRefusal(more, 'PAYMENT409_AMOUNT_MISMATCH')
    expect(more.body.errorMessage).toContain('Nothing is left to refund')
    expect(await transfersOf(refundId)).toEqual([])
    // A second refund of the whole is a repetition of the first.
    expect((await platform.refund(paymentId, { key: karim })).body.refundId).toBe(refundId)
  })

  test('is made when another person approves it', async () => {
    const { reference, refundId } = await requested()
    const answer = await operator('POST', `/refunds/${refundId}/approve`, { key: karim })
    expect(answer.body).toMatchObject({
      status: 'made',
      requestedBy: 'Amina Belkacem',
      approvedBy: 'Karim Haddad',
      code: expect.any(String),
    })
    expect((await statusOf(reference)).stage).toBe('refunded')
    expect(await transfersOf(refundId)).toHaveLength(1)
  })

  test('is not decided by who asked for it, with any key', async () => {
    const { refundId } = await requested()
    const body = { name: 'Amina, at home', holder: 'Amina Belkacem' }
    const { body: other } = await operator('POST', '/operator-keys', { body })
    for (const decision of ['approve', 'decline']) {
      for (const key of [amina, other.apiKey]) {
        const answer = await operator('POST', `/refunds/${refundId}/${decision}`, { key })
        expectRefusal(answer, 'APPROVAL409_SAME_PERSON')
      }
    }
  })

  test('is free again when another person declines it', async () => {
    const { paymentId, reference, refundId } = await requested()
    const answer = await operator('POST', `/refunds/${refundId}/decline`, { key: karim })
    expect(answer.body).toMatchObject({
      status: 'declined',
      declinedBy: 'Karim Haddad',
      code: null,
    })
    expect((await statusOf(reference)).stage).toBe('paid')
    expect(await transfersOf(refundId)).toEqual([])
    const next = await platform.refund(paymentId, { key: amina })
    expect(next.body).toMatchObject({ status: 'requested' })
    expect(next.body.refundId).not.toBe(refundId)
  })
})

describe('the threshold counts together (D35)', () => {
  const newPerson = async (name: string): Promise<string> => {
    const key = platform.operatorKey
    const body = { name, holder: name }
    return (await operator('POST', '/operator-keys', { key, body })).body.apiKey
  }
  const statusOfRefund = async (answer: Promise<AnswerOf<Refund>>) => (await answer).body.status

  test('all refunds of a payment, by whomever', async () => {
    const [one, other] = [await newPerson('Part One'), await newPerson('Part Two')]
    const { paymentId } = await paid()
    const first = await refund(paymentId, { amount: 300, key: one })
    expect(first.body.status).toBe('made')
    // 300 and 200 are exactly the threshold.
    const second = await refund(paymentId, { amount: 200.01, key: other })
    expect(second.body).toMatchObject({ status: 'requested', code: null })
    await operator('POST', `/refunds/${second.body.refundId}/decline`, { key: karim })
    expect(await statusOfRefund(refund(paymentId, { amount: 200, key: other }))).toBe('made')
    const last = await refund(paymentId, { amount: 0.01, key: karim })
    expect(last.body.status).toBe('requested')
  })

  test('all that one person made that day without a second one', async () => {
    // All until the day is over is of one day.
    await toNextNoon(platform.clock)
    const lina = await newPerson('Lina')
    const pay = async (amount: number, key = lina) =>
      refund((await paid()).paymentId, { amount, key })
    expect((await pay(300)).body.status).toBe('made')
    const second = await pay(300)
    expect(second.body.status).toBe('requested')
    const path = `/refunds/${second.body.refundId}`
    expectRefusal(
      await operator('POST', `${path}/approve`, { key: lina }),
      'APPROVAL409_SAME_PERSON',
    )
    expect((await operator('POST', `${path}/approve`, { key: karim })).body.status).toBe('made')
    // What a second person approved does not count.
    expect((await pay(200)).body.status).toBe('made')
    expect((await pay(0.01)).body.status).toBe('requested')
    expect((await pay(0.01, karim)).body.status).toBe('made')
    // The day is over where the operator is.
    await platform.pool.query(
      `update refunds set made_at = made_at - interval '1 day', requested_at = requested_at - interval '1 day'
      where requested_by = 'Lina' and made_at is not null`,
    )
    expect((await pay(500)).body.status).toBe('made')
  })

  test('another key of the same person is the same person', async () => {
    const mine = await newPerson('Samia')
    const { body } = await operator('POST', '/operator-keys', {
      key: platform.operatorKey,
      body: { name: 'Samia at home', holder: 'SAMIA' },
    })
    const { paymentId } = await paid()
    expect(await statusOfRefund(refund(paymentId, { amount: 400, key: mine }))).toBe('made')
    const next = refund((await paid()).paymentId, { amount: 400, key: body.apiKey })
    expect(await statusOfRefund(next)).toBe('requested')
  })

  test('of several at once one is made', async () => {
    const nour = await newPerson('Nour')
    const payments = [await paid(), await paid(), await paid()]
    const answers = await atOnce(
      platform.pool,
      'lock table refunds in share mode',
      payments.map(
        ({ paymentId }) =>
          () =>
            refund(paymentId, { amount: 300, key: nour }),
      ),
    )
    const statuses = answers.map(({ body }) => body.status)
    expect(statuses.toSorted()).toEqual(['made', 'requested', 'requested'])
  })

  test('is approved by who has the right to, and support has not', async () => {
    const key = platform.operatorKey
    const body = { name: 'Support', holder: 'Support Person', role: 'support' }
    const support = (await operator('POST', '/operator-keys', { key, body })).body.apiKey
    const { paymentId } = await paid()
    const { refundId } = (await platform.refund(paymentId, { key: amina })).body
    const refused = await operator('POST', `/refunds/${refundId}/approve`, { key: support })
    expectRefusal(refused, 'OPERATOR403_PERMISSION')
    expect(refused.body.permission).toBe('refunds.approve')
  })
})

describe('the debit limit of a partner', () => {
  test('refuses refunds beyond it, also when they are approved', async () => {
    const indebted = await platform.createPartner(shop)
    const limit = async (debitLimit: number | null): Promise<Answer> =>
      operator('PATCH', `/partners/${indebted.partnerId}`, { body: { debitLimit } })
    const { paymentId } = await platform.opened(channel, indebted, newReference())
    await platform.change(channel, 'confirm', paymentId)
    // Fees leave 100 dinars of it to the partner.
    const { body: fees } = await operator('POST', '/ledger/adjustments', {
      body: {
        debit: { kind: 'partner_payable', owner: indebted.partnerId },
        credit: { kind: 'fee_income', owner: 'operator' },
        amount: 499.8,
        reason: 'Fees of November',
      },
    })
    const path = `/ledger/adjustments/${fees.adjustmentId}/approve`
    expect((await operator('POST', path, { key: karim })).status).toBe(200)
    expect((await limit(10.5)).body.debitLimit).toBe(10.5)
    expectRefusal(await refund(paymentId, { amount: 110.51 }), 'REFUND409_DEBIT_LIMIT')
    expect((await refund(paymentId, { amount: 110.5 })).status).toBe(201)
    expectRefusal(await refund(paymentId, { amount: 0.01 }), 'REFUND409_DEBIT_LIMIT')
    expect((await limit(null)).body.debitLimit).toBeNull()
    const { paymentId: other } = await platform.opened(channel, indebted, newReference())
    await platform.change(channel, 'confirm', other)
    const { body: whole } = await platform.refund(other, { key: amina })
    await limit(0)
    // The partner is owed 589.30 of the 599.80.
    const approve = () => operator('POST', `/refunds/${whole.refundId}/approve`, { key: karim })
    expectRefusal(await approve(), 'REFUND409_DEBIT_LIMIT')
    await limit(10.5)
    expect((await approve()).body.status).toBe('made')
  })
})

describe('the code of a refund', () => {
  test('pays it at any till, once', async () => {
    const { refundId, code, paymentId, reference } = await made()
    const till = await platform.createChannel('MARKETPLACE')
    const other = await platform.opened(till, partner, newReference())
    await platform.change(till, 'confirm', other.paymentId)
    const answer = await redeem(code.toLowerCase().replaceAll('-', ' '), { by: till })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        refundId,
        paymentId,
        partnerId: partner.partnerId,
        reference,
        status: 'paid',
        amount: 100,
        currency: 'DZD',
        paidAt: expect.any(String),
        paidBy: null,
      },
    ])
    expect(await transfersOf(refundId)).toEqual([
      expect.stringMatching(/^REFUND\/1 /),
      `REFUND_PAID/1 refund_due:${partner.partnerId} > cash:${till.channelId} 10000`,
    ])
    const again = await redeem(code, { by: till })
    expectRefusal(again, 'REFUND409_WRONG_STATUS')
    expect(again.body.status).toBe('paid')
    expect((await operator('GET', `/refunds/${refundId}`)).body.paidBy).toEqual({
      channelId: till.channelId,
      agentId: null,
      bankLineId: null,
    })
  })

  test('gets the same answer again with the same Idempotency-Key', async () => {
    const { code } = await made()
    const key = randomUUID()
    const first = await redeem(code, { key })
    const again = await redeem(code, { key })
    expect([again.status, again.text]).toEqual([200, first.text])
    const { code: other } = await made()
    expectRefusal(await redeem(other, { key }), 'IDEMPOTENCY422_KEY_REUSED')
  })

  test('is not paid by a till that holds less', async () => {
    const { code } = await made()
    const till = await platform.createChannel()
    expectRefusal(await redeem(code, { by: till }), 'CASH409_NOT_ENOUGH')
    expect((await redeem(code)).status).toBe(200)
  })

  test('does not pay two payers with the same notes', async () => {
    const till = await platform.createChannel()
    await giveCash(platform.pool, till.channelId, 15_000)
    const codes = [(await made()).code, (await made()).code]
    const answers = await atOnce(
      platform.pool,
      'lock table ledger_transfers in share mode',
      codes.map((code) => () => redeem(code, { by: till })),
    )
    expect(answers.map(outcomeOf).toSorted()).toEqual(['CASH409_NOT_ENOUGH', 'paid'])
  })

  test('is paid from the cash of the agent', async () => {
    const { refundId, code } = await made()
    const { rows } = await platform.pool.query<{ agent: string; number: number }>(
      `insert into agents (channel_id, name) values ($1, 'Yacine')
      returning agent_id as number, 'agt_' || agent_id as agent`,
      [Number(channel.channelId.slice(4))],
    )
    const { agent, number } = rows[0] as { agent: string; number: number }
    expectRefusal(await redeem(code, { paidBy: agent }), 'CASH409_NOT_ENOUGH')
    const stranger = await platform.createChannel()
    expectRefusal(await redeem(code, { by: stranger, paidBy: agent }), 'HOLDER404_NOT_FOUND')
    await platform.pool.query(
      `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner,
        credit_kind, credit_owner, amount, actor, at, business_date)
      values (0, new_id(0), 'MOVED', 'cash', $1, 'cash', $2, 10000, 'x', wasl_now(),
        business_date_of(wasl_now()))`,
      [`agt_${number}`, channel.channelId],
    )
    const paidOut = await redeem(code, { paidBy: agent })
    expect(paidOut.body).toMatchObject({ paidBy: agent, warnings: ['AGENT_NOT_ON_SHIFT'] })
    expect(await transfersOf(refundId)).toContain(
      `REFUND_PAID/1 refund_due:${partner.partnerId} > cash:${agent} 10000`,
    )
  })

  test('is guessed ten times by one agent, and the others of the channel go on', async () => {
    const till = await platform.createChannel()
    const { rows } = await platform.pool.query<{ agent: string }>(
      `insert into agents (channel_id, name) values ($1, 'Yacine'), ($1, 'Lamia')
      returning 'agt_' || agent_id as agent`,
      [Number(till.channelId.slice(4))],
    )
    const [thief = '', honest = ''] = rows.map(({ agent }) => agent)
    const wrong = formatRefundCode({ partner: 1001, locator: 'ZZZZ', secret: 'ZZZZZZZ' })
    for (let sent = 0; sent < 10; sent += 1) {
      const answer = await redeem(wrong, { by: till, paidBy: thief })
      expectRefusal(answer, 'REFUND404_UNKNOWN_CODE')
    }
    const refused = await redeem(wrong, { by: till, paidBy: thief })
    expectRefusal(refused, 'REFUND429_TOO_MANY_GUESSES')
    const { code } = await made()
    expectRefusal(await redeem(code, { by: till, paidBy: honest }), 'CASH409_NOT_ENOUGH')
    expectRefusal(await redeem(code, { by: till }), 'CASH409_NOT_ENOUGH')
  })

  test('is guessed 200 times by a program that names one agent after the other', async () => {
    const till = await platform.createChannel()
    const { rows } = await platform.pool.query<{ agent: string }>(
      `insert into agents (channel_id, name) select $1, 'Agent ' || n from generate_series(1, 21) n
      returning 'agt_' || agent_id as agent`,
      [Number(till.channelId.slice(4))],
    )
    const agents = rows.map(({ agent }) => agent)
    const last = agents.pop() ?? ''
    const wrong = formatRefundCode({ partner: 1001, locator: 'ZZZZ', secret: 'ZZZZZZZ' })
    for (let sent = 0; sent < 10; sent += 1) {
      const answers = await Promise.all(agents.map((paidBy) => redeem(wrong, { by: till, paidBy })))
      for (const answer of answers) expectRefusal(answer, 'REFUND404_UNKNOWN_CODE')
    }
    const refused = await redeem(wrong, { by: till, paidBy: last })
    expectRefusal(refused, 'REFUND429_TOO_MANY_GUESSES')
    const { code } = await made()
    expect((await redeem(code)).status).toBe(200)
  })

  test('is noticed when it is mistyped, and then counts as no guess', async () => {
    const { code } = await made()
    const last = code.at(-1) === '7' ? '8' : '7'
    for (let round = 0; round < 30; round += 1) {
      const answer = await redeem(code.slice(0, -1) + last)
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details).toMatchObject([{ path: 'code' }])
    }
    expect((await redeem(code)).status).toBe(200)
  })

  test('is void when another was issued', async () => {
    const { refundId, code } = await made()
    const { body } = await operator('POST', `/refunds/${refundId}/code`)
    expect(body).toMatchObject({ status: 'made', code: expect.any(String) })
    expectRefusal(await redeem(code), 'REFUND404_UNKNOWN_CODE')
    expect((await redeem(body.code)).status).toBe(200)
    const { items } = (await operator('GET', `/audit-log?subject=${refundId}`)).body
    expect(items).toMatchObject([{ action: 'refund.issue-code', actor: 'Amina' }])
    expectRefusal(await operator('POST', `/refunds/${refundId}/code`), 'REFUND409_WRONG_STATUS')
  })

  test('is stored as a hash, and in no log', async () => {
    const { code } = await made()
    const secret = code.replaceAll('-', '').slice(-8, -1)
    const { rows } = await platform.pool.query<{ text: string }>(
      `select row_to_json(refund_codes)::text || row_to_json(refunds)::text as text
      from refund_codes join refunds using (partner_id, refund_id)`,
    )
    for (const { text } of rows) expect(text).not.toContain(secret)
    expect(platform.logs.join('')).not.toContain(secret)
    expect(
      (
        await platform.pool.query(`select from audit_log where details::text like $1`, [
          `%${secret}%`,
        ])
      ).rowCount,
    ).toBe(0)
  })
})

describe('an unclaimed refund', () => {
  test('expires, and its money is the partner’s again', async () => {
    const { refundId, code, reference } = await made()
    await platform.pool.query(`update refunds set expires_at = wasl_now() where refund_id = $1`, [
      refundId,
    ])
    await expireRefunds(platform.pool)
    expect((await operator('GET', `/refunds/${refundId}`)).body).toMatchObject({
      status: 'expired',
      expiredAt: expect.any(String),
    })
    const late = await redeem(code)
    expectRefusal(late, 'REFUND409_WRONG_STATUS')
    expect(late.body.status).toBe('expired')
    expect(await transfersOf(refundId)).toEqual([
      expect.stringMatching(/^REFUND\/1 /),
      `REFUND_EXPIRED/1 refund_due:${partner.partnerId} > partner_payable:${partner.partnerId} 10000`,
    ])
    // What the status said stays, and the amount is not refunded a second time.
    expect((await statusOf(reference)).payment?.refundedAmount).toBe(100)
  })

  test('is not redeemed once its time is over, also before anything has expired it', async () => {
    const { refundId, code } = await made()
    const until = (moment: string) =>
      platform.pool.query(`update refunds set expires_at = ${moment} where refund_id = $1`, [
        refundId,
      ])
    await until('wasl_now()')
    const late = await redeem(code)
    expectRefusal(late, 'REFUND409_WRONG_STATUS')
    expect(late.body.status).toBe('expired')
    expect((await operator('GET', `/refunds/${refundId}`)).body).toMatchObject({
      status: 'expired',
      expiredAt: expect.any(String),
    })
    expect((await transfersOf(refundId)).map((one) => one.split('/')[0])).toEqual([
      'REFUND',
      'REFUND_EXPIRED',
    ])
  })

  test('gets no new code once its time is over', async () => {
    const { refundId } = await made()
    await platform.pool.query(`update refunds set expires_at = wasl_now() where refund_id = $1`, [
      refundId,
    ])
    const again = await operator('POST', `/refunds/${refundId}/code`)
    expect(again.body).toMatchObject({ error: 'REFUND409_WRONG_STATUS', status: 'expired' })
  })

  test('is redeemed by no statement that begins after its time', async () => {
    const { refundId } = await made()
    await platform.pool.query(`update refunds set expires_at = wasl_now() where refund_id = $1`, [
      refundId,
    ])
    const move = withTransaction(platform.pool, (tx) =>
      moveRefund(tx, {
        partnerId: partner.number,
        refundId,
        cause: 'redeem',
        by: channel.channelId,
        actor: channel.channelId,
        payer: { cash: cashOfChannel(1), channelId: 1, agentId: null },
      }),
    )
    await expect(move).rejects.toThrow('could not be changed by redeem')
  })

  test('stays as it is before its time', async () => {
    const { refundId } = await made()
    await expireRefunds(platform.pool)
    expect((await operator('GET', `/refunds/${refundId}`)).body.status).toBe('made')
  })
})

describe('operators', () => {
  test('list refunds by status, partner, payment and age', async () => {
    const { paymentId } = await paid()
    const one = await refund(paymentId, { amount: 1 })
    const two = await refund(paymentId, { amount: 2 })
    const ids = async (query: string): Promise<string[]> =>
      (await operator('GET', `/refunds?${query}`)).body.items.map((item: Refund) => item.refundId)
    const both = [two.body.refundId, one.body.refundId]
    expect(await ids(`paymentId=${paymentId}`)).toEqual(both)
    expect(await ids(`paymentId=${paymentId}&status=made`)).toEqual(both)
    expect(await ids(`paymentId=${paymentId}&status=paid`)).toEqual([])
    expect(await ids(`paymentId=${paymentId}&partnerId=${partner.partnerId}`)).toEqual(both)
    expect(await ids(`paymentId=${paymentId}&partnerId=prt_7`)).toEqual([])
    expect(await ids(`partnerId=prt_7`)).toEqual([])
    const { madeAt, requestedAt } = two.body
    expect(await ids(`paymentId=${paymentId}&requestedSince=${requestedAt}`)).toEqual([both[0]])
    expect(await ids(`paymentId=${paymentId}&requestedBefore=${requestedAt}`)).toEqual([both[1]])
    expect(await ids(`paymentId=${paymentId}&madeBefore=${madeAt}`)).toEqual([both[1]])
    const page = await operator('GET', `/refunds?paymentId=${paymentId}&limit=1`)
    const rest = await ids(`paymentId=${paymentId}&cursor=${page.body.nextCursor}`)
    expect(rest).toEqual([both[1]])
    expect(await ids(`status=made&limit=200`)).toEqual(expect.arrayContaining(both))
  })

  test('see them in the payment and its timeline', async () => {
    const { paymentId } = await paid()
    const { body } = await refund(paymentId)
    const { code: _, ...record } = body
    const detail = await platform.operator(`/payments/${paymentId}`)
    expect(detail.refunds).toEqual([record])
    expect(detail.refundedAmount).toBe(100)
    const by = 'Amina Belkacem'
    const { refundId } = body
    expect(detail.timeline.filter(({ kind }: any) => kind === 'refund')).toMatchObject([
      { refundId, from: null, to: 'requested', cause: 'request', amount: 100, by },
      { refundId, from: 'requested', to: 'made', cause: 'make', amount: 100, by },
    ])
  })

  test('are told when a refund does not exist', async () => {
    const { paymentId } = await paid()
    const path = `/refunds/${paymentId}`
    expectRefusal(await operator('GET', path), 'REFUND404_NOT_FOUND')
    for (const act of ['approve', 'decline', 'code']) {
      expectRefusal(await operator('POST', `${path}/${act}`), 'REFUND404_NOT_FOUND')
    }
    expectRefusal(await refund(path.slice(9).replace(/.{8}$/, '00000007')), 'PAYMENT404_NOT_FOUND')
  })
})

describe('forbidden', () => {
  const inEachStatus = async (): Promise<Record<string, { refundId: string; code: string }>> => {
    const whole = async () => (await platform.refund((await paid()).paymentId, { key: amina })).body
    const requested = await whole()
    const declined = await whole()
    await operator('POST', `/refunds/${declined.refundId}/decline`, { key: karim })
    const paidOut = await made()
    await redeem(paidOut.code)
    const expired = await made()
    await platform.pool.query('update refunds set expires_at = made_at where refund_id = $1', [
      expired.refundId,
    ])
    await expireRefunds(platform.pool)
    const codeOf = ({ refundId, code }: Refund) => ({ refundId, code: code ?? '' })
    return {
      requested: codeOf(requested),
      made: codeOf(await made()),
      declined: codeOf(declined),
      paid: codeOf(paidOut),
      expired: codeOf(expired),
    }
  }

  /** What each status allows; every other act on it is refused, and changes nothing. */
  const ALLOWED: Record<string, string[]> = {
    requested: ['approve', 'decline'],
    made: ['code'],
    declined: [],
    paid: [],
    expired: [],
  }

  test('transitions are REFUND409_WRONG_STATUS with the status, and change nothing', async () => {
    const refunds = await inEachStatus()
    for (const [status, { refundId }] of Object.entries(refunds)) {
      const before = (await operator('GET', `/refunds/${refundId}`)).text
      const transfers = await transfersOf(refundId)
      for (const act of ['approve', 'decline', 'code']) {
        if (ALLOWED[status]?.includes(act)) continue
        const answer = await operator('POST', `/refunds/${refundId}/${act}`, { key: karim })
        expect([status, act, answer.body.error, answer.body.status]).toEqual([
          status,
          act,
          'REFUND409_WRONG_STATUS',
          status,
        ])
      }
      expect((await operator('GET', `/refunds/${refundId}`)).text).toBe(before)
      expect(await transfersOf(refundId)).toEqual(transfers)
    }
  })

  test('redemptions are REFUND409_WRONG_STATUS: of what is paid, and of what has expired', async () => {
    const refunds = await inEachStatus()
    for (const status of ['paid', 'expired']) {
      const answer = await redeem(refunds[status]?.code ?? '')
      expect(answer.body).toMatchObject({ error: 'REFUND409_WRONG_STATUS', status })
    }
  })

  test('keys are refused: a till decides nothing, and nobody but a till pays from a till', async () => {
    const { requested } = await inEachStatus()
    const { refundId, code } = await made()
    const { paymentId } = await paid()
    const headers = { 'idempotency-key': randomUUID() }
    const body = { reason: 'x' }
    const line = { body: { bankLineId: randomUUID() } }
    const ofOperators: [string, string, object][] = [
      ['POST', `/payments/${paymentId}/refunds`, { body, headers }],
      ['GET', '/refunds', {}],
      ['GET', `/refunds/${refundId}`, {}],
      ['POST', `/refunds/${requested?.refundId}/approve`, {}],
      ['POST', `/refunds/${requested?.refundId}/decline`, {}],
      ['POST', `/refunds/${refundId}/code`, {}],
      ['POST', `/refunds/${refundId}/paid`, line],
      ['POST', `/refunds/${refundId}/returned`, line],
    ]
    for (const key of [channel.apiKey, partner.apiKey, 'nobody']) {
      for (const [method, path, options] of ofOperators) {
        const answer = await platform.call(method, `/operator/v1${path}`, { key, ...options })
        expect([path, answer.body.error]).toEqual([path, 'OPERATOR401_UNAUTHORIZED'])
      }
    }
    for (const key of [amina, partner.apiKey, 'nobody']) {
      const answer = await platform.call('POST', '/channel/v1/refunds/redeem', {
        key,
        body: { code },
      })
      expect(answer.body.error).toBe('CHANNEL401_UNAUTHORIZED')
    }
    expect((await redeem(code)).status).toBe(200)
  })
})
