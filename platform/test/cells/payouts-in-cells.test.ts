/** Payouts, their file, and the bank lines that prove them, of partners in two cells. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, cashOfChannel } from '../../src/ledger/account.ts'
import { openBooks, type Books } from '../support/books.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { collect, post } from '../support/ledger.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import {
  startTestPlatform,
  type Answer,
  type Node,
  type TestPartner,
  type TestPlatform,
  type TestStore,
} from '../support/platform.ts'
import { untilPeriodicWork } from '../support/periodic.ts'
import { expectRefusal } from '../support/scene.ts'
import { until } from '../support/wait.ts'

let server: PartnerServer
let platform: TestPlatform
let other: Node
let books: Books
/** One in the south and one in the north, which is the control cell. */
let partners: TestPartner[]
const ways: CuttableWay[] = []
let control: TestStore
let south: TestStore

const TERMS = { basisPoints: 150, vatBasisPoints: 1900 }
const FILE = { 'content-type': 'text/csv' }

beforeAll(async () => {
  server = await startPartner()
  const databaseWay = async (url: string): Promise<string> => {
    const way = await startCuttableWay(url)
    ways.push(way)
    return way.url
  }
  platform = await startTestPlatform({ cells: 2, databaseWay })
  ;[control, south] = platform.stores as [TestStore, TestStore]
  other = await platform.startNode()
  books = await openBooks(platform)
  partners = [await platform.createPartner(server), await platform.createPartner(server)]
  await platform.createChannel('AGENCY')
  for (const partner of partners) await books.agreeWith(partner, TERMS)
  await books.amina('PUT', '/bank-mappings/clients', {
    account: 'clients',
    delimiter: ',',
    dateFormat: 'DD/MM/YYYY',
    decimal: '.',
    amounts: { form: 'signed', column: 'amount' },
    columns: { bookedOn: 'date', description: ['text'] },
  })
})

afterAll(async () => {
  await platform.stop()
  await server.close()
})

/** Approved statements of one payment each. */
const statements = async (amount: number): Promise<string[]> => {
  await books.nextDay()
  for (const { number: partnerId } of partners) {
    const home = await platform.poolOf(partners.find((one) => one.number === partnerId) as never)
    await post(home, collect({ partnerId, debit: cashOfChannel(1), amount }))
  }
  await books.nextDay()
  const ids: string[] = []
  for (const { partnerId } of partners) {
    const closing = { until: await yesterday() }
    const { statementId, net } = await books.amina(
      'POST',
      `/partners/${partnerId}/statements`,
      closing,
    )
    await books.karim('POST', `/statements/${statementId}/approve`, { net })
    ids.push(statementId)
  }
  return ids
}

const yesterday = async (): Promise<string> =>
  new Date(Date.parse(await books.today()) - 86_400_000).toISOString().slice(0, 10)

const approvedPayouts = async (amount: number): Promise<any[]> => {
  const payouts: any[] = []
  for (const statementId of await statements(amount)) {
    const { payoutId } = await books.amina('POST', `/statements/${statementId}/payouts`, {})
    payouts.push(await books.karim('POST', `/payouts/${payoutId}/approve`))
  }
  return payouts
}

/** What a channel remits is in the control cell. */
const fund = (amount: number): Promise<number> => {
  const sides = { debit: bank('clients'), credit: cashOfChannel(1) }
  return post(control.pool, collect({ partnerId: 0, code: 'REMITTANCE', ...sides, amount }))
}

const asked = (node: Pick<Node, 'call'>, method: string, path: string, body?: unknown) =>
  node.call(method, `/operator/v1${path}`, {
    key: platform.operatorKey,
    ...(body !== undefined && { body }),
  })

const instruct = (payoutId: string, batchId?: string): Promise<Answer> =>
  asked(platform, 'POST', `/payouts/${payoutId}/instruct`, batchId ? { batchId } : {})

const wayTo = ({ url }: TestStore): CuttableWay =>
  ways.find((way) => new URL(way.url).pathname === new URL(url).pathname) as CuttableWay

const waysTo = ({ url }: TestStore): CuttableWay[] =>
  ways.filter((way) => new URL(way.url).pathname === new URL(url).pathname)

