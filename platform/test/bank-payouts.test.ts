/** Payouts and the bank lines that prove them, over HTTP (W113). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYOUT_INTEGRITY } from '../src/money/settlement/payouts/integrity.ts'
import { CUSTODY_INTEGRITY } from '../src/ledger/custody/integrity.ts'
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
const aPayout = async (verbs = ['approve', 'instruct']) => {
  const partner = await house.createPayeeWithFee()
  const channel = await house.createChannel()
  await house.collect(partner.number, channel.number, 10_000_00)
  // More than it needs: a line in suspense has left the account, and its payout may still be instructed.
  await house.fund(50_000_00)
  await house.openNext()
  const { statementId } = await house.approved(partner.partnerId, partner.date)
  const { body } = await house.post('amina', `/operator/v1/statements/${statementId}/payouts`)
  const { payoutId, statementNumber } = body
  for (const verb of verbs) {
    const answer = await house.post('karim', `/operator/v1/payouts/${payoutId}/${verb}`)
    expect(answer.status).toBe(200)
  }
  return { payoutId, statementNumber, partner }
}

let lines = 0

const aLine = async (amount: string, text = 'VIREMENT', date = '21/11/2026'): Promise<string> => {
  lines += 1
  const { body } = await house.call('POST', '/operator/v1/bank-lines?mapping=clients', {
    key: house.keys.amina,
    body: `date,text,amount\n${date},${text} no ${lines},${amount}\n`,
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

describe('what a line names that a restore has lost', () => {
  const one = async (sql: string, values: unknown[] = []): Promise<any> =>
    (await house.db.pool.query(sql, values)).rows[0]

  const followUps = async (): Promise<string[][]> =>
    (await house.get('/operator/v1/follow-ups?status=open&limit=100')).items.map(
      ({ kind, words }: { kind: string; words: string }) => `${kind}\n${words}`.split('\n'),
    )

  test('opens a follow-up: an unknown payout, an unknown statement, one that nobody instructed here', async () => {
    const { today, year } = await one(
      `select to_char(wasl_now(), 'DD/MM/YYYY') as today, extract(year from wasl_now())::int as year`,
    )
    const known = await aPayout()
    const lost = await aPayout(['approve'])
    const [partnerNumber] = known.statementNumber.split('-')
    const { id } = await one('select new_id($1) as id', [partnerNumber])
    // As a repair leaves it: the last minute is lost.
    await one(
      `insert into restores (restored_to, repaired_at, lock_hours, finished_at)
      values (wasl_now() - interval '1 minute', wasl_now(), 12, wasl_now())`,
    )
    const { id: later } = await one(
      `select replace(new_id($1)::text, left(new_id($1)::text, 2), 'ff') as id`,
      [partnerNumber],
    )
    await aLine('-9821.50', `VIR EMIS ${known.statementNumber}`, today)
    await aLine('-55.00', `VIR EMIS ${known.payoutId} ${later}`, today)
    expect(await followUps()).toEqual([])
    await aLine('-70.00', `VIR EMIS ${id.replaceAll('-', '')}`, today)
    await aLine('-80.00', `VIR EMIS ${partnerNumber}-${year}-9999`, today)
    await aLine('-9821.50', `VIR EMIS ${lost.statementNumber}`, today)
    // Booked long before anything was lost, and the amount of another payout.
    await aLine('-9821.50', `VIR EMIS ${lost.statementNumber}`, '01/01/2026')
    await aLine('-1.00', `VIR EMIS ${lost.statementNumber}`, today)
    const [booked] = [`bookedOn ${today.split('/').toReversed().join('-')}`]
    const by = expect.stringMatching(/^opr_\d+: POST \/operator\/v1\/bank-lines$/)
    const text = expect.stringMatching(/^VIR EMIS /)
    const found = await followUps()
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        ['restore', `payoutId ${id}`, expect.any(String), by, booked, 'amount -70.00', text],
        ['restore', `statement ${partnerNumber}-${year}-9999`, by, booked, 'amount -80.00', text],
        [
          'restore',
          `payoutId ${lost.payoutId}`,
          'status approved',
          by,
          booked,
          'amount -9821.50',
          text,
        ],
      ]),
    )
    await one('delete from restores')
  })
})

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

  test('is paid by a camt.053 statement that gives back its end-to-end id, without a person', async () => {
    const { payoutId } = await aPayout()
    const mapping = { format: 'camt.053', account: 'clients' }
    const set = await house.put('amina', '/operator/v1/bank-mappings/camt', mapping)
    expect(set.body).toMatchObject({ mapping })
    const money = (amount: string, mark: string) =>
      `<Amt Ccy="DZD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>`
    const balanceOf = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount, 'CRDT')}</Bal>`
    const endToEnd = payoutId.replaceAll('-', '')
    const statement = `<Document><BkToCstmrStmt><Stmt>
      ${balanceOf('OPBD', '10000.00')}${balanceOf('CLBD', '178.50')}
      <Ntry>${money('9821.50', 'DBIT')}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
      <NtryDtls><TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
      </Stmt></BkToCstmrStmt></Document>`
    const { body } = await house.call('POST', '/operator/v1/bank-lines?mapping=camt', {
      key: house.keys.amina,
      body: statement,
      headers: { 'content-type': 'text/csv' },
    })
    expect(body).toMatchObject({ lines: 1, added: 1, matched: 1 })
    expect((await payout(payoutId)).status).toBe('paid')
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

const together = (bankLineIds: string[], things: unknown[], person: 'amina' | 'karim' = 'karim') =>
  house.post(person, '/operator/v1/bank-lines/match', { bankLineIds, things })

const unmatch = (id: string, person: 'amina' | 'karim' = 'karim', reason = 'Another line') =>
  house.post(person, `/operator/v1/bank-lines/${id}/unmatch`, { reason })

const suspense = (id: string) => balance(house.db.pool, 'suspense', id)

const clients = () => balance(house.db.pool, 'bank', 'clients')

/** Instructed payouts of 9,821.50 in one batch. */
const aBatch = async (size: number) => {
  const first = await aPayout()
  const { batchId } = await payout(first.payoutId)
  const ids = [first.payoutId]
  while (ids.length < size) {
    const partner = await house.createPayeeWithFee()
    const channel = await house.createChannel()
    await house.collect(partner.number, channel.number, 10_000_00)
    await house.openNext()
    const { statementId } = await house.approved(partner.partnerId, partner.date)
    const { body } = await house.post('amina', `/operator/v1/statements/${statementId}/payouts`)
    await house.post('karim', `/operator/v1/payouts/${body.payoutId}/approve`)
    const path = `/operator/v1/payouts/${body.payoutId}/instruct`
    expect((await house.post('karim', path, { batchId })).status).toBe(200)
    ids.push(body.payoutId)
  }
  return { batchId, ids }
}

