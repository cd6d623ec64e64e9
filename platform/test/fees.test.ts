import { feePreview, feeVersion, listOf } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from './support/scene.ts'
import {
  FEE_OF_EXAMPLES,
  openSettlementHouse,
  type SettlementHouse,
} from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
})

afterAll(() => house.stop())

const dayAfter = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

const pathOf = ({ partnerId }: { partnerId: string }): string =>
  `/operator/v1/partners/${partnerId}/fees`

const terms = (from: string, more: Record<string, unknown> = {}) => ({
  channelKind: 'AGENCY',
  from,
  ...FEE_OF_EXAMPLES,
  ...more,
})

describe('a version of fees', () => {
  test('is proposed by one person and approved by another', async () => {
    const partner = await house.createPayee()
    const from = dayAfter(await house.openNext())
    const proposed = await house.put('amina', pathOf(partner), terms(from))
    expect(proposed.status).toBe(200)
    expect(feeVersion.parse(proposed.body)).toEqual(proposed.body)
    expect(proposed.body).toMatchObject({
      status: 'proposed',
      revision: 1,
      fixed: 0,
      maximum: null,
      onRefund: 'keep',
      madeBy: 'Amina Belkacem',
    })
    // The same terms again are the same version.
    expect((await house.put('karim', pathOf(partner), terms(from))).body).toEqual(proposed.body)
    const approve = `${pathOf(partner)}/${proposed.body.feeVersionId}/approve`
    expectRefusal(await house.post('amina', approve), 'APPROVAL409_SAME_PERSON')
    expectRefusal(await house.post('aminasProgram', approve), 'APPROVAL409_SAME_PERSON')
    const approved = await house.post('karim', approve)
    expect(approved.body).toMatchObject({ status: 'approved', approvedBy: 'Karim Haddad' })
    expect((await house.post('karim', approve)).body).toEqual(approved.body)
    const decline = `${pathOf(partner)}/${proposed.body.feeVersionId}/decline`
    expectRefusal(await house.post('karim', decline), 'FEE409_DECIDED')
    const list = await house.get(pathOf(partner))
    expect(listOf(feeVersion).parse(list).items).toEqual([approved.body])
  })

  test('starts after today, when it is proposed and when it is approved', async () => {
    const partner = await house.createPayee()
    const today = await house.openNext()
    expectRefusal(await house.put('amina', pathOf(partner), terms(today)), 'FEE409_TOO_LATE')
    const { body } = await house.put('amina', pathOf(partner), terms(dayAfter(today)))
    await house.openNext()
    const approve = `${pathOf(partner)}/${body.feeVersionId}/approve`
    expectRefusal(await house.post('karim', approve), 'FEE409_TOO_LATE')
    const decline = `${pathOf(partner)}/${body.feeVersionId}/decline`
    expect((await house.post('amina', decline)).body).toMatchObject({ status: 'declined' })
  })

  test('of the same date replaces the earlier one once it is approved', async () => {
    const partner = await house.createPayee()
    const channel = await house.createChannel()
    const from = dayAfter(await house.openNext())
    await house.setFee(pathOf(partner), terms(from))
    await house.setFee(pathOf(partner), terms(from, { basisPoints: 100 }))
    const date = await house.openNext()
    // Nobody approved this one.
    await house.put('amina', pathOf(partner), terms(dayAfter(date), { basisPoints: 9_999 }))
    await house.collect(partner.number, channel.number, 1_000_00)
    const next = await house.openNext()
    await house.collect(partner.number, channel.number, 1_000_00)
    await house.openNext()
    expect(await house.closed(partner.partnerId, date)).toMatchObject({ fees: 10 })
    expect(await house.closed(partner.partnerId, next)).toMatchObject({ fees: 10 })
  })

  test('applies to its kind of channel, from its date on, within minimum and maximum', async () => {
    const partner = await house.createPayee()
    const [agency, courier] = [await house.createChannel(), await house.createChannel('DELIVERY')]
    const from = dayAfter(await house.openNext())
    await house.collect(partner.number, agency.number, 1_000_00)
    const limits = { fixed: 5, minimum: 8, maximum: 30 }
    await house.setFee(pathOf(partner), terms(from, limits))
    const date = await house.openNext()
    await house.collect(partner.number, agency.number, 100_00)
    await house.collect(partner.number, agency.number, 1_000_00)
    await house.collect(partner.number, agency.number, 5_000_00)
    await house.collect(partner.number, courier.number, 5_000_00)
    await house.openNext()
    const statement = await house.closed(partner.partnerId, date)
    expect(statement).toMatchObject({ fees: 8 + 20 + 30, vat: 11.02, payments: 5 })
    expect(statement.breakdown).toEqual([
      { channelKind: 'AGENCY', vatBasisPoints: 0, payments: 1, fees: 0, feesBack: 0 },
      { channelKind: 'AGENCY', vatBasisPoints: 1900, payments: 3, fees: 58, feesBack: 0 },
      { channelKind: 'DELIVERY', vatBasisPoints: 0, payments: 1, fees: 0, feesBack: 0 },
    ])
  })

  test('can be previewed with the payments of the last statement', async () => {
    const partner = await house.createPayeeWithFee()
    const channel = await house.createChannel()
    await house.collect(partner.number, channel.number, 10_000_00)
    const today = await house.openNext()
    await house.closed(partner.partnerId, partner.date)
    const wanted = terms(dayAfter(today), { basisPoints: 100, fixed: 20, vatBasisPoints: 900 })
    const { body } = await house.put('amina', pathOf(partner), wanted)
    const preview = await house.get(`${pathOf(partner)}/${body.feeVersionId}/preview`)
    expect(feePreview.parse(preview)).toEqual(preview)
    expect(preview).toMatchObject({
      to: partner.date,
      payments: 1,
      gross: 10_000,
      current: { fees: 150, vat: 28.5, total: 178.5 },
      proposed: { fees: 120, vat: 10.8, total: 130.8 },
    })
    const empty = `${pathOf(partner)}/${body.feeVersionId}/preview?from=2029-01-01&to=2029-01-31`
    expect(await house.get(empty)).toMatchObject({ payments: 0, proposed: { total: 0 } })
  })

  test.for([
    [{ basisPoints: 10_001 }, 'basisPoints'],
    [{ basisPoints: 1.5 }, 'basisPoints'],
    [{ fixed: -1 }, 'fixed'],
    [{ fixed: 0.001 }, 'fixed'],
    [{ minimum: 10, maximum: 9.99 }, 'maximum'],
    [{ from: '2030-02-30' }, 'from'],
    [{ onRefund: 'half' }, 'onRefund'],
  ] as const)('is refused with %o', async ([more, path]) => {
    const partner = await house.createPayee()
    const answer = await house.put('amina', pathOf(partner), terms('2031-01-01', more))
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details).toMatchObject([{ path }])
  })

  test('belongs to its partner', async () => {
    const [partner, other] = [await house.createPayee(), await house.createPayee()]
    const { body } = await house.put('amina', pathOf(partner), terms('2031-01-01'))
    const stolen = `${pathOf(other)}/${body.feeVersionId}/approve`
    expectRefusal(await house.post('karim', stolen), 'FEE404_NOT_FOUND')
    const nobody = '/operator/v1/partners/prt_99999/fees'
    expectRefusal(await house.put('amina', nobody, terms('2031-01-01')), 'PARTNER404_NOT_FOUND')
  })
})

