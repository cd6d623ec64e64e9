/** One story told to a platform with one database and to one with two: the reports are the same. */
import { REPORT_NAMES } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, cashOfChannel, payableTo, refundDueOf } from '../../src/ledger/account.ts'
import { homesCommand } from '../../src/moves/homes-command.ts'
import { openBooks, type Books } from '../support/books.ts'
import { nextNoon } from '../support/clock.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { collect, post } from '../support/ledger.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer, TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { expectRefusal } from '../support/scene.ts'
import { until } from '../support/wait.ts'
import { killedBetween } from './support/killed-between.ts'

type Scenario = { platform: TestPlatform; books: Books; partners: TestPartner[]; days: string[] }

let server: PartnerServer
let one: Scenario
let two: Scenario
const ways: CuttableWay[] = []

const PARTNERS = 3
const [CHANNEL, OTHER] = [1, 2]

/**
 * Three days of two channels and three partners. What came to a channel in the cell of a partner goes to
 * the bank in the control cell, and what is left of it is some of the last.
 */
const tell = async (platform: TestPlatform, begin: Date): Promise<Scenario> => {
  await platform.clock.advanceTo(begin)
  const books = await openBooks(platform)
  const partners: TestPartner[] = []
  for (let count = 0; count < PARTNERS; count += 1) {
    partners.push(await platform.createPartner(server))
  }
  await platform.createChannel('AGENCY')
  await platform.createChannel('DELIVERY')
  const control = platform.stores[0]?.pool
  if (control === undefined) throw new Error('there is no database')
  const items = [{ kind: 'cash', accountCode: '530000' }]
  await books.amina('PUT', '/account-codes', { items })
  const days: string[] = []
  for (let day = 0; day < 3; day += 1) {
    days.push(await books.today())
    for (const [place, partner] of partners.entries()) {
      const home = await platform.poolOf(partner)
      const { number: partnerId } = partner
      const amount = 100_10 * (place + 1) + day
      for (const channel of [CHANNEL, OTHER]) {
        await post(home, collect({ partnerId, debit: cashOfChannel(channel), amount }))
      }
      const refund = { code: 'REFUND', debit: payableTo(partnerId), credit: refundDueOf(partnerId) }
      await post(home, collect({ partnerId, ...refund, code: 'REFUND', amount: 7_01 }))
      const vat = { kind: 'vat_payable', owner: 'operator' } as const
      await post(
        home,
        collect({
          partnerId,
          code: 'FEE_VAT',
          debit: payableTo(partnerId),
          credit: vat,
          amount: 33,
        }),
      )
    }
    const remitted = { debit: bank('clients'), credit: cashOfChannel(CHANNEL) }
    await post(control, collect({ partnerId: 0, code: 'REMITTANCE', ...remitted, amount: 450_07 }))
    if (day < 2) await books.nextDay()
  }
  const suspense = { kind: 'suspense', owner: 'a-line' } as const
  await post(
    control,
    collect({ partnerId: 0, code: 'SUSPENSE_IN', debit: bank('own'), credit: suspense, amount: 5 }),
  )
  return { platform, books, partners, days }
}

beforeAll(async () => {
  server = await startPartner()
  const begin = nextNoon(new Date())
  one = await tell(await startTestPlatform({ cells: 1 }), begin)
  const databaseWay = async (url: string): Promise<string> => {
    const way = await startCuttableWay(url)
    ways.push(way)
    return way.url
  }
  two = await tell(await startTestPlatform({ cells: 2, databaseWay }), begin)
})

afterAll(async () => {
  await one.platform.stop()
  await two.platform.stop()
  await server.close()
})

const ask = ({ platform: { call, operatorKey: key } }: Scenario, path: string): Promise<Answer> =>
  call('GET', `/operator/v1${path}`, { key })

/** An answer in which partners are named by their place: their numbers differ. */
const said = async (told: Scenario, path: string): Promise<string> => {
  const { status, text } = await ask(told, path)
  expect([path, status]).toEqual([path, 200])
  return told.partners
    .reduce((all, { partnerId }, place) => all.replaceAll(partnerId, `prt_of_${place}`), text)
    .replaceAll(/"madeAt":"[^"]*"/g, '')
}

const cells = async (): Promise<string[]> => {
  const { rows } = await (
    two.platform.stores[0] as (typeof two.platform.stores)[number]
  ).pool.query('select distinct cell from partner_homes where partner_id = any($1) order by cell', [
    two.partners.map(({ number }) => number),
  ])
  return rows.map(({ cell }) => cell)
}