/** Payouts of different amounts in one batch that was sent. */
const aBigBatch = async (size: number) => {
  const channel = await house.createChannel()
  const partners = []
  for (let number = 1; number <= size; number += 1) {
    const partner = await house.createPayeeWithFee()
    await house.collect(partner.number, channel.number, 4_000_00 + number * 100)
    partners.push(partner)
  }
  await house.fund(size * 6_000_00)
  await house.openNext()
  const ids: string[] = []
  const amounts: number[] = []
  let batchId: string | undefined
  for (const { partnerId, date } of partners) {
    const { statementId } = await house.approved(partnerId, date)
    const { body } = await house.post('amina', `/operator/v1/statements/${statementId}/payouts`)
    await house.post('karim', `/operator/v1/payouts/${body.payoutId}/approve`)
    const more = batchId === undefined ? undefined : { batchId }
    const path = `/operator/v1/payouts/${body.payoutId}/instruct`
    const instructed = await house.post('karim', path, more)
    expect(instructed.status).toBe(200)
    batchId = instructed.body.batchId as string
    ids.push(body.payoutId)
    amounts.push(Math.round(body.amount * 100))
  }
  if (batchId === undefined) throw new Error('expected a batch of at least one payout')
  await house.call('GET', `/operator/v1/payout-batches/${batchId}/file`)
  return { batchId, ids, amounts, total: amounts.reduce((sum, amount) => sum + amount, 0) }
}

