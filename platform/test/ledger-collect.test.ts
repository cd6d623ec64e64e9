import { describe, expect, test } from 'vitest'
import { balance, makeAgent } from './support/custody.ts'
import { newReference } from './support/node.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

const transfersOf = async (paymentId: string): Promise<any[]> => {
  const { rows } = await scene.platform.pool.query(
    `select code, line, debit_kind, debit_owner, credit_kind, credit_owner, amount, actor, at,
      business_date::text
    from ledger_transfers
    where source_id = $1
    order by code, line`,
    [paymentId],
  )
  return rows
}

const confirmed = async (): Promise<{ paymentId: string; paidAt: string }> => {
  const { platform, channel, partner } = scene
  const { paymentId } = await platform.opened(channel, partner, newReference())
  const { body } = await platform.change(channel, 'confirm', paymentId)
  return { paymentId, paidAt: body.paidAt as string }
}

describe('a confirmation', () => {
  test('moves the amount to the cash of its channel, and owes it to the partner', async () => {
    const { channel, partner } = scene
    const { paymentId, paidAt } = await confirmed()
    expect(await transfersOf(paymentId)).toEqual([
      {
        code: 'COLLECT',
        line: 1,
        debit_kind: 'cash',
        debit_owner: channel.channelId,
        credit_kind: 'partner_payable',
        credit_owner: partner.partnerId,
        amount: 59_980,
        actor: channel.channelId,
        at: new Date(paidAt),
        business_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
  })

  test('has one transfer however often it is repeated', async () => {
    const { paymentId } = await confirmed()
    await scene.platform.change(scene.channel, 'confirm', paymentId)
    expect(await transfersOf(paymentId)).toHaveLength(1)
  })

  test.each([
    [2_200.5, 'ROUNDED_UP', 50, 2_201_00],
    [2_200.49, 'ROUNDED_DOWN', 49, 2_200_00],
    [0.3, 'ROUNDED_UP', 70, 1_00],
    [2_200, null, 0, 2_200_00],
  ])(
    'of %d paid in coins books what rounding adds or takes once, and owes the partner the amount',
    async (amount, code, difference, cash) => {
      const { platform, channel, partner, server } = scene
      const reference = newReference()
      server.prices.set(reference, amount)
      const { paymentId } = await platform.opened(channel, partner, reference)
      const agentId = await makeAgent(platform.pool, channel)
      const options = { body: { rounded: true, takenBy: agentId } }
      await platform.change(channel, 'confirm', paymentId, options)
      await platform.change(channel, 'confirm', paymentId, options)
      const [kind, owner] =
        code === 'ROUNDED_UP' ? ['cash', agentId] : ['over_short', channel.channelId]
      const rounded = { code, amount: difference, debit_kind: kind, debit_owner: owner }
      expect(await transfersOf(paymentId)).toMatchObject([
        { code: 'COLLECT', amount: Math.round(amount * 100) },
        ...(code === null ? [] : [rounded]),
      ])
      expect(await balance(platform.pool, 'cash', agentId)).toBe(cash)
    },
  )

  test('that does not say so books no rounding', async () => {
    const { platform, channel, partner, server } = scene
    const reference = newReference()
    server.prices.set(reference, 2_200.5)
    const { paymentId } = await platform.opened(channel, partner, reference)
    await platform.change(channel, 'confirm', paymentId)
    expect(await transfersOf(paymentId)).toMatchObject([{ code: 'COLLECT', amount: 2_200_50 }])
  })

  test('has the date of the operator, not that of UTC', async () => {
    const { platform } = scene
    const tomorrow = new Date((await platform.clock.now()).getTime() + 86_400_000)
    // Half an hour before midnight in UTC it is past midnight in Algiers.
    await platform.clock.advanceTo(`${tomorrow.toISOString().slice(0, 10)}T23:30:00.000Z`)
    const { paymentId, paidAt } = await confirmed()
    const inAlgiers = new Date(new Date(paidAt).getTime() + 3_600_000)
    const [transfer] = await transfersOf(paymentId)
    expect(transfer?.business_date).toBe(inAlgiers.toISOString().slice(0, 10))
    expect(transfer?.business_date).not.toBe(paidAt.slice(0, 10))
  })

  test('on a date that is closed gets the first open date', async () => {
    const { platform } = scene
    // A day that is closed before it is over, as after the clock of the database went back.
    await platform.pool.query(
      `with advanced as (
        update ledger_state set open_day = (wasl_now() at time zone time_zone)::date + 3
        returning open_day
      )
      insert into ledger_closings (through, advanced_at) select open_day - 1, wasl_now() from advanced`,
    )
    const { paymentId } = await confirmed()
    const [transfer] = await transfersOf(paymentId)
    const { rows } = await platform.pool.query('select open_day::text from ledger_state')
    expect(transfer?.business_date).toBe(rows[0].open_day)
  })
})

test('a payment that is released or refunded collects nothing more', async () => {
  const { platform, channel, partner } = scene
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await platform.change(channel, 'cancel', paymentId)
  expect(await transfersOf(paymentId)).toEqual([])
  const paid = await confirmed()
  await platform.refund(paid.paymentId)
  expect(await transfersOf(paid.paymentId)).toMatchObject([{ code: 'COLLECT' }])
})
