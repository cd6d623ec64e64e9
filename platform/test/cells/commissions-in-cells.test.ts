/** A channel's statement over payments of partners in two cells is that of one database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashOfChannel, payableTo, refundDueOf } from '../../src/ledger/account.ts'
import { openBooks, type Books } from '../support/books.ts'
import { nextNoon } from '../support/clock.ts'
import { startCuttableWay, type CuttableWay } from '../support/cuttable.ts'
import { collect, post } from '../support/ledger.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { Answer, TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import type { TestStore } from '../support/stores.ts'
import { expectRefusal } from '../support/scene.ts'
import { until } from '../support/wait.ts'
import { killedBetween } from './support/killed-between.ts'

type Scenario = {
  platform: TestPlatform
  books: Books
  partners: TestPartner[]
  days: string[]
}

let server: PartnerServer
let one: Scenario
let two: Scenario
const ways: CuttableWay[] = []

const CHANNEL = 'chn_1'
const PARTNERS = 3

/** Amounts of which the commission is not a whole number of centimes, and refunds that give it back. */
const tell = async (platform: TestPlatform, begin: Date): Promise<Scenario> => {
  await platform.clock.advanceTo(begin)
  const books = await openBooks(platform)
  const partners: TestPartner[] = []
  for (let count = 0; count < PARTNERS; count += 1) {
    partners.push(await platform.createPartner(server))
  }
  await platform.createChannel('AGENCY')
  // The business dates before the commission are in the statement too.
  await collected(platform, partners, 0)
  const days = [await books.today()]
  await books.nextDay()
  const path = `/channels/${CHANNEL}/commissions`
  const terms = { basisPoints: 133, fixed: 0.07, vatBasisPoints: 1900, onRefund: 'proportional' }
  const from = nextOf(await books.today())
  const { feeVersionId } = await books.amina('PUT', path, { from, ...terms })
  await books.karim('POST', `${path}/${feeVersionId}/approve`)
  await books.nextDay()
  for (let day = 1; day < 3; day += 1) {
    days.push(await books.today())
    await collected(platform, partners, day)
    await books.nextDay()
  }
  return { platform, books, partners, days }
}

const collected = async (
  platform: TestPlatform,
  partners: TestPartner[],
  day: number,
): Promise<void> => {
  for (const [place, partner] of partners.entries()) {
    const home = await platform.poolOf(partner)
    const { number: partnerId } = partner
    for (let count = 0; count < 3; count += 1) {
      const amount = 1_234_57 + place * 111_11 + day * 7 + count
      const { rows } = await home.query<{ paid: string; refunded: string }>(
        `select id as paid, event_id_of(id, 3) as refunded
        from (select new_id($1) as id offset 0) as made`,
        [partnerId],
      )
      const { paid = '', refunded = '' } = rows[0] ?? {}
      const sides = { partnerId, debit: cashOfChannel(1) }
      await post(home, collect({ ...sides, sourceId: paid, amount }))
      if (count > 0) continue
      const back = { debit: payableTo(partnerId), credit: refundDueOf(partnerId) }
      const refund = { partnerId, sourceId: refunded, code: 'REFUND', ...back, amount: 333_33 }
      await post(home, collect({ ...refund, code: 'REFUND' }))
    }
  }
}

const nextOf = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

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

const close = ({ platform }: Scenario, date: string | undefined): Promise<Answer> =>
  platform.call('POST', `/operator/v1/channels/${CHANNEL}/statements`, {
    key: platform.operatorKey,
    body: { until: date },
  })

/** What does not depend on when and by which id. */
const figuresOf = ({
  statementId: _id,
  openedAt: _opened,
  closedAt: _closed,
  ...figures
}: Record<string, unknown>): Record<string, unknown> => figures

const southWay = (): CuttableWay =>
  ways.find((way) =>
    way.url.includes(new URL(two.platform.stores[1]?.url ?? '').pathname),
  ) as CuttableWay

