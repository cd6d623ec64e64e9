/**
 * A month of 30 partners and 200 agents: closed day by day, its cash banked, its statements approved
 * and paid. Its books are those that expected.py computes from the same plan. It has 30,000 payments;
 * `WASL_MONTH_PAYMENTS=300000 npm test -- platform/test/month` takes the size of a real month.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { signedCentimesFromDinars } from '@wasl/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import { bagCash } from '../../src/money/cash/deposits/bag.ts'
import { bankDeposit } from '../../src/money/cash/deposits/bank.ts'
import { recordSlip } from '../../src/money/cash/deposits/record-slip.ts'
import { makePartitions } from '../../src/operations/retention/make-partitions.ts'
import { clockOf, type Clock } from '../support/clock.ts'
import { balance, cashOf } from '../support/custody.ts'
import { fewAtOnce } from '../support/few-at-once.ts'
import { closeEndedDays, contradictions } from '../support/ledger.ts'
import { openSettlementHouse, type SettlementHouse } from '../support/settlement-house.ts'
import { loadDay, type People } from './load-day.ts'
import { planMonth, type Plan } from './plan.ts'

const SEED = 20_261_122
const PAYMENTS = Number(process.env['WASL_MONTH_PAYMENTS'] ?? 30_000)

const SIZE = { partners: 30, agents: 200, payments: PAYMENTS, refunds: 300 }

/** Amounts in dinars as text: what expected.py writes. */
type Expected = {
  statements: Record<string, string>[][]
  cash: string[][]
  income: string
  vat: string
  refunds: string
}

const plan: Plan = planMonth(SEED, SIZE)

let house: SettlementHouse
let clock: Clock
let expected: Expected
let people: People
/** The business dates of the month. */
let dates: string[]

beforeAll(async () => {
  expected = computeExpected(plan)
  house = await openSettlementHouse()
  clock = clockOf(house.db.pool)
  dates = datesAfter(await clock.now())
  await clock.advanceTo(`${dateBefore(dates[0])}T11:00:00Z`)
  await makePartitions(house.db.pool, { day: 0, month: 2 })
  people = await addPeople()
  await setFees()
})

afterAll(() => house?.stop())

test('the books of a month are those of an independent calculation, to the centime', async () => {
  const paymentIds: string[] = []
  for (const [index, day] of plan.days.entries()) {
    const date = dates[index] as string
    await clock.advanceTo(`${date}T11:00:00Z`)
    paymentIds.push(...(await loadDay(house.db.pool, day, people, date)))
    await inParallel(day.refunds, ([payment, amount]) => refund(paymentIds[payment], amount))
    await clock.advanceTo(`${date}T23:30:00Z`)
    expect(await closeEndedDays(house.db.pool)).toBe(date)
    const closing = plan.closings.indexOf(index + 1)
    if (closing >= 0) await settle(closing, date)
  }
  expect(await balance(house.db.pool, 'fee_income')).toBe(0 - centimes(expected.income))
  expect(await balance(house.db.pool, 'vat_payable')).toBe(0 - centimes(expected.vat))
  expect(await refundsDue()).toBe(0 - centimes(expected.refunds))
  const left = centimes(expected.income) + centimes(expected.vat) + centimes(expected.refunds)
  expect(await balance(house.db.pool, 'bank', 'clients')).toBe(left + (await payable()))
  expect(await contradictions(house.db.pool)).toEqual([])
})

/** Banks what the agents have taken, and closes, approves and pays every partner's statement. */
const settle = async (closing: number, date: string): Promise<void> => {
  await inParallel([...people.agentIds.entries()], ([index, agentId]) =>
    bankCash(index, agentId, centimes(expected.cash[closing]?.[index])),
  )
  await inParallel([...people.partnerIds.entries()], async ([index, partnerId]) => {
    const statement = await house.approved(`prt_${partnerId}`, date)
    const figures = expected.statements[index]?.[closing] ?? {}
    expect({ partner: index, ...inCentimes(statement, Object.keys(figures)) }).toEqual({
      partner: index,
      ...Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [name, centimes(value)]),
      ),
    })
    if (statement.net > 0) await payOut(statement, index)
  })
}

/** Six at a time: the house has eight connections. */
const inParallel = <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<unknown> => fewAtOnce(items.length, 6, (turn) => work(items[turn] as Item))

const bankCash = async (index: number, agentId: number, amount: number): Promise<void> => {
  const { pool } = house.db
  const owner = `agt_${agentId}`
  expect(await cashOf(pool, owner)).toBe(amount)
  if (amount === 0) return
  const channelId = channelOf(index)
  const actor = `chn_${channelId}`
  const bagged = await withTransaction(pool, (tx) =>
    bagCash(tx, { channelId, from: owner, amount, bag: crypto.randomUUID(), actor }),
  )
  if (!bagged.ok) throw new Error(bagged.code)
  const depositId = bagged.deposit.deposit_id
  await recordSlip(pool, { channelId, depositId, number: `S-${depositId}`, picture: null })
  const banked = await withTransaction(pool, (tx) =>
    bankDeposit(tx, {
      depositId,
      amount,
      account: 'clients',
      by: 'Amina Belkacem',
      actor: 'opr_2',
    }),
  )
  expect(banked.ok).toBe(true)
}