describe('earned fees', () => {
  test('that no statement charges yet are listed for each partner, with those of today', async () => {
    const partner = await house.createPayeeWithFee()
    const channel = await house.createChannel()
    const uninvoiced = async (): Promise<any> => {
      const { items } = await house.get('/operator/v1/uninvoiced-fees?limit=200')
      return items.find(({ partnerId }: any) => partnerId === partner.partnerId)
    }
    await house.collect(partner.number, channel.number, 10_000_00)
    const today = await house.openNext()
    await house.collect(partner.number, channel.number, 2_000_00)
    const none = { refunds: 0, adjustments: 0 }
    const both = { payments: 2, gross: 12_000, fees: 180, vat: 34.2, net: 11_785.8, ...none }
    expect(await uninvoiced()).toEqual({ partnerId: partner.partnerId, from: null, ...both })
    await house.closed(partner.partnerId, partner.date)
    const last = { payments: 1, gross: 2_000, fees: 30, vat: 5.7, net: 1_964.3, ...none }
    expect(await uninvoiced()).toEqual({ partnerId: partner.partnerId, from: today, ...last })
  })
})

describe('the commission of a channel', () => {
  test('is charged, with VAT, when its statement closes; refunds take their share back', async () => {
    const partner = await house.createPayee()
    const [till, other] = [await house.createChannel(), await house.createChannel()]
    const path = `/operator/v1/channels/${till.channelId}/commissions`
    const from = dayAfter(await house.openNext())
    await house.setFee(path, {
      from,
      basisPoints: 50,
      vatBasisPoints: 1900,
      onRefund: 'proportional',
    })
    const date = await house.openNext()
    const paymentId = await house.collect(partner.number, till.number, 10_000_00)
    await house.collect(partner.number, other.number, 7_000_00)
    const until = await house.openNext()
    const close = (day: string) =>
      house.post('amina', `/operator/v1/channels/${till.channelId}/statements`, { until: day })
    const first = await close(date)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      partnerId: null,
      channelId: till.channelId,
      number: `chn${till.number}-2030-0001`,
      gross: 10_000,
      fees: 50,
      vat: 9.5,
      net: 59.5,
    })
    await house.refund(paymentId, partner.number, 4_000_00)
    await house.openNext()
    expect((await close(until)).body).toMatchObject({ fees: -20, vat: -3.8, net: -23.8 })
    const { rows } = await house.db.pool.query(
      `select code, line, amount from ledger_transfers
      where 'channel_payable' in (debit_kind, credit_kind) order by at, code, line`,
    )
    expect(rows).toEqual([
      { code: 'COMMISSION', line: 1, amount: 5000 },
      { code: 'COMMISSION_VAT', line: 1, amount: 950 },
      { code: 'COMMISSION', line: -1, amount: 2000 },
      { code: 'COMMISSION_VAT', line: -1, amount: 380 },
    ])
  })
})