describe('a group of lines and payouts', () => {
  test('a whole batch is one debit, which is proposed by itself, and the batch is booked', async () => {
    const { batchId, ids } = await aBatch(3)
    await house.call('GET', `/operator/v1/payout-batches/${batchId}/file`)
    const before = await clients()
    const id = await aLine('-29464.50', 'VIR GROUPE')
    expect((await read(id)).groups).toEqual([
      {
        bankLineIds: [id],
        things: [{ kind: 'batch', id: batchId, amount: 29_464.5 }],
        remainder: 0,
      },
    ])
    const answer = await together([id], [{ batchId }])
    expect(answer.body).toMatchObject({ remainder: 0, lines: [{ match: { kind: 'group' } }] })
    expect((await together([id], [{ batchId }])).body).toEqual(answer.body)
    for (const one of ids)
      expect(await payout(one)).toMatchObject({ status: 'paid', bankLineId: id })
    expect((await clients()) - before).toBe(-2_946_450)
    expect(await suspense(id)).toBe(0)
    expect((await house.get(`/operator/v1/payout-batches/${batchId}`)).status).toBe('booked')
    const other = await aLine('-9821.50')
    expectRefusal(await match(other, ids[0] as string), 'BANK_LINE409_TAKEN')
    expect(await custodyViolations(house.db.pool, CUSTODY_INTEGRITY)).toEqual([])

    const back = await unmatch(id)
    expect(back.body).toMatchObject({ status: 'unmatched', match: null })
    // The other line left the account too.
    expect((await clients()) - before).toBe(-2_946_450 - 982_150)
    expect(await suspense(id)).toBe(2_946_450)
    for (const one of ids) {
      expect(await payout(one)).toMatchObject({
        status: 'instructed',
        paidAt: null,
        bankLineId: null,
      })
    }
    expect((await house.get(`/operator/v1/payout-batches/${batchId}`)).status).toBe('sent')
    expectRefusal(await unmatch(id), 'BANK_LINE409_NOT_MATCHED')
    // The same again, with the next numbers.
    expect((await together([id], [{ batchId }])).status).toBe(200)
    expect(await custodyViolations(house.db.pool, CUSTODY_INTEGRITY)).toEqual([])
    expect(await custodyViolations(house.db.pool, PAYOUT_INTEGRITY)).toEqual([])
  })

  test('fifty payouts in one line: proposed, confirmed by two, and taken back by two', async () => {
    const { batchId, ids, total } = await aBigBatch(50)
    const text = `VIR ${batchId.replaceAll('-', '').toUpperCase()}`
    const id = await aLine(`-${((total + 9_500) / 100).toFixed(2)}`, text)
    // The bank's fee of 95.00 is in the same debit: it is named, and waits for somebody to say what it is.
    expect((await read(id)).groups[0]).toEqual({
      bankLineIds: [id],
      things: [{ kind: 'batch', id: batchId, amount: total / 100 }],
      remainder: -95,
    })
    expectRefusal(await together([id], [{ batchId }], 'amina'), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await together([id], [{ batchId }], 'amina'), 'APPROVAL409_SAME_PERSON')
    expect((await payout(ids[0] as string)).status).toBe('instructed')
    expect((await together([id], [{ batchId }])).body).toMatchObject({ remainder: -95 })
    expect((await house.get(`/operator/v1/payout-batches/${batchId}`)).status).toBe('booked')
    expect(await suspense(id)).toBe(0)
    const [rest] = (await house.get('/operator/v1/bank-lines?limit=1')).items
    expect(rest).toMatchObject({ remainderOf: id, amount: -95, status: 'unmatched' })
    expectRefusal(await unmatch(id), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await unmatch(id), 'APPROVAL409_SAME_PERSON')
    expect((await unmatch(id, 'amina')).body.status).toBe('unmatched')
    expect(await suspense(id)).toBe(total + 9_500)
    expect((await house.get(`/operator/v1/payout-batches/${batchId}`)).status).toBe('sent')
    expect(await custodyViolations(house.db.pool, CUSTODY_INTEGRITY)).toEqual([])
  })

  test('a batch without the one payout that the bank refused is proposed as the others', async () => {
    const { batchId, ids, amounts, total } = await aBigBatch(4)
    await pay(ids[3] as string)
    const id = await aLine(`-${((total - (amounts[1] ?? 0)) / 100).toFixed(2)}`, 'VIR GROUPE')
    const [group] = (await read(id)).groups
    const proposed = new Set(group.things.map((thing: any) => thing.id))
    expect(proposed).toEqual(new Set([ids[0], ids[2], ids[3]]))
    const things = group.things.map((thing: any) => ({ payoutId: thing.id }))
    expect((await together([id], things)).body.remainder).toBe(0)
    expect((await house.get(`/operator/v1/payout-batches/${batchId}`)).status).toBe('sent')
    const path = `/operator/v1/payouts/${ids[1]}/returned`
    await house.post('karim', path, { reason: 'Account closed' })
    expect((await house.get(`/operator/v1/payout-batches/${batchId}`)).status).toBe('booked')
  })

  test('a payout in two lines is proved by both', async () => {
    const { payoutId } = await aPayout()
    const ids = [await aLine('-5000.00'), await aLine('-4821.50')]
    const proposed = (await read(ids[0] as string)).groups
    expect(proposed).toContainEqual({
      bankLineIds: ids,
      things: [{ kind: 'payout', id: payoutId, amount: 9821.5 }],
      remainder: 0,
    })
    expect((await together(ids, [{ payoutId }])).body.remainder).toBe(0)
    expect((await payout(payoutId)).status).toBe('paid')
    for (const id of ids) expect((await read(id)).status).toBe('matched')
    expectRefusal(await together([await aLine('-9821.50')], [{ payoutId }]), 'BANK_LINE409_TAKEN')
  })

  test('what is left of a line stays in suspense as a line of its own', async () => {
    const { payoutId } = await aPayout()
    const before = await clients()
    const id = await aLine('-9831.50')
    const { body } = await together([id], [{ payoutId }])
    expect(body.remainder).toBe(-10)
    const rest = (await house.get('/operator/v1/bank-lines?limit=1')).items[0]
    expect(rest).toMatchObject({ amount: -10, remainderOf: id, status: 'unmatched' })
    expect([await suspense(id), await suspense(rest.bankLineId)]).toEqual([0, 1_000])
    expect((await clients()) - before).toBe(-983_150)
    const path = `/operator/v1/bank-lines/${rest.bankLineId}`
    await house.post('karim', `${path}/match`, { as: 'fee' })
    expectRefusal(await unmatch(id), 'BANK_LINE409_REMAINDER')
    await unmatch(rest.bankLineId)
    expect((await unmatch(id)).body.status).toBe('unmatched')
    expect([await suspense(id), await suspense(rest.bankLineId)]).toEqual([983_150, 0])
    expect((await clients()) - before).toBe(-983_150)
    expect(await custodyViolations(house.db.pool, CUSTODY_INTEGRITY)).toEqual([])
  })

  test('things of more than the line are refused, and many with many', async () => {
    const { payoutId } = await aPayout()
    const id = await aLine('-9000.00')
    const answer = await together([id], [{ payoutId }])
    expectRefusal(answer, 'BANK_LINE409_SUMS')
    expect(answer.body).toMatchObject({ lines: 9_000, things: 9_821.5, remainder: 821.5 })
    const other = await aLine('-1.00')
    expectRefusal(await together([id, other], [{ payoutId }, { payoutId }]), 'VALIDATION400')
    const credit = await aLine('10000.00')
    expectRefusal(await together([credit], [{ payoutId }]), 'BANK_LINE409_NOT_THIS')
  })
})

