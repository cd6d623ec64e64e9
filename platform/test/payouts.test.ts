import { payout } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, cashOfChannel, payableTo } from '../src/ledger/account.ts'
import { balanceOf } from '../src/ledger/balance.ts'
import { FOLLOWS, type PayoutStep } from '../src/money/settlement/payouts/payout.ts'
import { setPartnerState } from './support/partner-state.ts'
import { expectRefusal } from './support/scene.ts'
import {
  openSettlementHouse,
  type Person,
  type SettlementHouse,
} from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
})

afterAll(() => house.stop())

/** A partner with an approved statement of one payment of 10,000: its net is 9,821.50. */
const withStatement = async (isFunded = true) => {
  const partner = await house.createPayeeWithFee()
  const channel = await house.createChannel()
  await house.collect(partner.number, channel.number, 10_000_00)
  if (isFunded) await house.fund(10_000_00)
  await house.openNext()
  const { statementId } = await house.approved(partner.partnerId, partner.date)
  return { ...partner, channel, statementId }
}

const propose = (statementId: string, amount?: number, person: Person = 'amina') =>
  house.post(
    person,
    `/operator/v1/statements/${statementId}/payouts`,
    amount === undefined ? undefined : { amount },
  )

const BODIES: Partial<Record<string, unknown>> = { returned: { reason: 'Account closed' } }

const step = (payoutId: string, verb: string, person: Person = 'karim', body = BODIES[verb]) =>
  house.post(person, `/operator/v1/payouts/${payoutId}/${verb}`, body)

/** A payout that went through these steps; each must succeed. */
const payoutAfter = async (...verbs: string[]) => {
  const statement = await withStatement()
  const { body } = await propose(statement.statementId)
  let answered = body
  for (const verb of verbs) {
    const answer = await step(body.payoutId, verb)
    expect(answer.status).toBe(200)
    answered = answer.body
  }
  return { ...statement, payout: answered, payoutId: body.payoutId as string }
}

const VERBS = {
  approve: 'approved',
  decline: 'declined',
  instruct: 'instructed',
  paid: 'paid',
  returned: 'returned',
} as const satisfies Record<string, PayoutStep>

/** The steps that lead to each status. */
const WAYS = {
  proposed: [],
  declined: ['decline'],
  approved: ['approve'],
  instructed: ['approve', 'instruct'],
  paid: ['approve', 'instruct', 'paid'],
  returned: ['approve', 'instruct', 'paid', 'returned'],
} as const

