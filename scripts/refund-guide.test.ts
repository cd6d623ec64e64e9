/** Runs every command of the guide about refunds, against one platform. */
import { beforeAll, describe, expect, test } from 'vitest'
import { makeAgent, giveCash } from '../platform/test/support/custody.ts'
import { refundCalls } from '../platform/test/support/refunds.ts'
import { useScene } from '../platform/test/support/scene.ts'
import { guide, runCommands } from './test/guide.ts'

const PAGE = guide('refund-a-payment.md')

/** Above 250.50 dinars a refund waits for another person. */
const scene = useScene({ refundApprovalAbove: 25_050 })
const { operator, paid, newOperator, bankLine } = refundCalls(() => scene)

let environment: Record<string, string>

beforeAll(async () => {
  environment = {
    WASL: scene.platform.origin,
    WASL_OPERATOR_KEY: scene.platform.operatorKey,
    CHANNEL_KEY: scene.channel.apiKey,
  }
  await bankLine('10000,00')
})

/** What the only block with these words prints: one answer of the platform. */
const run = async (
  words: string,
  more: Record<string, string> = {},
  edit = (code: string) => code,
): Promise<any> => {
  const commands = edit(PAGE.block('sh', words))
  const ran = await runCommands(`set -o pipefail\n${commands}`, { ...environment, ...more })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  // A block of several commands prints several answers; the last one matters.
  return JSON.parse(ran.stdout.slice(Math.max(0, ran.stdout.lastIndexOf('}{') + 1)))
}

/** A refund as the guide asks for it. */
const refunded = async (): Promise<any> => {
  const { paymentId } = await paid()
  return run('"amount":250.5', { PAYMENT_ID: paymentId })
}

describe('the guide about refunds', () => {
  test('a till pays a refund with the last code that was issued', async () => {
    const { refundId, status, code } = await refunded()
    expect([status, code]).toEqual(['made', expect.stringMatching(/^\d+-/)])
    const lost = await run('/code"', { REFUND_ID: refundId })
    expect(lost.code).not.toBe(code)
    const agentId = await makeAgent(scene.platform.pool, scene.channel)
    await giveCash(scene.platform.pool, agentId, 100_000)
    const answer = await run('redeem', {}, (text) =>
      text.replace(/\d{4}-K7QM-3F9X-2HT4/, lost.code).replace('agt_12', agentId),
    )
    expect(answer).toMatchObject({ refundId, status: 'paid', amount: 250.5, paidBy: agentId })
  })

  test('another person approves a refund above the threshold', async () => {
    const { paymentId } = await paid()
    const { body } = await operator('POST', `/payments/${paymentId}/refunds`, {
      body: { amount: 250.51, reason: 'Paid twice by mistake' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(body).toMatchObject({ status: 'requested', code: null })
    const other = await newOperator('Karim Haddad')
    const approved = await run('/approve"', {
      REFUND_ID: body.refundId,
      OTHER_OPERATOR_KEY: other,
    })
    expect(approved).toMatchObject({ status: 'made', approvedBy: 'Karim Haddad' })
  })

  test('the bank pays a refund, and sends it back', async () => {
    const { refundId } = await refunded()
    const [pay = '', giveBack = ''] = PAGE.block('sh', '/paid"').split(/\n(?=curl)/)
    const at = async (command: string, amount: string) =>
      run('/paid"', { REFUND_ID: refundId, BANK_LINE_ID: await bankLine(amount) }, () => command)
    expect(await at(pay, '-250,50')).toMatchObject({ status: 'paid', code: null })
    const due = await at(giveBack, '250,50')
    expect(due).toMatchObject({ status: 'made', code: expect.stringMatching(/^\d+-/) })
  })

  test('lists the refunds that nobody has come for', async () => {
    const { refundId } = await refunded()
    const answer = await run('madeBefore', {}, (text) => text.replace('2026-11-01', '2099-01-01'))
    expect(answer.items.map((one: any) => one.refundId)).toContain(refundId)
  })
})