describe('a report over two cells', () => {
  test.for(
    REPORT_NAMES.flatMap((name) => ['json', 'csv'].map((format) => [name, format] as const)),
  )('%s as %s is that of one database', async ([name, format]) => {
    expect(await cells()).toEqual(['north', 'south'])
    for (const [from, to] of [
      [0, 2],
      [1, 1],
    ] as const) {
      const path = `/reports/${name}?from=${one.days[from]}&to=${one.days[to]}&format=${format}`
      expect(await said(two, path)).toBe(await said(one, path))
    }
  })

  test.for(['json', 'csv'])('a day as %s is that of one database', async (format) => {
    for (const day of one.days) {
      const path = `/days/${day}/report?format=${format}`
      expect(await said(two, path)).toBe(await said(one, path))
    }
  })

  test('is complete through the earliest day of the cells', async () => {
    const { body } = await ask(two, '/reports/journal')
    expect(body.completeThrough).toBe(two.days[1])
    const south = two.platform.stores[1]
    await south?.pool.query('update ledger_state set sealed_through = sealed_through - 1')
    expect((await ask(two, '/reports/journal')).body.completeThrough).toBe(two.days[0])
    expect((await ask(two, `/days/${two.days[1]}/report`)).body.isClosed).toBe(false)
    await south?.pool.query('update ledger_state set sealed_through = sealed_through + 1')
  })
})

/** All pages of a list, which hold as many as were asked for. */
const pagesOf = async (told: Scenario, path: string): Promise<string[]> => {
  const pages: string[] = []
  let cursor = ''
  do {
    const { body } = await ask(told, `${path}&limit=2${cursor}`)
    pages.push(
      told.partners.reduce(
        (all, { partnerId }, place) => all.replaceAll(partnerId, `prt_of_${place}`),
        JSON.stringify(body.items.map(({ source: _id, at: _at, ...item }: any) => item)),
      ),
    )
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor !== '')
  return pages
}

describe('a list of the books over two cells', () => {
  test('has the balances of one database, page by page', async () => {
    for (const at of ['', `&at=${one.days[1]}`]) {
      const pages = await pagesOf(two, `/ledger/balances?kind=cash${at}`)
      expect(pages).toEqual(await pagesOf(one, `/ledger/balances?kind=cash${at}`))
      expect(
        await pagesOf(two, `/ledger/balances?a=b${at}`.replace('a=b', 'owner=clients')),
      ).toEqual(await pagesOf(one, `/ledger/balances?owner=clients${at}`))
    }
    const all = (await pagesOf(two, '/ledger/balances?')).map((page) => JSON.parse(page))
    expect(all.slice(0, -1).every((page) => page.length === 2)).toBe(true)
    expect(all.flat()).toHaveLength(
      (await pagesOf(one, '/ledger/balances?')).join().split('"kind"').length - 1,
    )
  })

  test('has the transfers of an account of all cells, the newest first', async () => {
    const path = '/ledger/transfers?kind=cash&owner=chn_1'
    const pages = await pagesOf(two, path)
    expect(pages.length).toBeGreaterThan(4)
    expect(pages).toEqual(await pagesOf(one, path))
    const [partner] = two.partners as [TestPartner]
    const own = await pagesOf(
      two,
      `/ledger/transfers?kind=partner_payable&owner=${partner.partnerId}`,
    )
    expect(own.join()).toContain('prt_of_0')
  })
})

describe('while a partner moves', () => {
  const path = (): string => `/reports/journal?from=${one.days[0]}&to=${one.days[2]}`

  test('the reports count it once at every step', async () => {
    const expected = await said(one, path())
    const custody = await said(one, '/reports/aged-custody')
    const seen: string[] = []
    const differing: string[] = []
    let isMoving = true
    const reading = (async () => {
      while (isMoving) {
        const { status, text } = await ask(two, path())
        seen.push(`${status}`)
        if (status === 200 && text !== expected) differing.push(text)
      }
    })()
    const [partner] = two.partners as [TestPartner]
    await homesCommand(
      {
        cells: two.platform.stores,
        by: { id: null, name: 'test', requestId: null },
        say: () => undefined,
        call: 'wasl homes',
      },
      { verb: 'move', partner: partner.partnerId, cell: 'north' },
    )
    isMoving = false
    await reading
    expect(differing).toEqual([])
    expect(seen.filter((status) => status === '200').length).toBeGreaterThan(1)
    expect(await said(two, path())).toBe(expected)
    expect(await said(two, '/reports/aged-custody')).toBe(custody)
  })
})

describe('while a cell is away', () => {
  test('a report is refused with a sentence, because it would be wrong', async () => {
    const way = ways.find(({ url }) => url.includes(nameOf(1)))
    await way?.cut()
    for (const path of ['/reports/journal', `/days/${one.days[0]}/report`]) {
      const refused = await ask(two, path)
      expectRefusal(refused, 'SERVER503_UNAVAILABLE')
      expect(refused.text).toContain('the cell south does not answer')
    }
    await way?.restore()
  })
})

describe('a process that dies between the parts of two cells', () => {
  test('leaves no half of a report, whichever part it waits for', async () => {
    const whole = await until('the cells to answer', async () => {
      const answer = await ask(two, '/reports/journal')
      return answer.status === 200 && answer.text
    })
    for (const store of two.platform.stores) {
      const seam = { store, holding: 'lock table account_codes', statement: '"debitAccount"' }
      const died = await killedBetween(ways, seam, () => ask(two, '/reports/journal'))
      expectRefusal(died, 'SERVER503_UNAVAILABLE')
      expect(died.text).toContain('does not answer')
    }
    await until('the same report', async () => (await ask(two, '/reports/journal')).text === whole)
  })
})

const nameOf = (place: number): string =>
  new URL(two.platform.stores[place]?.url ?? '').pathname.slice(1)
