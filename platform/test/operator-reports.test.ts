/** The reports of a finance team, over HTTP (D31). */
import { REPORT_NAMES } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, cashOfAgent, payableTo, refundDueOf } from '../src/ledger/account.ts'
import type { NewTransfer } from '../src/ledger/post.ts'
import { toNextNoon } from './support/clock.ts'
import { collect, dateInAlgiers, post } from './support/ledger.ts'
import { rowsOfWorkbook, wallTime } from './support/statement-documents.ts'
import type { Answer } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'

let platform: TestPlatform
/** The business dates on which the transfers below were made. */
let days: string[]

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  platform.call(method, `/operator/v1${path}`, {
    key: platform.operatorKey,
    ...(body !== undefined && { body }),
  })

const rowsOf = async (report: string, query = ''): Promise<any[]> =>
  (await platform.operator(`/reports/${report}${query}`)).rows

const agent = cashOfAgent(1)

const transfer = (more: Partial<NewTransfer>): NewTransfer => collect({ debit: agent, ...more })

/** Takes 100, 50 and 30 on three days, hands 120 in on the third; refunds 20, pays VAT. */
beforeAll(async () => {
  platform = await startTestPlatform()
  await toNextNoon(platform.clock)
  days = []
  for (const amount of [100_00, 50_00, 30_00]) {
    days.push(dateInAlgiers(await platform.clock.now()))
    await post(platform.pool, transfer({ amount }))
    if (days.length < 3) await platform.clock.advance(86_400)
  }
  const toBank = { code: 'REMITTANCE', debit: bank('clients'), credit: agent } as const
  await post(platform.pool, transfer({ ...toBank, partnerId: 0, amount: 120_00 }))
  const partner = { partnerId: 1001 }
  const refund = { code: 'REFUND', debit: payableTo(1001), credit: refundDueOf(1001) } as const
  await post(platform.pool, transfer({ ...partner, ...refund, amount: 20_00 }))
  const vat = { kind: 'vat_payable', owner: 'operator' } as const
  const feeVat = { code: 'FEE_VAT', debit: payableTo(1001), credit: vat } as const
  await post(platform.pool, transfer({ ...partner, ...feeVat, amount: 1_90 }))
  const suspense = { kind: 'suspense', owner: 'a-line' } as const
  const unknown = { code: 'SUSPENSE_IN', debit: bank('own'), credit: suspense } as const
  await post(platform.pool, transfer({ ...unknown, partnerId: 0, amount: 7_00 }))
})

afterAll(() => platform.stop())

const period = (): string => `?from=${days[0]}&to=${days[2]}`