describe('a payout', () => {
  test('is proposed, approved by another person, instructed and paid', async () => {
    const { statementId, number, partnerId } = await withStatement()
    const proposed = await propose(statementId)
    expect(proposed.status).toBe(201)
    expect(payout.parse(proposed.body)).toEqual(proposed.body)
    expect(proposed.body).toMatchObject({ status: 'proposed', amount: 9821.5, partnerId })
    const { payoutId } = proposed.body
    expectRefusal(await step(payoutId, 'approve', 'amina'), 'APPROVAL409_SAME_PERSON')
    expectRefusal(await step(payoutId, 'approve', 'aminasProgram'), 'APPROVAL409_SAME_PERSON')
    expect((await step(payoutId, 'approve')).body.status).toBe('approved')
    const instructed = (await step(payoutId, 'instruct')).body
    expect(instructed.status).toBe('instructed')
    const before = await balanceOf(house.db.pool, bank('clients'))
    const paid = (await step(payoutId, 'paid')).body
    expect(paid.status).toBe('paid')
    expect((await step(payoutId, 'paid')).body).toEqual(paid)
    expect(await balanceOf(house.db.pool, bank('clients'))).toBe(before - 9_821_50)
    expect(await balanceOf(house.db.pool, payableTo(number))).toBe(0)
    expect(await house.get(`/operator/v1/statements/${statementId}`)).toMatchObject({
      paid: 9821.5,
      paidAt: paid.paidAt,
    })
    expect(await house.get(`/operator/v1/payouts/${payoutId}`)).toEqual(paid)
    const { items } = await house.get(`/operator/v1/payouts?statementId=${statementId}`)
    expect(items).toEqual([paid])
  })

  const FORBIDDEN = (Object.keys(WAYS) as (keyof typeof WAYS)[]).flatMap((status) =>
    Object.entries(VERBS)
      .filter(([, to]) => to !== status && !(FOLLOWS[to] as readonly string[]).includes(status))
      .map(([verb]) => [status, verb] as const),
  )

  test.for(FORBIDDEN)('that is %s: %s is refused to every operator', async ([status, verb]) => {
    const { payoutId, payout: before } = await payoutAfter(...WAYS[status])
    for (const person of ['amina', 'karim'] as const) {
      const answer = await step(payoutId, verb, person)
      expectRefusal(answer, 'PAYOUT409_WRONG_STATUS')
      expect(answer.body.status).toBe(status)
    }
    expect(await house.get(`/operator/v1/payouts/${payoutId}`)).toEqual(before)
  })

  test('and its statement are only for operators’ keys', async () => {
    const { payoutId, statementId, partnerId, channel } = await payoutAfter()
    const partnerKey = (await house.createPartner()).apiKey
    const rotated = await house.post('amina', `/operator/v1/channels/${channel.channelId}/rotate`)
    const paths = [
      ...Object.keys(VERBS).map((verb) => `/operator/v1/payouts/${payoutId}/${verb}`),
      `/operator/v1/statements/${statementId}/payouts`,
      `/operator/v1/statements/${statementId}/approve`,
      `/operator/v1/partners/${partnerId}/statements`,
    ]
    for (const path of paths) {
      for (const key of [partnerKey, rotated.body.apiKey, 'no-such-key', null]) {
        const answer = await house.call('POST', path, { key, body: {} })
        expectRefusal(answer, 'OPERATOR401_UNAUTHORIZED')
      }
    }
    expect((await house.get(`/operator/v1/payouts/${payoutId}`)).status).toBe('proposed')
  })

  test('never exceeds the net with the others of its statement', async () => {
    const { statementId } = await withStatement()
    const over = await propose(statementId, 9_821.51)
    expectRefusal(over, 'PAYOUT409_AMOUNT')
    expect(over.body.available).toBe(9821.5)
    expect((await propose(statementId, 5_000)).status).toBe(201)
    const rest = await propose(statementId)
    expect(rest.body.amount).toBe(4821.5)
    expectRefusal(await propose(statementId), 'PAYOUT409_AMOUNT')
    expectRefusal(await propose(statementId, 0.01), 'PAYOUT409_AMOUNT')
    await step(rest.body.payoutId, 'decline')
    expect((await propose(statementId)).body.amount).toBe(4821.5)
  })

  test('reserves its amount however many are proposed at once', async () => {
    const { statementId } = await withStatement()
    const answers = await Promise.all(Array.from({ length: 8 }, () => propose(statementId, 4_000)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 'PAYOUT409_AMOUNT')
    }
  })

  test('needs an approved statement', async () => {
    const partner = await house.createPayeeWithFee()
    await house.openNext()
    const { statementId } = await house.closed(partner.partnerId, partner.date)
    expectRefusal(await propose(statementId), 'STATEMENT409_NOT_APPROVED')
    const unknown = statementId.replace(/^.{8}/, '00000000')
    expectRefusal(await propose(unknown), 'STATEMENT404_NOT_FOUND')
    expectRefusal(await propose('nonsense'), 'STATEMENT404_NOT_FOUND')
  })

  test('is refused while the partner is being tested, and proposed once it is live', async () => {
    const { statementId, number } = await withStatement()
    await setPartnerState(house.db.pool, number, 'testing')
    expectRefusal(await propose(statementId), 'PAYOUT409_TESTING')
    expect((await house.get(`/operator/v1/payouts?statementId=${statementId}`)).items).toEqual([])
    await setPartnerState(house.db.pool, number, 'live')
    expect((await propose(statementId)).body.amount).toBe(9821.5)
  })

  test('that the bank returned is replaced by another of the same statement', async () => {
    const { statementId, payoutId, number } = await payoutAfter('approve', 'instruct', 'paid')
    expectRefusal(await propose(statementId), 'PAYOUT409_AMOUNT')
    const returned = await step(payoutId, 'returned')
    expect(returned.body).toMatchObject({ status: 'returned', returnReason: 'Account closed' })
    expect(await balanceOf(house.db.pool, payableTo(number))).toBe(-9_821_50)
    expect(await house.get(`/operator/v1/statements/${statementId}`)).toMatchObject({
      paid: 0,
      paidAt: null,
    })
    expect((await propose(statementId)).body).toMatchObject({ amount: 9821.5, status: 'proposed' })
  })

  test('that the bank never paid posts nothing', async () => {
    const { payoutId } = await payoutAfter('approve', 'instruct')
    expect((await step(payoutId, 'returned')).status).toBe(200)
    const { rows } = await house.db.pool.query(
      'select from ledger_transfers where source_id = $1',
      [payoutId],
    )
    expect(rows).toEqual([])
  })

  test('that a line of the bank account proves is matched with it, once', async () => {
    const mapping = {
      account: 'clients',
      delimiter: ';',
      dateFormat: 'YYYY-MM-DD',
      decimal: '.',
      amounts: { form: 'signed', column: 'Amount' },
      columns: { bookedOn: 'Date', description: ['Text'] },
    }
    await house.call('PUT', '/operator/v1/bank-mappings/payouts', { body: mapping })
    const imported = await house.call('POST', '/operator/v1/bank-lines?mapping=payouts', {
      body: 'Date;Text;Amount\n2030-01-01;TRANSFER;-9821.50\n2030-01-01;OTHER;-1.00',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    })
    expect(imported.body).toMatchObject({ lines: 2, added: 2, matched: 0 })
    const { items } = await house.get('/operator/v1/bank-lines?limit=2')
    const lineOf = (amount: number): string =>
      items.find((line: any) => line.amount === amount).bankLineId
    const { payoutId } = await payoutAfter('approve', 'instruct')
    const paid = (bankLineId: string) => step(payoutId, 'paid', 'karim', { bankLineId })
    expectRefusal(await paid(payoutId), 'BANK_LINE404_NOT_FOUND')
    expectRefusal(await paid(lineOf(-1)), 'BANK_LINE409_NOT_THIS')
    const answer = await paid(lineOf(-9821.5))
    expect(answer.body).toMatchObject({ status: 'paid', bankLineId: lineOf(-9821.5) })
    expect((await paid(lineOf(-9821.5))).body).toEqual(answer.body)
    const line = await house.get(`/operator/v1/bank-lines/${lineOf(-9821.5)}`)
    expect(line).toMatchObject({ status: 'matched', match: { kind: 'payout', sourceId: payoutId } })
    const other = await payoutAfter('approve', 'instruct')
    const taken = await step(other.payoutId, 'paid', 'karim', { bankLineId: lineOf(-9821.5) })
    expectRefusal(taken, 'BANK_LINE409_MATCHED')
  })

  test('is not instructed with money that is not in the bank', async () => {
    const empty = await balanceOf(house.db.pool, bank('clients'))
    const instructed = await house.db.pool.query(
      `select coalesce(sum(amount), 0)::bigint as sum from payouts where status = 'instructed'`,
    )
    await house.transfer({
      code: 'SWEPT',
      debit: bank('own'),
      credit: bank('clients'),
      amount: empty - instructed.rows[0].sum,
    })
    const { statementId } = await withStatement(false)
    const { payoutId } = (await propose(statementId)).body
    await step(payoutId, 'approve')
    const refused = await step(payoutId, 'instruct')
    expectRefusal(refused, 'PAYOUT409_NO_FUNDS')
    expect(refused.body.available).toBe(0)
    await house.fund(9_821_50)
    expect((await step(payoutId, 'instruct')).status).toBe(200)
  })

  test('needs the bank account of its partner', async () => {
    const { partnerId } = await house.createPartner()
    const number = Number(partnerId.slice(4))
    const channel = await house.createChannel()
    const date = await house.openNext()
    await house.collect(number, channel.number, 10_00)
    await house.fund(10_00)
    await house.openNext()
    const { statementId } = await house.approved(partnerId, date)
    const { payoutId } = (await propose(statementId)).body
    await step(payoutId, 'approve')
    expectRefusal(await step(payoutId, 'instruct'), 'PAYOUT409_NO_ACCOUNT')
  })
})

