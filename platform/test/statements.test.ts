import { operatorStatement } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOfPartner } from '../src/money/settlement/fees/owner.ts'
import { payableTo } from '../src/ledger/account.ts'
import { takeDates } from '../src/money/settlement/statements/take-dates.ts'
import { expectRefusal } from './support/scene.ts'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
})

afterAll(() => house.stop())

describe('a statement', () => {
  test('has the figures of the counter: 10,000 at 1.5 % and VAT of 19 %', async () => {
    const partner = await house.createPayeeWithFee()
    const channel = await house.createChannel()
    await house.collect(partner.number, channel.number, 10_000_00)
    await house.openNext()
    const { status, body } = await house.close(partner.partnerId, partner.date)
    expect(status).toBe(201)
    expect(operatorStatement.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      partnerId: partner.partnerId,
      number: `${partner.number}-2030-0001`,
      creditNoteNumber: null,
      to: partner.date,
      status: 'closed',
      lines: 1,
      payments: 1,
      gross: 10_000,
      refunds: 0,
      fees: 150,
      vat: 28.5,
      adjustments: 0,
      carriedForward: 0,
      net: 9821.5,
      closedBy: 'Amina Belkacem',
    })
  })

  test('is the same when the same until is sent again', async () => {
    const partner = await house.createPayeeWithFee()
    const channel = await house.createChannel()
    await house.collect(partner.number, channel.number, 10_000_00)
    await house.openNext()
    const first = await house.close(partner.partnerId, partner.date)
    const again = await house.close(partner.partnerId, partner.date, 'karim')
    expect(again.body).toEqual(first.body)
    const { statementId } = first.body
    expect(await house.get(`/operator/v1/statements/${statementId}`)).toEqual(first.body)
    const { items } = await house.get(`/operator/v1/statements?partnerId=${partner.partnerId}`)
    expect(items).toEqual([first.body])
  })

  test('has the refund after settlement, to the centime', async () => {
    const partner = await house.createPayeeWithFee()
    const channel = await house.createChannel()
    const paymentId = await house.collect(partner.number, channel.number, 5_000_00)
    const until = await house.openNext()
    await house.approved(partner.partnerId, partner.date)
    await house.refund(paymentId, partner.number, 3_000_00)
    await house.collect(partner.number, channel.number, 4_000_00)
    await house.openNext()
    expect(await house.closed(partner.partnerId, until)).toMatchObject({
      gross: 4_000,
      refunds: 3_000,
      fees: 60,
      vat: 11.4,
      net: 928.6,
    })
  })

  test('gives the share of the fee back with a proportional refund, in a credit note', async () => {
    const partner = await house.createPayeeWithFee({ onRefund: 'proportional' })
    const channel = await house.createChannel()
    const paymentId = await house.collect(partner.number, channel.number, 100_01)
    const until = await house.openNext()
    const first = await house.closed(partner.partnerId, partner.date)
    expect(first).toMatchObject({ fees: 1.5, vat: 0.29, feesBack: 0 })
    await house.refund(paymentId, partner.number, 33_34, 3)
    const second = await house.refund(paymentId, partner.number, 66_67, 4)
    const last = await house.openNext()
    const back = await house.closed(partner.partnerId, until)
    expect(back).toMatchObject({
      creditNoteNumber: `${partner.number}-2030-C0001`,
      refunds: 100.01,
      fees: -1.5,
      feesBack: 1.5,
      vat: -0.29,
      vatBack: 0.29,
      net: -98.22,
    })
    // A refund that nobody claims goes back to the partner, and its part of the fee is charged again.
    await house.expire(second, partner.number, 66_67)
    await house.openNext()
    expect(await house.closed(partner.partnerId, last)).toMatchObject({
      refunds: -66.67,
      fees: 1,
      vat: 0.19,
      carriedForward: -98.22,
      net: -32.74,
    })
  })

  test('carries a negative net forward, and has adjustments and what the partner paid in', async () => {
    const partner = await house.createPayeeWithFee()
    const transfer = { partnerId: partner.number, amount: 500_00 }
    await house.transfer({
      ...transfer,
      code: 'ADJUST',
      debit: payableTo(partner.number),
      credit: { kind: 'over_short', owner: 'chn_1' },
    })
    const until = await house.openNext()
    expect(await house.closed(partner.partnerId, partner.date)).toMatchObject({
      adjustments: -500,
      net: -500,
    })
    await house.transfer({
      ...transfer,
      amount: 700_00,
      code: 'TOPUP',
      debit: { kind: 'bank', owner: 'clients' },
      credit: payableTo(partner.number),
    })
    await house.openNext()
    expect(await house.closed(partner.partnerId, until)).toMatchObject({
      adjustments: 700,
      carriedForward: -500,
      net: 200,
    })
  })

  test('covers sealed dates only, each once', async () => {
    const partner = await house.createPayeeWithFee()
    const today = partner.date
    const early = await house.close(partner.partnerId, today)
    expectRefusal(early, 'STATEMENT409_NOT_SEALED')
    expect(early.body.completeThrough).toBe(
      new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10),
    )
    const next = await house.openNext()
    const after = await house.openNext()
    await house.closed(partner.partnerId, next)
    const covered = await house.close(partner.partnerId, today)
    expectRefusal(covered, 'STATEMENT409_COVERED')
    expect(covered.body.nextFrom).toBe(after)
  })

  test('is approved by another person, who names its net', async () => {
    const partner = await house.createPayeeWithFee()
    await house.openNext()
    const { statementId, net } = await house.closed(partner.partnerId, partner.date)
    const path = `/operator/v1/statements/${statementId}/approve`
    expectRefusal(await house.post('amina', path, { net }), 'APPROVAL409_SAME_PERSON')
    expectRefusal(await house.post('aminasProgram', path, { net }), 'APPROVAL409_SAME_PERSON')
    expectRefusal(await house.post('karim', path, { net: net + 0.01 }), 'STATEMENT409_NET')
    const approved = await house.post('karim', path, { net })
    expect(approved.body).toMatchObject({ status: 'approved', approvedBy: 'Karim Haddad' })
    expect((await house.post('karim', path, { net })).body).toEqual(approved.body)
  })

  test('that is open can be neither approved nor paid', async () => {
    const partner = await house.createPayeeWithFee()
    await house.openNext()
    const owner = ownerOfPartner(partner.number)
    const taken = await takeDates(house.db.pool, owner, partner.date, { holder: 'Amina Belkacem' })
    const statementId = typeof taken === 'object' && taken.ok ? taken.statementId : ''
    const path = `/operator/v1/statements/${statementId}`
    expect(await house.get(path)).toMatchObject({ status: 'open', number: null, net: null })
    const approved = await house.post('karim', `${path}/approve`, { net: 0 })
    expectRefusal(approved, 'STATEMENT409_NOT_CLOSED')
    expectRefusal(await house.post('karim', `${path}/payouts`), 'STATEMENT409_NOT_APPROVED')
    await house.closed(partner.partnerId, partner.date)
  })

  test('is closed, approved and charged with operators’ keys only', async () => {
    const partner = await house.createPayeeWithFee()
    const { channelId } = await house.createChannel()
    await house.openNext()
    const { statementId } = await house.closed(partner.partnerId, partner.date)
    const { apiKey } = await house.createPartner()
    const rotated = await house.post('amina', `/operator/v1/channels/${channelId}/rotate`)
    const requests = [
      ['POST', `/operator/v1/statements/${statementId}/approve`],
      ['POST', `/operator/v1/partners/${partner.partnerId}/statements`],
      ['POST', `/operator/v1/channels/${channelId}/statements`],
      ['PUT', `/operator/v1/partners/${partner.partnerId}/fees`],
      ['PUT', `/operator/v1/channels/${channelId}/commissions`],
      ['PATCH', `/operator/v1/partners/${partner.partnerId}/settlement`],
      ['GET', `/operator/v1/statements/${statementId}`],
      ['GET', '/operator/v1/uninvoiced-fees'],
    ] as const
    for (const [method, path] of requests) {
      for (const key of [apiKey, rotated.body.apiKey, 'no-such-key', null]) {
        const answer = await house.call(method, path, {
          key,
          ...(method !== 'GET' && { body: {} }),
        })
        expectRefusal(answer, 'OPERATOR401_UNAUTHORIZED')
      }
    }
  })

  test('never changes once it is closed', async () => {
    const partner = await house.createPayeeWithFee()
    await house.openNext()
    const { statementId } = await house.closed(partner.partnerId, partner.date)
    const { pool } = house.db
    const change = (sql: string) => pool.query(`${sql} where statement_id = $1`, [statementId])
    await expect(change('update statements set lines = 7')).rejects.toThrow(/it stays as it is/)
    await expect(change('delete from statements')).rejects.toThrow(/it stays as it is/)
    await expect(change(`update statements set status = 'open', closed_at = null`)).rejects.toThrow(
      /it stays as it is/,
    )
  })
})
