/** Payouts, their file, and the bank lines that prove them, of partners in two cells. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, cashOfChannel } from '../../src/ledger/account.ts'
import { openBooks, type Books } from '../support/books.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { collect, post } from '../support/ledger.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer, Node, TestChannel, TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import type { TestStore } from '../support/stores.ts'
import { untilPeriodicWork } from '../support/periodic.ts'
import { expectRefusal } from '../support/scene.ts'
import { until } from '../support/wait.ts'
import { isWaiting } from '../support/waiting.ts'
import { killedBetween, type Seam } from './support/killed-between.ts'

let server: PartnerServer
let platform: TestPlatform
let other: Node
let books: Books
/** One in the south and one in the north, which is the control cell. */
let partners: TestPartner[]
let channel: TestChannel
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
  channel = await platform.createChannel('AGENCY')
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

/** It waits on a connection for screens, whose statements end after seconds: then it asks again. */
const instructPatiently = (payoutId: string): Promise<Answer> =>
  until('an answer other than 503', async () => {
    const answer = await instruct(payoutId)
    return answer.status !== 503 && answer
  })

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
  const path = (payout: any): string => `/payouts/${payout.payoutId}/instruct`
  const one = await books.amina('POST', path(first), {})
  return [one, await books.amina('POST', path(second), { batchId: one.batchId })]
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

  test('asks for no money twice when two payouts are instructed in two cells at once', async () => {
    for (const order of [
      [south, control],
      [control, south],
    ] as [TestStore, TestStore][]) {
      const payouts = await approvedPayouts(7_000_00)
      const [first, second] = order[0] === south ? payouts : payouts.toReversed()
      const short = await instruct(first.payoutId)
      expectRefusal(short, 'PAYOUT409_NO_FUNDS')
      await fund(Math.round((first.amount - short.body.available) * 100))
      const holder = await order[0].pool.connect()
      await holder.query('begin')
      await holder.query('lock table audit_log in share mode')
      const earlier = instruct(first.payoutId)
      await until('the first to have looked', () => isWaiting(order[0], 'insert into audit_log'))
      let isAnswered = false
      const later = instructPatiently(second.payoutId).finally(() => {
        isAnswered = true
      })
      await until(
        'the second to wait for the first',
        async () => isAnswered || (await isWaiting(control, 'pg_advisory_xact_lock')),
      )
      await holder.query('rollback')
      holder.release()
      expect((await earlier).body).toMatchObject({ status: 'instructed' })
      expectRefusal(await later, 'PAYOUT409_NO_FUNDS')
    }
  })

  test('waits for an instruction whose turn was lost with the control cell', async () => {
    const [first, second] = await approvedPayouts(8_000_00)
    const short = await instruct(first.payoutId)
    expectRefusal(short, 'PAYOUT409_NO_FUNDS')
    await fund(Math.round((first.amount - short.body.available) * 100))
    const holder = await south.pool.connect()
    await holder.query('begin')
    await holder.query('lock table audit_log in share mode')
    const earlier = instruct(first.payoutId)
    await until('the first to have looked', () => isWaiting(south, 'insert into audit_log'))
    await control.pool.query(
      `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and database = (
        select oid from pg_database where datname = current_database()
      ) and pid in (select pid from pg_stat_activity where application_name = 'wasl')`,
    )
    const later = instructPatiently(second.payoutId)
    await until('the second to wait in the south', () =>
      isWaiting(south, 'pg_advisory_xact_lock_shared'),
    )
    await holder.query('rollback')
    holder.release()
    await earlier
    expect((await platform.operator(`/payouts/${first.payoutId}`)).status).toBe('instructed')
    expectRefusal(await later, 'PAYOUT409_NO_FUNDS')
    await fund(await held())
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

describe('a process that dies between two cells', () => {
  const killedAt = async (seam: Seam, work: () => Promise<Answer>): Promise<void> => {
    expectRefusal(await killedBetween(ways, seam, work), 'SERVER503_UNAVAILABLE')
    await until('the cells to answer', async () => {
      const answers = [
        await asked(platform, 'GET', '/reports/vat'),
        await asked(other, 'GET', '/reports/vat'),
      ]
      return answers.every(({ status }) => status === 200)
    })
  }

  const fileOf = (node: Pick<Node, 'call'>, batchId: string): Promise<Answer> =>
    asked(node, 'GET', `/payout-batches/${batchId}/file`)

  const linesOf = ({ text }: Answer): string[] =>
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0] as string)

  test('leaves a payout file with the payouts of both, in either order', async () => {
    for (const order of ['south first', 'north first']) {
      const payouts = await approvedPayouts(9_000_00)
      await fund(2 * 9_000_00)
      const [first, second] = order === 'south first' ? payouts : payouts.toReversed()
      const store = order === 'south first' ? control : south
      const { batchId } = (await instruct(first.payoutId)).body
      await killedAt(
        {
          store,
          holding: 'lock table audit_log in share mode',
          statement: 'insert into audit_log',
        },
        () => instruct(second.payoutId, batchId),
      )
      expect((await platform.operator(`/payouts/${second.payoutId}`)).status).toBe('approved')
      const again = await asked(other, 'POST', `/payouts/${second.payoutId}/instruct`, { batchId })
      expect(again.body.batchId).toBe(batchId)
      // Then while its file is made: after the cells were asked, or while one of them is.
      const sending =
        order === 'south first'
          ? {
              store: control,
              holding: 'lock table payout_batches in share mode',
              statement: 'insert into payout_batches',
            }
          : { store: south, holding: 'lock table payouts', statement: '"accountHolder"' }
      await killedAt(sending, () => fileOf(platform, batchId))
      const batch = await platform.operator(`/payout-batches/${batchId}`)
      expect(batch).toMatchObject({ status: 'draft', count: 2, downloads: [] })
      const file = await fileOf(other, batchId)
      expect(linesOf(file)).toEqual(payouts.map((one): string => one.payoutId).toSorted())
      expect((await fileOf(platform, batchId)).text).toBe(file.text)
    }
  })

  const transfersOf = async (store: TestStore, sourceId: string): Promise<unknown[]> => {
    const { rows } = await store.pool.query(
      'select code, line from ledger_transfers where source_id = $1 order by line',
      [sourceId],
    )
    return rows
  }

  const statusesOf = (payouts: readonly any[]): Promise<unknown[]> =>
    Promise.all(
      payouts.map(async ({ payoutId }) => (await platform.operator(`/payouts/${payoutId}`)).status),
    )

  const heldUp = (store: TestStore, { payoutId }: any): Seam => ({
    store,
    holding: `select from payouts where payout_id = '${payoutId}' for update`,
    statement: 'from payouts where partner_id',
  })

  /** Processes take no claim for one that was left, however long the machine takes, until `claimsGoOn`. */
  const claimsStayNew = (): Promise<unknown> =>
    control.pool.query(`
      create function make_claim_newer() returns trigger language plpgsql as $$
        begin
          new.claimed_at := new.claimed_at + interval '1 day';
          return new;
        end $$;
      create trigger make_claims_newer before update on bank_lines for each row
      when (new.status in ('matching', 'unmatching') and new.status <> old.status)
      execute function make_claim_newer()`)

  const claimsGoOn = (): Promise<unknown> =>
    control.pool.query(
      `update bank_lines set claimed_at = claimed_at - interval '1 day'
      where status in ('matching', 'unmatching')`,
    )

  /** A line of two payouts, of which the last waits when the process dies. */
  const diedInGroup = async (payouts: any[], sum: string, lastStore: TestStore) => {
    const { bankLineId } = await line(sum)
    const inOrder = lastStore === south ? payouts.toReversed() : payouts
    const things = inOrder.map(({ payoutId }) => ({ payoutId }))
    const seam = heldUp(lastStore, inOrder[1])
    const body = { bankLineIds: [bankLineId], things }
    await killedAt(seam, () => asked(platform, 'POST', '/bank-lines/match', body))
    expect(await statusesOf(inOrder)).toEqual(['paid', 'instructed'])
    return { payouts, inOrder, bankLineId, seam }
  }

  /** A line that is claimed when the process dies, before its payout is paid. */
  const diedInMatch = async (payout: any, sum: string) => {
    const { bankLineId } = await line(sum)
    const body = { payoutId: payout.payoutId }
    await killedAt(heldUp(south, payout), () =>
      asked(platform, 'POST', `/bank-lines/${bankLineId}/match`, body),
    )
    return { payouts: [payout], bankLineId }
  }

  test('leaves bank lines to another process, and what it had posted is posted once', async () => {
    // While a line waits, its money is in suspense: all are instructed before.
    const [forSingle] = await instructed(5_000_00)
    const [southLast, northLast] = [await instructed(11_000_00), await instructed(12_000_00)]
    const [paid] = await instructed(6_000_00)
    await claimsStayNew()
    const single = await diedInMatch(forSingle, '-4910.75')
    const groups = [
      await diedInGroup(southLast, '-21607.30', south),
      await diedInGroup(northLast, '-23571.60', control),
    ]
    // It died after the payout was paid, and before it said so in the control cell.
    const { bankLineId } = await line('-5892.90')
    await books.amina('POST', `/payouts/${paid.payoutId}/paid`, {})
    await control.pool.query(
      `update bank_lines set status = 'matching', match_kind = 'payout', match_partner = $2,
        match_source = $3, match_code = 'PAYOUT', match_line = 1, match_by = 'Amina',
        match_name = 'Amina', claimed_at = wasl_now() - interval '1 minute'
      where bank_line_id = $1`,
      [bankLineId, (partners[0] as TestPartner).number, paid.payoutId],
    )
    await claimsGoOn()
    await platform.clock.advance(11)
    for (const left of [single, ...groups, { payouts: [paid], bankLineId }]) {
      await untilPeriodicWork(
        control.pool,
        'the match to be finished',
        async () => (await readLine(left.bankLineId)).status === 'matched',
      )
      expect(new Set(await statusesOf(left.payouts))).toEqual(new Set(['paid']))
      for (const [place, { payoutId }] of left.payouts.entries()) {
        const store = place === 0 ? south : control
        expect(await transfersOf(store, payoutId)).toEqual([{ code: 'PAYOUT', line: 1 }])
      }
    }
    // The undoing of a match is finished by anyone who asks for it again.
    for (const { payouts, inOrder, bankLineId: id, seam } of groups) {
      const undo = (node: Pick<Node, 'call'>) =>
        asked(node, 'POST', `/bank-lines/${id}/unmatch`, { reason: 'Of another bank' })
      await killedAt(seam, () => undo(platform))
      expect(await statusesOf(inOrder)).toEqual(['instructed', 'paid'])
      expect((await undo(other)).body.status).toBe('unmatched')
      expect(await statusesOf(inOrder)).toEqual(['instructed', 'instructed'])
      for (const [place, store] of [south, control].entries()) {
        expect(await transfersOf(store, payouts[place].payoutId)).toEqual([
          { code: 'PAYOUT', line: -1 },
          { code: 'PAYOUT', line: 1 },
        ])
      }
    }
    await control.pool.query('drop function make_claim_newer() cascade')
  })

  test('leaves a remittance of cash of both announced once or not at all', async () => {
    await statements(1_000_00)
    const amount = (await held()) / 100
    const announce = () =>
      platform.call('POST', '/channel/v1/remittances', {
        key: channel.apiKey,
        body: { amount },
        headers: { 'idempotency-key': 'what-both-cells-collected' },
      })
    const open = async (): Promise<any[]> =>
      (await platform.operator('/remittances?status=announced')).items
    const seams = [
      { store: south, holding: 'lock table ledger_days', statement: 'with parts as' },
      {
        store: control,
        holding: 'lock table remittances in share mode',
        statement: 'insert into remittances',
      },
    ]
    for (const seam of seams) {
      await killedAt(seam, announce)
      expect(await open()).toEqual([])
    }
    const { remittanceId } = (await announce()).body
    expect((await open()).map((one) => one.remittanceId)).toEqual([remittanceId])
    const { bankLineId } = await line(amount.toFixed(2))
    const body = { remittanceId }
    await asked(platform, 'POST', `/bank-lines/${bankLineId}/match`, body)
    expect(await held()).toBe(0)
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