describe('the payout file of a batch', () => {
  test('has each of its payouts, with the amount to the centime and the account of that time', async () => {
    const first = await payoutAfter('approve', 'instruct')
    const { batchId } = first.payout
    const second = await payoutAfter('approve')
    await step(second.payoutId, 'instruct', 'karim', { batchId })
    const answer = await house.call('GET', `/operator/v1/payout-batches/${batchId}/file`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.text).toBe(
      'payout,account_holder,rib,amount,currency,statement,batch,count,total\r\n' +
        `${first.payoutId},SARL El Baraka,00799999001234567803,9821.50,DZD,${first.number}-2030-0001,${batchId},2,19643.00\r\n` +
        `${second.payoutId},SARL El Baraka,00799999001234567803,9821.50,DZD,${second.number}-2030-0001,${batchId},2,19643.00\r\n`,
    )
    const unknown = await house.call('GET', `/operator/v1/payout-batches/${first.payoutId}/file`)
    expectRefusal(unknown, 'PAYOUT404_NOT_FOUND')
  })
})

describe('the life of a batch', () => {
  const file = (batchId: string, format = 'csv') =>
    house.call('GET', `/operator/v1/payout-batches/${batchId}/file?format=${format}`)
  const batch = (batchId: string) => house.get(`/operator/v1/payout-batches/${batchId}`)

  /** Instructed payouts in one batch. */
  const aBatch = async (size: number) => {
    const payouts = [await payoutAfter('approve', 'instruct')]
    const { batchId } = payouts[0]?.payout ?? {}
    while (payouts.length < size) {
      const next = await payoutAfter('approve')
      const { body } = await step(next.payoutId, 'instruct', 'karim', { batchId })
      expect(body.batchId).toBe(batchId)
      payouts.push({ ...next, payout: body })
    }
    return { batchId: batchId as string, payouts }
  }

  test('begins as a draft, is sent by its first download, and keeps those bytes', async () => {
    const { batchId, payouts } = await aBatch(2)
    expect(await batch(batchId)).toMatchObject({
      status: 'draft',
      count: 2,
      total: 19_643,
      sentAt: null,
      downloads: [],
    })
    const first = await file(batchId)
    expect(first.headers.get('wasl-count')).toBe('2')
    expect(first.headers.get('wasl-total')).toBe('19643.00')
    const late = await payoutAfter('approve')
    const refused = await step(late.payoutId, 'instruct', 'karim', { batchId })
    expectRefusal(refused, 'BATCH409_SENT')
    expect((await house.get(`/operator/v1/payouts/${late.payoutId}`)).status).toBe('approved')
    await step(payouts[0]?.payoutId as string, 'paid')
    await step(payouts[1]?.payoutId as string, 'returned')
    const again = await file(batchId)
    expect(again.text).toBe(first.text)
    const now = await batch(batchId)
    expect(now).toMatchObject({ status: 'sent', count: 2, total: 19_643 })
    expect(now.downloads).toHaveLength(2)
    expect(
      (await house.get(`/operator/v1/payouts/${payouts[1]?.payoutId}`)).batchId,
      'a batch that was sent keeps what came back',
    ).toBe(batchId)
    await expect(
      house.db.pool.query('update payout_batches set csv = $2 where batch_id = $1', [batchId, 'x']),
    ).rejects.toThrow(/payout_batches/)
  })

  test('never asks for a returned payout and its replacement', async () => {
    const { batchId, payouts } = await aBatch(2)
    const [gone, stays] = payouts as [(typeof payouts)[0], (typeof payouts)[0]]
    expect((await step(gone.payoutId, 'returned')).body).toMatchObject({
      status: 'returned',
      batchId: null,
    })
    const { body } = await propose(gone.statementId)
    await step(body.payoutId, 'approve')
    const joined = await step(body.payoutId, 'instruct', 'karim', { batchId })
    expect(joined.body).toMatchObject({ status: 'instructed', batchId })
    const { text } = await file(batchId)
    expect([stays.payoutId, body.payoutId].map((id) => text.includes(id))).toEqual([true, true])
    expect(text).not.toContain(gone.payoutId)
    // The replacement comes back too: the batch was sent, so the next one needs another batch.
    await step(body.payoutId, 'returned')
    const third = (await propose(gone.statementId)).body
    await step(third.payoutId, 'approve')
    expectRefusal(await step(third.payoutId, 'instruct', 'karim', { batchId }), 'BATCH409_SENT')
    expect((await step(third.payoutId, 'instruct')).body.batchId).not.toBe(batchId)
  })

  test('of which the bank has paid something takes no other payout, and lists only what is open', async () => {
    const { batchId, payouts } = await aBatch(2)
    await step(payouts[0]?.payoutId as string, 'paid')
    const late = await payoutAfter('approve')
    expectRefusal(await step(late.payoutId, 'instruct', 'karim', { batchId }), 'BATCH409_SENT')
    await step(payouts[1]?.payoutId as string, 'paid')
    expectRefusal(await file(batchId), 'BATCH409_NOTHING_TO_PAY')
  })

  test('sends its payouts once however payouts join it meanwhile', async () => {
    const { batchId } = await aBatch(1)
    const late = await payoutAfter('approve')
    const answers = await Promise.all([
      file(batchId),
      step(late.payoutId, 'instruct', 'karim', { batchId }),
      file(batchId),
    ])
    const [first, joined, second] = answers
    expect(second?.text).toBe(first?.text)
    expect(first?.text.includes(late.payoutId)).toBe(joined?.status === 200)
  })

  test('is also a credit transfer initiation, of the same lines', async () => {
    const { batchId, payouts } = await aBatch(2)
    const { headers, text } = await file(batchId, 'pain.001')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(text).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    expect(text.match(/<NbOfTxs>2<\/NbOfTxs>/g)).toHaveLength(2)
    expect(text.match(/<CtrlSum>19643\.00<\/CtrlSum>/g)).toHaveLength(2)
    for (const { payoutId } of payouts) {
      expect(text).toContain(`<EndToEndId>${payoutId.replaceAll('-', '')}</EndToEndId>`)
    }
    expect(text).toContain('<InstdAmt Ccy="DZD">9821.50</InstdAmt>')
    expect((await file(batchId, 'pain.001')).text).toBe(text)
    expect((await batch(batchId)).downloads.map(({ format }: any) => format)).toEqual([
      'pain.001',
      'pain.001',
    ])
    expectRefusal(await file(batchId, 'pdf'), 'VALIDATION400')
  })
})

