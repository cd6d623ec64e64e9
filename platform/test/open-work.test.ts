/** What a finance team sees at the end of a day: what is open, whose it is, and what may be paid. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
})
afterAll(() => house.stop())

const stepOf = async (name: string): Promise<any> =>
  (await house.get('/operator/v1/open-work')).items.find(({ step }: any) => step === name)

describe('what is open in the money', () => {
  test('a statement waits for a second person, then its payout does', async () => {
    const { partnerId, number, date } = await house.createPayeeWithFee()
    const { channelId, number: till } = await house.createChannel()
    await house.collect(number, till, 1_000_000)
    await house.openNext()
    const { statementId, net } = await house.closed(partnerId, date)
    expect(await stepOf('statements')).toMatchObject({ count: 1, amount: net })
    const payable = `/operator/v1/statements/${statementId}/payable`
    expect(await house.get(payable)).toMatchObject({ available: 0 })

    await house.post('karim', `/operator/v1/statements/${statementId}/approve`, { net })
    expect(await stepOf('statements')).toMatchObject({ count: 0, oldest: null })
    expect(await house.get(payable)).toMatchObject({ available: net, underway: 0, withheld: 0 })

    await house.post('amina', `/operator/v1/statements/${statementId}/payouts`, { amount: 2000 })
    expect(await stepOf('payouts-to-approve')).toMatchObject({ count: 1, amount: 2000 })
    expect(await house.get(payable)).toMatchObject({ available: net - 2000, underway: 2000 })

    await house.call('PATCH', `/operator/v1/partners/${partnerId}/settlement`, {
      body: { release: 'banked' },
    })
    expect(await house.get(payable)).toMatchObject({
      available: 0,
      withheld: net - 2000,
      release: 'banked',
    })

    const safe = channelId.replace('chn', 'safe')
    const names = await house.get(
      `/operator/v1/names?ids=${[partnerId, safe, 'agt_999', safe].join(',')}`,
    )
    expect(names.items).toEqual([
      { id: partnerId, name: expect.any(String), nameAr: null, channelId: null },
      { id: safe, name: 'Till', nameAr: null, channelId },
    ])
  })
})