describe('the reports', () => {
  test('aged-custody: since when the oldest cash is held, if the first taken went first', async () => {
    expect(await rowsOf('aged-custody', period())).toEqual([
      { owner: 'agt_1', balance: 60, since: days[1], days: 1 },
    ])
    expect(await rowsOf('aged-custody', `?from=${days[0]}&to=${days[1]}`)).toEqual([
      { owner: 'agt_1', balance: 150, since: days[0], days: 1 },
    ])
  })

  test('aged-refunds: what payers have not received', async () => {
    expect(await rowsOf('aged-refunds', period())).toEqual([
      { owner: 'prt_1001', balance: 20, since: days[2], days: 0 },
    ])
  })

  test('bank-proof: each day of each account, beside the lines of the bank', async () => {
    const rows = await rowsOf('bank-proof', period())
    expect(rows).toHaveLength(6)
    const day = { businessDate: days[2], opening: 0, paid: 0, bankLines: 0 }
    expect(rows.slice(4)).toEqual([
      { ...day, account: 'clients', received: 120, closing: 120, difference: 120 },
      { ...day, account: 'own', received: 7, closing: 7, difference: 7 },
    ])
  })

  test('clients-money: what is held, what is owed, and what is left over', async () => {
    const rows = await rowsOf('clients-money', period())
    const of = (kind: string) => rows.find((row) => row.kind === kind).balance
    expect([of('bank'), of('cash'), of('partner_payable'), of('refund_due')]).toEqual([
      120, 60, -158.1, -20,
    ])
    // The operator's own: 1.90 of VAT, less 7.00 that is suspended beside the clients' account.
    expect(rows.at(-1)).toEqual({ part: 'cover', kind: 'all', balance: -5.1 })
  })

  test('vat, suspense and journal', async () => {
    expect(await rowsOf('vat', period())).toEqual([
      { month: days[2]?.slice(0, 7), kind: 'vat_payable', debits: 0, credits: 1.9, due: 1.9 },
    ])
    expect(await rowsOf('suspense', period())).toEqual([
      {
        bankLine: 'a-line',
        account: null,
        bookedOn: null,
        description: null,
        balance: -7,
        days: 0,
      },
    ])
    const items = [
      { kind: 'cash', accountCode: '530000' },
      { kind: 'partner_payable', accountCode: '467000' },
    ]
    expect((await call('PUT', '/account-codes', { items })).body).toEqual({ items })
    expect(await platform.operator('/account-codes')).toEqual({ items })
    const journal = await rowsOf('journal', `?from=${days[0]}&to=${days[0]}`)
    expect(journal).toEqual([
      {
        businessDate: days[0],
        code: 'COLLECT',
        debitKind: 'cash',
        debitAccount: '530000',
        creditKind: 'partner_payable',
        creditAccount: '467000',
        transfers: 1,
        amount: 100,
      },
    ])
  })

  test.for(REPORT_NAMES)('%s is CSV too, with the same rows', async (report) => {
    const json = await rowsOf(report, period())
    const { status, headers, text } = await call('GET', `/reports/${report}${period()}&format=csv`)
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ])
    const [head = '', ...lines] = text.split('\r\n')
    expect(head.split(',')).toEqual(Object.keys(json[0]))
    expect(lines.filter((line) => line !== '')).toHaveLength(json.length)
  })

  test('are workbooks too: names, words and dates of a person, and totals', async () => {
    const saved = async (report: string, lang: string) => {
      const path = `/operator/v1/reports/${report}${period()}&format=xlsx&lang=${lang}`
      const headers = { 'x-api-key': platform.operatorKey }
      const response = await fetch(`${platform.origin}${path}`, { headers })
      expect([response.status, response.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="wasl-${report}-${days[2]}.xlsx"`,
      ])
      return rowsOfWorkbook(Buffer.from(await response.arrayBuffer()))
    }
    const [head, line] = await saved('journal', 'fr')
    expect(head?.slice(0, 3)).toEqual(['Journée comptable', 'Opération', 'Débit'])
    expect([wallTime(line?.[0]), ...(line?.slice(1, 3) ?? [])]).toEqual([
      `${days[0]}T00:00:00`,
      'Encaissement',
      'Espèces détenues',
    ])
    const vat = await saved('vat', 'ar')
    expect(vat[0]).toEqual(['الشهر', 'الحساب', 'المدين', 'الدائن', 'المستحق'])
    expect(wallTime(vat[1]?.[0])).toBe(`${days[2]?.slice(0, 7)}-01T00:00:00`)
    expect(vat.at(-1)).toEqual(['المجموع', '0.00', '1.90', '1.90'])
    for (const report of REPORT_NAMES) {
      const found = await saved(report, 'en')
      expect(found.length).toBeGreaterThan((await rowsOf(report, period())).length)
    }
  })

  test('begin with the month of their last date', async () => {
    const { from, to } = await platform.operator(`/reports/vat?to=${days[2]}`)
    expect([from, to]).toEqual([`${days[2]?.slice(0, 7)}-01`, days[2]])
  })

  test('that there are not, or of too many days, are refused', async () => {
    for (const path of [
      '/reports/profit',
      '/reports/vat?from=2026-02-01&to=2026-01-01',
      '/reports/vat?from=2024-01-01&to=2026-01-01',
      '/reports/vat?format=xml',
    ])
      expectRefusal(await call('GET', path), 'VALIDATION400')
    const items = [{ kind: 'gold', accountCode: '1' }]
    expectRefusal(await call('PUT', '/account-codes', { items }), 'VALIDATION400')
  })
})
