/** The document of one business date agrees with the ledger, to the centime (W149). */
import { beforeAll, expect, test } from 'vitest'
import { dayReport, type DayLine, type DayReport } from '@wasl/protocol'
import { openBooks, type Books } from './support/books.ts'
import type { TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { signInAs } from './support/people.ts'
import { openTill, type Till } from './support/till.ts'

const HOSTILE = '=HYPERLINK("https://evil.example")'

const scene = useScene()

let books: Books
let partner: TestPartner
let till: Till
let other: Till
let agentId: string
/** A day with payments, a refund and a shortage, and the next one with fees and a payout. */
let dates: [string, string]

beforeAll(async () => {
  const { platform, server } = scene
  books = await openBooks(platform)
  partner = await platform.createPartner(server, { name: HOSTILE })
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1_900 })
  till = await openTill({ ...scene, partner })
  other = await openTill({ ...scene, partner })
  await books.nextDay()
  const first = await books.today()
  agentId = await till.agent()
  const started = await till.call('POST', '/shifts', { agentId, float: 0 })
  await till.collect(agentId, 10_000)
  const paymentId = await till.collect(agentId, 599.8)
  await other.collect(null, 400)
  await books.amina(
    'POST',
    `/payments/${paymentId}/refunds`,
    { amount: 99.8, reason: 'Returned.' },
    { 'idempotency-key': paymentId },
  )
  const { body } = await till.count(started.body.shiftId, 10_500)
  await books.amina('POST', `/variances/${body.count.varianceId}/decide`, {
    outcome: 'agent_receivable',
    reason: 'The agent admits it.',
  })
  await books.nextDay()
  dates = [first, await books.today()]
  await books.amina('POST', `/partners/${partner.partnerId}/statements`, { until: first })
})

const reportOf = async (date: string): Promise<DayReport> => {
  const report = await scene.platform.operator(`/days/${date}/report`)
  return dayReport.parse(report)
}

/** Sections in which each transfer is once. */
const MOVEMENTS = new Set(['payments', 'refunds', 'fees', 'variances', 'deposits', 'other'])

const sumBy = (lines: readonly DayLine[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { item, amount } of lines) sums[item] = (sums[item] ?? 0) + (amount ?? 0)
  return sums
}

test.for([0, 1] as const)('the movements of day %i are those of the journal', async (day) => {
  const date = dates[day]
  const { lines, moved, balance, isClosed } = await reportOf(date)
  const { rows } = await scene.platform.operator(`/reports/journal?from=${date}&to=${date}`)
  const journal: Record<string, number> = {}
  for (const { code, amount } of rows) {
    journal[code] = (journal[code] ?? 0) + Math.round(amount * 100)
  }
  const shown = lines.filter(({ section }) => MOVEMENTS.has(section))
  expect(sumBy(shown)).toEqual(journal)
  const whole = Object.values(journal).reduce((sum, amount) => sum + amount, 0)
  expect(moved).toMatchObject({ debits: whole, credits: whole })
  expect(shown.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(moved.count)
  expect(balance).toBe(0)
  expect(isClosed).toBe(day === 0)
})

test.for([0, 1] as const)('the balances of day %i are those of the ledger', async (day) => {
  const { lines } = await reportOf(dates[day])
  const { items } = await scene.platform.operator(`/ledger/trial-balance?at=${dates[day]}`)
  const ledger = Object.fromEntries(
    items
      .filter(({ balance }: any) => balance !== 0)
      .map(({ kind, balance }: any) => [kind, Math.round(balance * 100)]),
  )
  expect(sumBy(lines.filter(({ section }) => section === 'balances'))).toEqual(ledger)
  const cash = lines.filter(({ section }) => section === 'cash')
  const parts = sumBy(cash)
  expect(parts['closing']).toBe(ledger['cash'])
  expect((parts['opening'] ?? 0) + (parts['received'] ?? 0) - (parts['given'] ?? 0)).toBe(
    parts['closing'],
  )
})

test('a day shows who took what for whom, what was counted, and the fees of the next', async () => {
  const { partnerId } = partner
  const { lines } = await reportOf(dates[0])
  const of = (section: string) =>
    lines
      .filter((line) => line.section === section)
      .map((line) => [
        line.item,
        line.channelId,
        line.partnerId,
        line.holder,
        line.count,
        line.amount,
      ])
  const { channelId } = till.channel
  expect(of('payments')).toEqual([
    ['COLLECT', channelId, partnerId, null, 2, 1_059_980],
    ['COLLECT', other.channel.channelId, partnerId, null, 1, 40_000],
  ])
  expect(of('refunds')).toEqual([['REFUND', null, partnerId, null, 1, 9_980]])
  expect(of('counts')).toEqual([
    ['expected', channelId, null, agentId, null, 1_059_980],
    ['counted', channelId, null, agentId, null, 1_050_000],
  ])
  expect(of('variances')).toEqual([
    ['COUNT_SHORT', channelId, null, agentId, 1, 9_980],
    ['SHORT', channelId, null, agentId, 1, 9_980],
  ])
  const next = await reportOf(dates[1])
  const fees = sumBy(next.lines.filter(({ section }) => section === 'fees'))
  expect(fees).toEqual({ FEE: 16_500, FEE_VAT: 3_135 })
})

test('the table has dinars, and no name that a spreadsheet would compute', async () => {
  const { platform } = scene
  const answer = await platform.call('GET', `/operator/v1/days/${dates[0]}/report?format=csv`, {
    key: platform.operatorKey,
  })
  expect(answer.headers.get('content-type')).toContain('text/csv')
  expect(answer.headers.get('content-disposition')).toContain(`wasl-day-${dates[0]}.csv`)
  const [head, ...rows] = answer.text.trimEnd().split('\r\n')
  expect(head).toBe(
    'section,item,channelId,channelName,partnerId,partnerName,holder,holderName,count,amount',
  )
  expect(rows).toHaveLength((await reportOf(dates[0])).lines.length)
  expect(answer.text).toContain(`"'=HYPERLINK(""https://evil.example"")",,,2,10599.80`)
  expect(answer.text).not.toMatch(/(^|,)"?[=+@]/m)
})

test('support does not read the report, an auditor does', async () => {
  const path = `/operator/v1/days/${dates[0]}/report`
  const support = await signInAs(scene.platform, { side: 'operator', role: 'support' })
  expectRefusal(await support.call('GET', path), 'OPERATOR403_PERMISSION')
  const auditor = await signInAs(scene.platform, { side: 'operator', role: 'auditor' })
  expect((await auditor.call('GET', path)).status).toBe(200)
})