/** Every third partner is paid in two parts; the bank sends the first payout of every fifth back. */
const payOut = async (statement: any, index: number): Promise<void> => {
  const part = index % 3 === 0 ? { amount: Math.trunc(statement.net / 2) || statement.net } : {}
  const first = await pay(statement.statementId, part)
  if (index % 5 === 0) {
    const path = `/operator/v1/payouts/${first}/returned`
    await expectOk(house.post('karim', path, { reason: 'Account closed' }))
  }
  const { net, paid } = await house.get(`/operator/v1/statements/${statement.statementId}`)
  if (paid !== net) await pay(statement.statementId, {})
  const after = await house.get(`/operator/v1/statements/${statement.statementId}`)
  expect(after.paid).toBe(statement.net)
}

const pay = async (statementId: string, body: object): Promise<string> => {
  const path = `/operator/v1/statements/${statementId}/payouts`
  const { payoutId } = await expectOk(house.post('amina', path, body))
  await expectOk(house.post('karim', `/operator/v1/payouts/${payoutId}/approve`))
  await expectOk(house.post('amina', `/operator/v1/payouts/${payoutId}/instruct`, {}))
  await expectOk(house.post('amina', `/operator/v1/payouts/${payoutId}/paid`, {}))
  return payoutId
}

const refund = (paymentId: string | undefined, amount: number): Promise<unknown> =>
  expectOk(
    house.call('POST', `/operator/v1/payments/${paymentId}/refunds`, {
      key: house.keys.amina,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { amount: amount / 100, reason: 'Goods returned' },
    }),
  )

const addPeople = async (): Promise<People> => {
  const partnerIds: number[] = []
  for (const _ of plan.partners) partnerIds.push((await house.createPayee()).number)
  const channels: number[] = []
  for (const { kind } of plan.channels) channels.push((await house.createChannel(kind)).number)
  const { rows } = await house.db.pool.query<{ agent_id: number }>(
    `insert into agents (channel_id, name)
    select channel_id, 'Agent ' || ord from unnest($1::int[]) with ordinality as a (channel_id, ord)
    order by ord
    returning agent_id`,
    [plan.agents.map(({ channel }) => channels[channel])],
  )
  return { partnerIds, agentIds: rows.map(({ agent_id }) => agent_id) }
}

const channelOf = (agent: number): number => {
  const first = plan.agents[agent]?.channel ?? 0
  return first + 1
}

const setFees = async (): Promise<void> => {
  for (const [index, { versions }] of plan.partners.entries()) {
    for (const { kind, fromDay, fixed, minimum, maximum, ...terms } of versions) {
      await house.setFee(`/operator/v1/partners/prt_${people.partnerIds[index]}/fees`, {
        channelKind: kind,
        from: dates[fromDay - 1],
        fixed: fixed / 100,
        minimum: minimum / 100,
        maximum: maximum === null ? null : maximum / 100,
        ...terms,
      })
    }
  }
}

const refundsDue = async (): Promise<number> => {
  const balances = people.partnerIds.map((id) => balance(house.db.pool, 'refund_due', `prt_${id}`))
  return (await Promise.all(balances)).reduce((sum, each) => sum + each, 0)
}

/** What the partners are owed; below zero when they owe. */
const payable = async (): Promise<number> => {
  const balances = people.partnerIds.map((id) =>
    balance(house.db.pool, 'partner_payable', `prt_${id}`),
  )
  return -(await Promise.all(balances)).reduce((sum, each) => sum + each, 0)
}

const computeExpected = (given: Plan): Expected => {
  const script = join(import.meta.dirname, 'expected.py')
  const { stdout, stderr, status } = spawnSync('python3', [script], {
    input: JSON.stringify(given),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`expected.py failed: ${stderr}`)
  return JSON.parse(stdout) as Expected
}

/** The 30 days from the first day of the next month but one on. */
const datesAfter = (now: Date): string[] =>
  plan.days.map((_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1 + index))
      .toISOString()
      .slice(0, 10),
  )

const dateBefore = (date = ''): string =>
  new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

const centimes = (dinars = '0'): number => {
  const value = signedCentimesFromDinars(Number(dinars))
  if (value === null) throw new Error(`expected dinars, received ${dinars}`)
  return value
}

const inCentimes = (statement: any, names: string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, centimes(String(statement[name]))]))

const expectOk = async (answering: Promise<{ status: number; body: any }>): Promise<any> => {
  const { status, body } = await answering
  if (status >= 300) throw new Error(`received ${status} ${JSON.stringify(body)}`)
  return body
}