describe('a second person', () => {
  const say = (id: string, person: 'amina' | 'karim', body: unknown) =>
    house.post(person, `/operator/v1/bank-lines/${id}/match`, body)

  test('confirms a posting above the amount, by saying the same', async () => {
    const id = await aLine('-100000.01', 'FRAIS')
    const before = await balance(house.db.pool, 'bank_charges')
    expectRefusal(await say(id, 'amina', { as: 'fee' }), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await say(id, 'amina', { as: 'fee' }), 'APPROVAL409_SAME_PERSON')
    expect(await read(id)).toMatchObject({
      status: 'unmatched',
      waitsFor: { act: 'match', by: 'Amina Belkacem' },
    })
    // Something else takes its place.
    expectRefusal(await say(id, 'karim', { as: 'sweep' }), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await say(id, 'karim', { as: 'fee' }), 'APPROVAL409_SECOND_PERSON')
    expect(await balance(house.db.pool, 'bank_charges')).toBe(before)
    expect((await say(id, 'amina', { as: 'fee' })).body).toMatchObject({
      status: 'matched',
      waitsFor: null,
    })
    expect((await balance(house.db.pool, 'bank_charges')) - before).toBe(10_000_001)
    expectRefusal(await unmatch(id, 'amina'), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await unmatch(id, 'amina', 'Another reason'), 'APPROVAL409_SAME_PERSON')
    expect((await unmatch(id, 'karim')).body.status).toBe('unmatched')
    expect(await balance(house.db.pool, 'bank_charges')).toBe(before)
    const exact = await aLine('-100000.00', 'FRAIS')
    expect((await say(exact, 'amina', { as: 'fee' })).body.status).toBe('matched')
    expect((await unmatch(exact)).body.status).toBe('unmatched')
  })
})