describe('a channel’s statement over two cells', () => {
  test('is refused while a cell is away, or has not sealed its dates', async () => {
    await southWay().cut()
    const away = await close(two, two.days[1])
    expectRefusal(away, 'SERVER503_UNAVAILABLE')
    expect(away.text).toContain('the cell south does not answer')
    await southWay().restore()
    const [, { pool }] = two.platform.stores as [TestStore, TestStore]
    const { rows } = await pool.query<{ was: string }>(
      'select sealed_through::text as was from ledger_state',
    )
    await pool.query('update ledger_state set sealed_through = $1', [two.days[0]])
    const early = await close(two, two.days[1])
    expectRefusal(early, 'STATEMENT409_NOT_SEALED')
    expect(early.body.completeThrough).toBe(two.days[0])
    await pool.query('update ledger_state set sealed_through = $1', [rows[0]?.was])
  })

  test('has the figures of one database to the centime, VAT once', async () => {
    for (const day of [1, 2]) {
      const [alone, over] = [await close(one, one.days[day]), await close(two, two.days[day])]
      expect([alone.status, over.status]).toEqual([201, 201])
      expect(alone.body.breakdown).not.toEqual([])
      expect(figuresOf(over.body)).toEqual(figuresOf(alone.body))
      // The same again is the same statement.
      expect((await close(two, two.days[day])).body.statementId).toBe(over.body.statementId)
    }
    const balance = async ({ books }: Scenario) => (await books.balances())['channel_payable']
    expect(await balance(two)).toBe(await balance(one))
    expect(await balance(two)).toBeLessThan(-100)
  })

  test('is finished when the process died before its figures were stored', async () => {
    const dates = [one, two].map(({ books }) => books.today())
    for (const { platform, partners } of [one, two]) await collected(platform, partners, 9)
    for (const { books } of [one, two]) await books.nextDay()
    const [control] = two.platform.stores as [TestStore]
    const last = await Promise.all(dates)
    const { rows } = await control.pool.query<{ id: string }>(
      `insert into statements
        (partner_id, statement_id, owner, period_from, period_until, status, opened_at, closed_by)
      select 0, new_id(0), owner, max(period_until) + 1, $1, 'open', wasl_now(), max(closed_by)
      from statements where owner = $2 group by owner
      returning statement_id as id`,
      [last[1], CHANNEL],
    )
    const [alone, over] = [await close(one, last[0]), await close(two, last[1])]
    expect(over.body.statementId).toBe(rows[0]?.id)
    expect(over.body.fees).toBeGreaterThan(10)
    expect(figuresOf(over.body)).toEqual(figuresOf(alone.body))
  })

  test('is finished when the process dies while it reads a cell, or stores what it read', async () => {
    const [control, south] = two.platform.stores as [TestStore, TestStore]
    const seams = [
      { store: south, holding: 'lock table partners', statement: 'commission_sums' },
      {
        store: control,
        holding: 'lock table statement_counters in share mode',
        statement: 'insert into statement_counters',
      },
    ]
    for (const [place, seam] of seams.entries()) {
      const last = await Promise.all([one, two].map(({ books }) => books.today()))
      for (const { platform, partners } of [one, two]) {
        await collected(platform, partners, 20 + place)
      }
      for (const { books } of [one, two]) await books.nextDay()
      expectRefusal(
        await killedBetween(ways, seam, () => close(two, last[1])),
        'SERVER503_UNAVAILABLE',
      )
      const left = `select status, number, net from statements where status = 'open'`
      expect((await control.pool.query(left)).rows).toEqual([
        { status: 'open', number: null, net: null },
      ])
      const over = await until('the cells to answer', async () => {
        const answer = await close(two, last[1])
        return answer.status === 201 && answer
      })
      const alone = await close(one, last[0])
      expect(figuresOf(over.body)).toEqual(figuresOf(alone.body))
    }
  })

  test('is approved and paid, and the books hold over both cells', async () => {
    const { books, platform } = two
    const { items } = await platform.operator(`/statements?channelId=${CHANNEL}`)
    const { statementId, net } = items.find((item: { net: number }) => item.net > 0)
    await books.karim('POST', `/statements/${statementId}/approve`, { net })
    const { payoutId } = await books.amina('POST', `/statements/${statementId}/payouts`, {})
    expect((await books.karim('POST', `/payouts/${payoutId}/approve`)).channelId).toBe(CHANNEL)
    const checks = (await platform.operator('/integrity')).items
    const violated = checks.filter(({ result }: { result: string }) => result === 'violated')
    expect(violated.filter(({ name }: { name: string }) => /^L[356]/.test(name))).toEqual([])
    const name = 'L3: a closed statement recomputes to the same figures'
    const resultOf = async (): Promise<string> => {
      const { items: now } = await platform.operator('/integrity')
      return now.find((item: { name: string }) => item.name === name).result
    }
    expect(await resultOf()).toBe('holds')
    const [{ pool }] = platform.stores as [TestStore]
    await pool.query('alter table statements disable trigger keep_closed')
    await pool.query('update statements set payments = payments + 1 where statement_id = $1', [
      statementId,
    ])
    expect(await resultOf()).toBe('violated')
  })
})