describe('money that is released as cash is banked', () => {
  test('is paid in whole days of a channel, the oldest first', async () => {
    const partner = await house.createPayeeWithFee()
    const path = `/operator/v1/partners/${partner.partnerId}/settlement`
    const settings = await house.call('PATCH', path, { body: { release: 'banked' } })
    expect(settings.body).toMatchObject({ release: 'banked', schedule: 'manual' })
    const channel = await house.createChannel('MARKETPLACE')
    const remit = (amount: number) =>
      house.transfer({
        code: 'REMITTANCE',
        debit: bank('clients'),
        credit: cashOfChannel(channel.number),
        amount,
      })
    await house.collect(partner.number, channel.number, 1_000_00)
    const second = await house.openNext()
    await house.collect(partner.number, channel.number, 500_00)
    await house.openNext()
    const one = await house.approved(partner.partnerId, partner.date)
    const two = await house.approved(partner.partnerId, second)
    expectRefusal(await propose(one.statementId), 'PAYOUT409_AMOUNT')
    await remit(999_99)
    expectRefusal(await propose(one.statementId), 'PAYOUT409_AMOUNT')
    await remit(1)
    expect((await propose(one.statementId)).body.amount).toBe(1_000)
    expectRefusal(await propose(two.statementId), 'PAYOUT409_AMOUNT')
    await remit(500_00)
    expect((await propose(two.statementId)).body.amount).toBe(500)
  })
})

