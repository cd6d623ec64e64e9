/** Payouts and the bank lines that prove them, over HTTP (W113). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CUSTODY_INTEGRITY } from '../src/cash/custody/integrity.ts'
import { atOnce, balance, custodyViolations, outcomeOf } from './support/custody.ts'
import { expectRefusal } from './support/scene.ts'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
  const mapping = {
    account: 'clients',
    delimiter: ',',
    dateFormat: 'DD/MM/YYYY',
    decimal: '.',
    amounts: { form: 'signed', column: 'amount' },
    columns: { bookedOn: 'date', description: ['text'] },
  }
  const answer = await house.put('amina', '/operator/v1/bank-mappings/clients', mapping)
  expect(answer.status).toBe(200)
})

afterAll(async () => {
  expect(await custodyViolations(house.db.pool, CUSTODY_INTEGRITY)).toEqual([])
  await house.stop()
})

/** An instructed payout of 9,821.50, the net of one payment of 10,000. */
const aPayout = async () => {
  const partner = await house.createPayeeWithFee()
  const channel = await house.createChannel()
  await house.collect(partner.number, channel.number, 10_000_00)
  // More than it needs: a line in suspense has left the account, and its payout may still be instructed.
  await house.fund(50_000_00)
  await house.openNext()
  const { statementId } = await house.approved(partner.partnerId, partner.date)
  const { body } = await house.post('amina', `/operator/v1/statements/${statementId}/payouts`)
  const { payoutId, statementNumber } = body
  for (const verb of ['approve', 'instruct']) {
    const answer = await house.post('karim', `/operator/v1/payouts/${payoutId}/${verb}`)
    expect(answer.status).toBe(200)
  }
  return { payoutId, statementNumber, partner }
}

let lines = 0

const aLine = async (amount: string, text = 'VIREMENT'): Promise<string> => {
  lines += 1
  const { body } = await house.call('POST', '/operator/v1/bank-lines?mapping=clients', {
    key: house.keys.amina,
    body: `date,text,amount\n21/11/2026,${text} no ${lines},${amount}\n`,
    headers: { 'content-type': 'text/csv' },
  })
  expect(body).toMatchObject({ lines: 1, added: 1 })
  const { items } = await house.get('/operator/v1/bank-lines?limit=1')
  return items[0].bankLineId
}

const read = (id: string) => house.get(`/operator/v1/bank-lines/${id}`)

const payout = (id: string) => house.get(`/operator/v1/payouts/${id}`)

const pay = (payoutId: string, body?: unknown) =>
  house.post('karim', `/operator/v1/payouts/${payoutId}/paid`, body)

const match = (bankLineId: string, payoutId: string) =>
  house.post('karim', `/operator/v1/bank-lines/${bankLineId}/match`, { payoutId })

describe('a payout', () => {
  test('is paid by the line that names its statement, without a person', async () => {
    const { payoutId, statementNumber, partner } = await aPayout()
    const before = await balance(house.db.pool, 'bank', 'clients')
    const id = await aLine('-9821.50', `VIR EMIS ${statementNumber}`)
    expect(await read(id)).toMatchObject({
      status: 'matched',
      match: { kind: 'payout', sourceId: payoutId, by: 'platform' },
    })
    expect(await payout(payoutId)).toMatchObject({ status: 'paid', bankLineId: id })
    expect((await balance(house.db.pool, 'bank', 'clients')) - before).toBe(-982_150)
    expect(await balance(house.db.pool, 'partner_payable', partner.partnerId)).toBe(0)
  })

  test('is paid with its line, which is matched by that', async () => {
    const { payoutId } = await aPayout()
    const id = await aLine('-9821.50')
    expect(await read(id)).toMatchObject({
      status: 'unmatched',
      proposals: [{ kind: 'payout', id: payoutId, amountAgrees: true, referenceAgrees: false }],
    })
    const first = await pay(payoutId, { bankLineId: id })
    const again = await pay(payoutId, { bankLineId: id.toUpperCase() })
    expect(first.body).toMatchObject({ status: 'paid', bankLineId: id })
    expect(again.body).toEqual(first.body)
    expect(await read(id)).toMatchObject({ status: 'matched', match: { by: 'Karim Haddad' } })
    const other = await aPayout()
    expectRefusal(await pay(other.payoutId, { bankLineId: id }), 'BANK_LINE409_MATCHED')
    const second = await aLine('-9821.50')
    expectRefusal(await match(second, payoutId), 'BANK_LINE409_TAKEN')
  })

  test('that a person said is paid is only proved by its line', async () => {
    const { payoutId, statementNumber } = await aPayout()
    await pay(payoutId)
    const before = await balance(house.db.pool, 'bank', 'clients')
    const id = await aLine('-9821.50', `VIR ${statementNumber.toLowerCase()}`)
    expect(await read(id)).toMatchObject({ status: 'matched', match: { sourceId: payoutId } })
    expect(await balance(house.db.pool, 'bank', 'clients')).toBe(before)
  })

  test('is posted once when persons and its line say so at the same time', async () => {
    const { payoutId } = await aPayout()
    const id = await aLine('-9821.50')
    const before = await balance(house.db.pool, 'bank', 'clients')
    const answers = await atOnce(
      house.db.pool,
      `select from payouts where payout_id = '${payoutId}' for update`,
      [() => pay(payoutId), () => match(id, payoutId), () => pay(payoutId)],
    )
    expect(answers.map(outcomeOf)).toEqual(['paid', 'matched', 'paid'])
    expect(await balance(house.db.pool, 'bank', 'clients')).toBe(before)
  })

  test('of another amount, direction or status does not match', async () => {
    const { payoutId } = await aPayout()
    for (const amount of ['-9821.49', '9821.50']) {
      const id = await aLine(amount)
      expectRefusal(await match(id, payoutId), 'BANK_LINE409_NOT_THIS')
      expectRefusal(await pay(payoutId, { bankLineId: id }), 'BANK_LINE409_NOT_THIS')
    }
    const none = '01989d2e-5c00-7a10-8f3b-9c1e00000000'
    expectRefusal(await pay(payoutId, { bankLineId: none }), 'BANK_LINE404_NOT_FOUND')
    expect((await payout(payoutId)).status).toBe('instructed')
    await house.post('karim', `/operator/v1/payouts/${payoutId}/returned`, { reason: 'Closed' })
    const id = await aLine('-9821.50')
    expectRefusal(await match(id, payoutId), 'PAYOUT409_WRONG_STATUS')
    expect((await read(id)).status).toBe('unmatched')
  })

  test('that is returned while its line is matched leaves the line free', async () => {
    const { payoutId } = await aPayout()
    const id = await aLine('-9821.50')
    const returned = { reason: 'Account closed' }
    const answers = await atOnce(
      house.db.pool,
      `select from payouts where payout_id = '${payoutId}' for update`,
      [
        () => house.post('karim', `/operator/v1/payouts/${payoutId}/returned`, returned),
        () => match(id, payoutId),
      ],
    )
    const [, matched] = answers.map(outcomeOf)
    const { status } = await read(id)
    expect(['matched unmatched', 'matched matched', 'PAYOUT409_WRONG_STATUS unmatched']).toContain(
      `${matched} ${status}`,
    )
    expect(await custodyViolations(house.db.pool, CUSTODY_INTEGRITY)).toEqual([])
  })
})
