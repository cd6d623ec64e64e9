/** The operator's files of payments (W158). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from './support/people.ts'
import { expectRefusal } from './support/scene.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import {
  startTestPlatform,
  type TestChannel,
  type TestPartner,
  type TestPlatform,
} from './support/platform.ts'

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