describe('the payout of a channel', () => {
  test('pays its commission, and comes back when the bank returns it', async () => {
    const partner = await house.createPayee()
    const channel = await house.createChannel()
    await house.openNext()
    await house.setFee(`/operator/v1/channels/${channel.channelId}/commissions`, {
      from: '2030-12-31',
      basisPoints: 50,
      vatBasisPoints: 1900,
    })
    await house.db.pool.query(`update ledger_state set open_day = '2030-12-31'`)
    await house.collect(partner.number, channel.number, 10_000_00)
    await house.fund(10_000_00)
    await house.db.pool.query(
      `update ledger_state set open_day = '2031-01-01', sealed_through = '2030-12-31'`,
    )
    const closed = await house.post(
      'amina',
      `/operator/v1/channels/${channel.channelId}/statements`,
      { until: '2030-12-31' },
    )
    const { statementId, net } = closed.body
    expect(net).toBe(59.5)
    await house.post('karim', `/operator/v1/statements/${statementId}/approve`, { net })
    const { payoutId } = (await propose(statementId)).body
    for (const verb of ['approve', 'instruct', 'paid', 'returned']) {
      expect((await step(payoutId, verb)).status).toBe(200)
    }
    const account = { kind: 'channel_payable', owner: channel.channelId } as const
    expect(await balanceOf(house.db.pool, account)).toBe(-59_50)
    expect((await propose(statementId)).body.amount).toBe(59.5)
  })
})
