/** Runs every command of the guides about money, one guide after the other, on one platform. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBooks, type Books } from '../platform/test/support/books.ts'
import { integrityOf } from '../platform/test/support/integrity.ts'
import { startPartner, type PartnerServer } from '../platform/test/support/partner.ts'
import { newReference, type TestChannel, type TestPartner } from '../platform/test/support/node.ts'
import { startTestPlatform, type TestPlatform } from '../platform/test/support/platform.ts'
import { guide, runCommands } from './test/guide.ts'

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner
let channel: TestChannel
let books: Books
/** When the courier worked, and its id. */
let day: string
let agentId: string

beforeAll(async () => {
  platform = await startTestPlatform()
  server = await startPartner()
  partner = await platform.createPartner(server)
  channel = await platform.createChannel('AGENCY')
  books = await openBooks(platform)
})

afterAll(async () => {
  await platform.stop()
  await server.close()
})

/** What the commands of a guide print, all in one terminal. */
const run = async (name: string, environment: Record<string, string>, to?: number) => {
  const commands = guide(name)
    .blocks.filter(({ language }) => language === 'sh')
    .slice(0, to)
    .map(({ code }) => code)
    .join('\n')
  const ran = await runCommands(`set -o pipefail\n${commands}`, {
    WASL: platform.origin,
    ...environment,
  })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  return ran.stdout
}

const keyOf = async (holder: string): Promise<string> =>
  (await books.amina('POST', '/operator-keys', { name: `${holder}, guide`, holder })).apiKey

describe('the guides about money', () => {
  test("a courier's evening", async () => {
    const maker = await keyOf('Amina Belkacem')
    const checker = await keyOf('Karim Haddad')
    const tomorrow = new Date(Date.parse(await books.today()) + 86_400_000)
    const once = { MAKER: maker, CHECKER: checker, PARTNER_ID: partner.partnerId }
    const agreed = await run(
      'settle-with-a-partner.md',
      { ...once, TOMORROW: tomorrow.toISOString().slice(0, 10) },
      3,
    )
    expect(agreed).toMatch(/^approved\n/)
    await books.nextDay()
    day = await books.today()

    const reference = newReference()
    server.prices.set(reference, 10_000)
    const told = await run('courier-evening.md', {
      CHANNEL_KEY: channel.apiKey,
      SAFE: channel.channelId.replace('chn', 'safe'),
      PARTNER_ID: partner.partnerId,
      REFERENCE: reference,
      NOTES: '{"2000":5}',
      AMOUNT: '10000',
    })
    agentId = /^agt_\d+/m.exec(told)?.[0] ?? ''
    expect(told).toMatch(/^paid$/m)
    expect(told).toMatch(/^received$/m)
    expect(told).toMatch(/^deposited$/m)
  })

  test('closing a day', async () => {
    await books.nextDay()
    const short = await platform.call('POST', '/channel/v1/shifts', {
      key: channel.apiKey,
      body: { agentId, float: 0 },
    })
    const reference = newReference()
    server.prices.set(reference, 300)
    const body = { partnerId: partner.partnerId, reference, agentId }
    const opened = await platform.call('POST', '/channel/v1/payments', {
      key: channel.apiKey,
      body,
    })
    await platform.change(channel, 'confirm', opened.body.paymentId)
    const counted = await platform.call('POST', `/channel/v1/shifts/${short.body.shiftId}/count`, {
      key: channel.apiKey,
      body: { denominations: { '100': 1 } },
    })
    await books.nextDay()
    const told = await run('close-a-day.md', {
      WASL_OPERATOR_KEY: platform.operatorKey,
      VARIANCE_ID: counted.body.count.varianceId,
      DAY: day,
      AGENT_ID: agentId,
    })
    expect(told.split('\n')[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(told).toMatch(/^decided$/m)
    // A check that takes too long is given up: the guide's question is asked again.
    const integrity = /^not all run$/m.test(told) ? (await integrityOf(platform)).result : told
    expect(integrity).toMatch(/^holds$/m)
    expect(told).toContain("code: 'COLLECT'")
  })

  test('settling with a partner', async () => {
    const { items } = await books.amina('GET', '/deposits?status=deposited')
    for (const { depositId, amount } of items)
      await books.amina('POST', `/deposits/${depositId}/bank`, { amount })
    const environment = {
      MAKER: await keyOf('Nadia Cherif'),
      CHECKER: await keyOf('Omar Saadi'),
      PARTNER_ID: partner.partnerId,
      LAST_DAY: day,
    }
    const [first = '', ...rest] = guide('settle-with-a-partner.md')
      .blocks.filter(({ language }) => language === 'sh')
      .map(({ code }) => code)
    const commands = [first, ...rest.slice(2)].join('\n')
    const ran = await runCommands(`set -o pipefail\n${commands}`, {
      WASL: platform.origin,
      ...environment,
    })
    expect([ran.status, ran.stderr]).toEqual([0, ''])
    // 10,000 less 1.5 % and VAT of 19 % on it.
    expect(ran.stdout).toMatch(/^9821\.5 dinars$/m)
    expect(ran.stdout).toContain('00799999001234567803')
    expect(ran.stdout.trim().split('\n').at(-1)).toBe('paid')
  })
})