const cut = (store: TestStore) => Promise.all(waysTo(store).map((way) => way.cut()))
const restore = async (store: TestStore) => {
  await Promise.all(waysTo(store).map((way) => way.restore()))
  await until('the cell to answer', async () => {
    const { status } = await asked(platform, 'GET', '/reports/vat')
    return status === 200
  })
}

let lines = 0

const line = async (amount: string, text = 'VIREMENT'): Promise<any> => {
  lines += 1
  const { body } = await platform.call('POST', '/operator/v1/bank-lines?mapping=clients', {
    key: platform.operatorKey,
    body: `date,text,amount\n21/11/2026,${text} no ${lines},${amount}\n`,
    headers: FILE,
  })
  expect(body).toMatchObject({ lines: 1, added: 1 })
  const { items } = await platform.operator('/bank-lines?limit=1')
  return items[0]
}

const readLine = (id: string) => platform.operator(`/bank-lines/${id}`)

/** The instructed payouts of both partners, in one batch. */
const instructed = async (amount: number): Promise<any[]> => {
  const [first, second] = await approvedPayouts(amount)
  await fund(2 * amount)
  const { body } = await instruct(first.payoutId)
  return [body, (await instruct(second.payoutId, body.batchId)).body]
}

describe('a payout file over two cells', () => {
  test('is one file, also when a cell was lost between two payouts', async () => {
    const [first, second] = await approvedPayouts(10_000_00)
    expectRefusal(await instruct(first.payoutId), 'PAYOUT409_NO_FUNDS')
    await fund(15_000_00)
    const { batchId } = (await instruct(second.payoutId)).body
    await cut(south)
    expectRefusal(await instruct(first.payoutId, batchId), 'SERVER503_UNAVAILABLE')
    const away = await asked(platform, 'GET', `/payout-batches/${batchId}/file`)
    expectRefusal(away, 'SERVER503_UNAVAILABLE')
    expect(away.text).toContain('the cell south does not answer')
    await restore(south)
    // What the first leaves is not enough, although the cell of the second has all of it.
    const short = await instruct(first.payoutId, batchId)
    expectRefusal(short, 'PAYOUT409_NO_FUNDS')
    expect(short.body.available).toBe(15_000 - second.amount)
    await fund(5_000_00)
    for (let round = 0; round < 2; round += 1) {
      expect((await instruct(second.payoutId, batchId)).body.batchId).toBe(batchId)
      expect((await instruct(first.payoutId, batchId)).body.batchId).toBe(batchId)
    }
    const path = `/payout-batches/${batchId}/file`
    const file = await asked(platform, 'GET', path)
    const rows = file.text.trim().split('\r\n').slice(1)
    const ids: string[] = [first.payoutId, second.payoutId]
    expect(rows.map((row) => row.split(',')[0])).toEqual(ids.toSorted())
    expect(rows.every((row) => row.includes('00799999001234567803,9821.50,DZD'))).toBe(true)
    expect((await asked(other, 'GET', path)).text).toBe(file.text)
  })

  test('has what is released as cash is banked in the control cell', async () => {
    const [partner] = partners as [TestPartner]
    await books.amina('PATCH', `/partners/${partner.partnerId}/settlement`, { release: 'banked' })
    expect(await held()).toBe(0)
    const [statementId] = await statements(1_000_00)
    const payable = async () => platform.operator(`/statements/${statementId}/payable`)
    // All that was collected before is covered; of the last day nothing is.
    expect(await payable()).toMatchObject({ available: 0, withheld: 982.15, release: 'banked' })
    const asking = asked(platform, 'POST', `/statements/${statementId}/payouts`, {})
    expectRefusal(await asking, 'PAYOUT409_AMOUNT')
    const cash = async () => {
      const path = `/partner/statements/v1/${statementId}/summary`
      const { status, body } = await platform.call('GET', path, { key: partner.apiKey })
      expect(status).toBe(200)
      return body.cash
    }
    // In the net, what is not banked counts first.
    expect(await cash()).toEqual({ banked: -17.85, deposited: 0, held: 1_000 })
    await cut(control)
    expect(await cash()).toBe(null)
    await restore(control)
    await fund(2_000_00 - 1)
    expect((await payable()).available).toBe(0)
    await fund(1)
    expect((await payable()).available).toBe(982.15)
    expect(await cash()).toEqual({ banked: 982.15, deposited: 0, held: 0 })
    await books.amina('POST', `/statements/${statementId}/payouts`, {})
    await books.amina('PATCH', `/partners/${partner.partnerId}/settlement`, { release: 'at_once' })
  })
})

