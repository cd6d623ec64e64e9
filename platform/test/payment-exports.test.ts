/** The operator's files of payments (W158). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeInAlgiers } from './support/ledger.ts'
import { setPartnerState } from './support/partner-state.ts'
import { signInAs } from './support/people.ts'
import { rowsOfWorkbook, wallTime } from './support/statement-documents.ts'
import { expectRefusal } from './support/scene.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import type { TestChannel, TestPartner } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

const EXPORT = '/operator/v1/payments/export'

let platform: TestPlatform
let server: PartnerServer
let shop: TestPartner
let channel: TestChannel

beforeAll(async () => {
  platform = await startTestPlatform()
  server = await startPartner()
  shop = await platform.createPartner(server, { name: 'Dar El Bahia' })
  channel = await platform.createChannel()
})

afterAll(() => Promise.all([platform.stop(), server.close()]))

const exported = (query: string, key = platform.operatorKey) =>
  platform.call('GET', `${EXPORT}?${query}`, { key })

/** The rows of the workbook at a path, the header among them. */
const workbook = async (path: string, key: string): Promise<string[][]> => {
  const response = await fetch(`${platform.origin}${path}`, { headers: { 'x-api-key': key } })
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="payments.xlsx"',
  ])
  return rowsOfWorkbook(Buffer.from(await response.arrayBuffer()))
}

/** The fields of each line below the header. Every text of others is in quotes. */
const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'))

describe("the operator's export of payments", () => {
  test('has what the list finds by the same filters, in the same order', async () => {
    for (const [reference, price] of [
      ['LIKE/1', 900],
      ['LIKE/2', 1250.5],
      ['LIKE/3', 4000],
    ] as const) {
      server.prices.set(reference, price)
      const { paymentId } = await platform.opened(channel, shop, reference)
      await platform.change(channel, 'confirm', paymentId)
    }
    await platform.settled()
    const filters =
      `partnerName=bahia&channelId=${channel.channelId}&from=2026-01-01&stage=paid` +
      '&amountFrom=1000&amountTo=5000'
    const { items } = await platform.operator(`/payments?${filters}`)
    expect(items.map(({ reference }: { reference: string }) => reference)).toEqual([
      'LIKE/3',
      'LIKE/2',
    ])
    expect((await exported(`${filters}&format=json`)).body.items).toEqual(items)
    const csv = await exported(`${filters}&format=csv&lang=en`)
    expect(csv.headers.get('content-disposition')).toContain('payments.csv')
    expect(csv.text).toMatch(/^\uFEFF?Reference;Amount;Stage;/)
    expect(
      rowsOf(csv.text).map(([reference, amount, stage]) => [reference, amount, stage]),
    ).toEqual([
      ['"LIKE/3"', '4000,00', 'paid'],
      ['"LIKE/2"', '1250,50', 'paid'],
    ])
  })

  test('is a workbook in the words of a person, with local times, numbers and totals', async () => {
    server.prices.set('BOOK/1', 1250.5)
    server.prices.set('BOOK/2', 300)
    const first = await platform.opened(channel, shop, 'BOOK/1')
    await platform.change(channel, 'confirm', first.paymentId)
    await platform.opened(channel, shop, 'BOOK/2')
    await platform.settled()
    const { items } = await platform.operator('/payments?referenceBegins=BOOK')
    const [head, locked, paid, total] = await workbook(
      `${EXPORT}?format=xlsx&lang=fr&referenceBegins=BOOK`,
      platform.operatorKey,
    )
    expect(head?.slice(0, 6)).toEqual([
      'Référence',
      'Montant',
      'État',
      'Montant remboursé',
      'Ouvert',
      'Payé le',
    ])
    expect(locked?.slice(0, 4)).toEqual(['BOOK/2', '300.00', 'Réservé', '0.00'])
    expect(paid?.slice(0, 4)).toEqual(['BOOK/1', '1250.50', 'Payé', '0.00'])
    expect([wallTime(paid?.[4]), wallTime(paid?.[5])]).toEqual([
      timeInAlgiers(items[1].createdAt),
      timeInAlgiers(items[1].paidAt),
    ])
    expect(total).toEqual(['Total', '1550.50', '0.00'])
    const own = await workbook(
      '/partner/payments/v1/export?format=xlsx&lang=ar&referenceBegins=BOOK',
      shop.apiKey,
    )
    expect(own.map((row) => row[2])).toEqual(['الحالة', 'محجوز', 'مدفوع', '0.00'])
    expect(own[0]).not.toContain('الشريك')
  })

  test('says in its last column which payments were tests', async () => {
    const tester = await platform.createChannel('AGENCY', true)
    const testing = await platform.createPartner(server)
    await setPartnerState(platform.pool, testing.number, 'testing')
    server.prices.set('TRY/1', 300)
    const tried = await platform.opened(tester, testing, 'TRY/1')
    await platform.change(tester, 'confirm', tried.paymentId)
    server.prices.set('TRY/2', 400)
    const real = await platform.opened(channel, shop, 'TRY/2')
    await platform.change(channel, 'confirm', real.paymentId)
    await platform.settled()
    const { text } = await exported('format=csv&lang=en&referenceBegins=TRY')
    const [head] = text.split('\r\n')
    expect(head).toMatch(/;TestPayment$/)
    expect(rowsOf(text).map((row) => [row[0], row.at(-1)])).toEqual([
      ['"TRY/2"', 'false'],
      ['"TRY/1"', 'true'],
    ])
    const path = '?format=xlsx&lang=fr&referenceBegins=TRY'
    const [, , ofTest] = await workbook(`${EXPORT}${path}`, platform.operatorKey)
    expect(ofTest?.at(-1)).toBe('Paiement d’essai, aucun argent n’a été reçu')
    const [ownHead, own] = await workbook(`/partner/payments/v1/export${path}`, testing.apiKey)
    expect([ownHead?.at(-1), own?.at(-1)]).toEqual([
      'Paiement d’essai',
      'Paiement d’essai, aucun argent n’a été reçu',
    ])
  })

  test('has every payment, also behind the first page that it reads', async () => {
    await platform.pool.query(
      `insert into payments
        (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
          amount_detail, details, opened_at, lock_expires_at, paid_at)
      select $1, new_id($1), 'MANY/' || i, $2, 'AGENCY', 'paid', 77, 'DZD', '[]', '[]',
        wasl_now(), wasl_now() + interval '1 s', wasl_now()
      from generate_series(1, 1203) i`,
      [shop.number, Number(channel.channelId.slice('chn_'.length))],
    )
    const { body } = await exported('format=json&amount=0.77')
    expect(new Set(body.items.map((one: { paymentId: string }) => one.paymentId)).size).toBe(1203)
    expect(body.items).toHaveLength(1203)
  })

  test('has no formula from the names of others', async () => {
    const hostile = await platform.createPartner(server, { name: '=HYPERLINK("http://x";"y")' })
    const reference = '@SUM(1+1);2'
    server.prices.set(reference, 100)
    await platform.opened(channel, hostile, reference)
    const { text } = await exported(`format=csv&partnerId=${hostile.partnerId}`)
    expect(text).toContain(`"'@SUM(1+1);2"`)
    expect(text).toContain(`"'=HYPERLINK(""http://x"";""y"")"`)
  })

  test('needs the permission, and a period beside a channel', async () => {
    const support = await signInAs(platform, { side: 'operator', role: 'support' })
    const auditor = await signInAs(platform, { side: 'operator', role: 'auditor' })
    expect((await auditor.call('GET', `${EXPORT}?format=json`)).status).toBe(200)
    const refused = await support.call('GET', `${EXPORT}?format=csv`)
    expect([refused.status, refused.body.permission]).toEqual([403, 'export'])
    expectRefusal(await exported(`format=csv&channelId=${channel.channelId}`), 'VALIDATION400')
    expectRefusal(await exported('format=xml'), 'VALIDATION400')
  })
})