/** The channel's cash over all cells, in centimes. */
const held = async (): Promise<number> => {
  const { items } = await platform.operator('/ledger/balances?kind=cash')
  return Math.round(items[0].balance * 100)
}

describe('a bank line in the control cell', () => {
  test('pays the payout of another cell that it names, without a person', async () => {
    const [payout] = await instructed(3_000_00)
    const found = await line('-2946.45', `VIR EMIS ${payout.statementNumber}`)
    expect(found).toMatchObject({
      status: 'matched',
      match: { kind: 'payout', sourceId: payout.payoutId, by: 'platform' },
    })
    expect(await platform.operator(`/payouts/${payout.payoutId}`)).toMatchObject({
      status: 'paid',
      bankLineId: found.bankLineId,
    })
    const { rows } = await south.pool.query(
      `select code from ledger_transfers where source_id = $1`,
      [payout.payoutId],
    )
    expect(rows).toEqual([{ code: 'PAYOUT' }])
  })

  test('is not certain of one of two payouts that are in two cells', async () => {
    const payouts = await instructed(4_000_00)
    const found = await line(
      '-3928.60',
      `VIR ${payouts.map(({ statementNumber }) => statementNumber).join(' ')}`,
    )
    expect(found.status).toBe('unmatched')
    const proposed = found.proposals.map(({ id }: { id: string }) => id)
    expect(new Set(proposed)).toEqual(new Set(payouts.map(({ payoutId }) => payoutId)))
    expect(proposed).toHaveLength(2)
    // A person says which one it is; the other is then proposed alone.
    const [first, second] = payouts
    const paid = await asked(platform, 'POST', `/payouts/${first.payoutId}/paid`, {
      bankLineId: found.bankLineId,
    })
    expect(paid.body).toMatchObject({ status: 'paid', bankLineId: found.bankLineId })
    const next = await line('-3928.60')
    expect(next.proposals.map(({ id }: { id: string }) => id)).toEqual([second.payoutId])
    const taken = await asked(platform, 'POST', `/bank-lines/${next.bankLineId}/match`, {
      payoutId: first.payoutId,
    })
    expectRefusal(taken, 'BANK_LINE409_TAKEN')
    // What a person posted is only proved by the line.
    await books.amina('POST', `/payouts/${second.payoutId}/paid`, {})
    const proof = await asked(platform, 'POST', `/bank-lines/${next.bankLineId}/match`, {
      sourceId: second.payoutId,
    })
    expect(proof.body.status).toBe('matched')
  })

  test('is finished by another process when the first loses the payout’s cell after its claim', async () => {
    const [payout] = await instructed(5_000_00)
    const found = await line('-4910.75')
    const holder = await south.pool.connect()
    await holder.query('begin')
    await holder.query('select from payouts where payout_id = $1 for update', [payout.payoutId])
    const matching = asked(platform, 'POST', `/bank-lines/${found.bankLineId}/match`, {
      payoutId: payout.payoutId,
    })
    await until('the line to be claimed', async () => {
      const { rows } = await control.pool.query(
        'select status from bank_lines where bank_line_id = $1',
        [found.bankLineId],
      )
      return rows[0]?.status === 'matching'
    })
    await wayTo(south).cut()
    expectRefusal(await matching, 'SERVER503_UNAVAILABLE')
    await holder.query('rollback')
    holder.release()
    expect(await platform.operator(`/payouts/${payout.payoutId}`).catch(() => null)).toBe(null)
    await wayTo(south).restore()
    await platform.clock.advance(11)
    await untilPeriodicWork(
      control.pool,
      'the match to be finished',
      async () => (await readLine(found.bankLineId)).status === 'matched',
    )
    expect((await platform.operator(`/payouts/${payout.payoutId}`)).status).toBe('paid')
  })

  test('is finished when the process died after the payout was paid', async () => {
    const [payout] = await instructed(6_000_00)
    const found = await line('-5892.90')
    await books.amina('POST', `/payouts/${payout.payoutId}/paid`, {})
    await control.pool.query(
      `update bank_lines set status = 'matching', match_kind = 'payout', match_partner = $2,
        match_source = $3, match_code = 'PAYOUT', match_line = 1, match_by = 'Amina',
        match_name = 'Amina', claimed_at = wasl_now() - interval '1 minute'
      where bank_line_id = $1`,
      [found.bankLineId, (partners[0] as TestPartner).number, payout.payoutId],
    )
    await untilPeriodicWork(
      control.pool,
      'the match to be finished',
      async () => (await readLine(found.bankLineId)).status === 'matched',
    )
    const { rows } = await south.pool.query('select from ledger_transfers where source_id = $1', [
      payout.payoutId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('tops up a partner of another cell', async () => {
    const [partner] = partners as [TestPartner]
    const { bankLineId } = await line('12.34')
    const body = { partnerId: partner.partnerId }
    const matched = await asked(platform, 'POST', `/bank-lines/${bankLineId}/match`, body)
    expect(matched.body.status).toBe('matched')
    const { items } = await platform.operator(`/ledger/transfers?source=${bankLineId}`)
    expect(items.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      'SUSPENSE_IN',
      'SUSPENSE_OUT',
    ])
    const { rows } = await south.pool.query(
      `select code, amount from ledger_transfers where source_id = $1`,
      [bankLineId],
    )
    expect(rows).toEqual([{ code: 'TOPUP', amount: 12_34 }])
  })
})

describe('the integrity of payouts and bank lines', () => {
  const NEGATIVE = 'L5: the account with the partners’ money is never below zero'
  const RELEASED = 'L5: payouts never exceed what was released'
  const PROVED = 'D30: a matched bank line proves one transfer of its account and amount'

  const resultsOf = async (...names: string[]): Promise<string[]> => {
    const { items } = await platform.operator('/integrity')
    return names.map((name) => items.find((item: { name: string }) => item.name === name).result)
  }

  test('is judged over both cells', async () => {
    const { items } = await platform.operator('/integrity')
    const violated = items.filter(({ result }: { result: string }) => result === 'violated')
    // Cash that is remitted here was posted without a remittance.
    expect(violated.filter(({ name }: { name: string }) => /^L[356]|bank line/.test(name))).toEqual(
      [],
    )
    expect(await resultsOf(NEGATIVE, RELEASED, PROVED)).toEqual(['holds', 'holds', 'holds'])
  })

  test('finds money that is nowhere', async () => {
    const charges = { kind: 'bank_charges', owner: 'operator' } as const
    const fee = { code: 'BANK_FEE', debit: charges, credit: bank('clients') } as const
    await post(control.pool, collect({ partnerId: 0, ...fee, amount: 900_000_00 }))
    expect(await resultsOf(NEGATIVE)).toEqual(['violated'])
    await fund(900_000_00)
    expect(await resultsOf(NEGATIVE)).toEqual(['holds'])
  })

  test('finds a line whose transfer is in no cell', async () => {
    const shift = `update bank_lines set match_line = match_line + $1
      where match_kind = 'topup' and status = 'matched'`
    await control.pool.query(shift, [1])
    expect(await resultsOf(PROVED)).toEqual(['violated'])
    await control.pool.query(shift, [-1])
    expect(await resultsOf(PROVED)).toEqual(['holds'])
  })

  test('finds payouts of money that was not banked', async () => {
    const release = `update payouts set release = $1`
    await south.pool.query(release, ['banked'])
    expect(await resultsOf(RELEASED)).toEqual(['holds'])
    const home = await platform.poolOf(partners[0] as TestPartner)
    const { number: partnerId } = partners[0] as TestPartner
    // An old collection that was never banked comes before all that were.
    await home.query(
      `insert into channel_days (partner_id, channel_id, business_date, collected, covered)
      values ($1, 1, '2020-01-01', 99000000, 0)`,
      [partnerId],
    )
    expect(await resultsOf(RELEASED)).toEqual(['violated'])
    await home.query(`delete from channel_days where business_date = '2020-01-01'`)
    await south.pool.query(release, ['at_once'])
  })
})
