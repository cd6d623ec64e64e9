import {
  callFigures,
  moneyFigures,
  nextStatement,
  overview,
  ownFigures,
  ownHealth,
  ownServiceLevels,
  serviceLevels,
} from '@wasl/protocol'
import { beforeAll, expect, test } from 'vitest'
import { createCallCounter, recordCalls } from '../src/operations/figures/count-calls.ts'
import { sumNextDay } from '../src/operations/figures/sum-days.ts'
import { createDatabase } from '../src/base/database/database.ts'
import { toNextNoon } from './support/clock.ts'
import { closeEndedDays } from './support/ledger.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { openTill } from './support/till.ts'

const scene = useScene()

const DAY_SECONDS = 86_400

/** No other attempt comes while a slow machine reads what the first one left. */
const NO_RETRY = { 'retry-after': '3600' }

/** No test begins on one business day and ends on the next. */
beforeAll(() => toNextNoon(scene.platform.clock))

const overviewNow = async () => {
  // Another process has no remembered answer.
  const node = await scene.platform.startNode()
  const body = await node.operator('/overview')
  expect(overview.parse(body)).toEqual(body)
  return body
}

test('the overview has the money of today beside yesterday, and what waits', async () => {
  const { platform, partner, server } = scene
  const before = await overviewNow()
  const till = await openTill(scene)
  const { agentId } = await till.onShift()
  const first = await till.collect(agentId, 1_000)
  await till.collect(agentId, 250.5)
  const refund = await platform.refund(first, { amount: 100 })
  expect(refund.status).toBe(201)

  const after = await overviewNow()
  const money = { collected: 1_250.5, payments: 2, refunded: 100, refunds: 1 }
  expect(before.today.payments).toBe(0)
  expect(after.today).toMatchObject({ ...money, byNow: money })
  expect(after.byKind).toEqual([{ channelKind: 'AGENCY', ...money }])
  expect(after.byHour).toHaveLength(24)
  expect(after.cash).toMatchObject({ total: 1_250.5, holders: 1 })
  expect(after.cash.ages[0]).toMatchObject({ days: 0, amount: 1_250.5 })
  expect(after.owed).toBe(1_150.5)
  expect(after.oldestDue).toMatchObject([{ kind: 'shift', label: 'Karim' }])

  const reference = newReference()
  server.onWebhook(() => ({ status: 503, headers: NO_RETRY }), reference)
  await platform.opened(scene.channel, partner, reference)
  await server.webhooksArrived(reference, 1)
  await platform.settled()
  const failing = await overviewNow()
  expect(failing.failing).toMatchObject([
    { partnerId: partner.partnerId, waiting: 1, nextAttemptAt: expect.any(String) },
  ])
  expect(Date.parse(failing.failing[0].since)).toBeLessThanOrEqual(Date.parse(failing.at))
  expect(failing.queue).toMatchObject({ locked: 1, retrying: 1 })
  server.onWebhook(() => undefined, reference)
})

test('the overview, the list, the console and the portal say the same of a partner that fails', async () => {
  const { platform, server } = scene
  const failing = await platform.createPartner(server, {
    name: 'Eaux de Béjaïa',
    nameAr: 'مياه بجاية',
    city: 'Béjaïa',
  })
  const reference = newReference()
  server.onWebhook(() => ({ status: 500, headers: NO_RETRY }), reference)
  await platform.opened(scene.channel, failing, reference)
  await server.webhooksArrived(reference, 1)
  await platform.settled()
  const onOverview = (await overviewNow()).failing.find(
    ({ partnerId }: { partnerId: string }) => partnerId === failing.partnerId,
  )
  const { since, waiting, givenUp, nextAttemptAt, lookups } = onOverview
  const now = { isFailing: true, since, waiting, givenUp, nextAttemptAt, lookups }
  expect(now).toMatchObject({ waiting: 1, givenUp: 0 })

  const path = `/operator/v1/partners/${failing.partnerId}/health`
  const console = await platform.call('GET', path, { key: platform.operatorKey })
  const portal = await platform.call('GET', '/partner/settings/v1/health', { key: failing.apiKey })
  expect(ownHealth.parse(console.body)).toEqual(console.body)
  expect(console.body).toEqual(portal.body)
  expect(console.body.now).toEqual(now)

  const found = async (query: string): Promise<unknown> =>
    (await platform.operator(`/partners?${query}`)).items.map(
      (item: { partnerId: string }) => item.partnerId,
    )
  const { items } = await platform.operator('/partners?state=failing')
  const listed = items.at(-1)
  expect(listed).toMatchObject({ partnerId: failing.partnerId, health: now })
  expect(listed.volume).toEqual({ collected: 0, payments: 0 })
  expect(await found('q=bejaia')).toEqual([failing.partnerId])
  expect(await found(`q=${encodeURIComponent('مياه')}`)).toEqual([failing.partnerId])
  expect(await found('city=BEJAIA')).toEqual([failing.partnerId])
  expect(await found('q=bejaia&state=inactive')).toEqual([])
  const well = await platform.operator(`/partners?q=${scene.partner.partnerId}`)
  expect(well.items).toMatchObject([
    { partnerId: scene.partner.partnerId, volume: { collected: 1_250.5, payments: 2 } },
  ])
  server.onWebhook(() => undefined, reference)
})

test('cash outside the bank has the bags in it, and undecided differences stand on the overview', async () => {
  const { platform, channel } = scene
  const channelId = channel.channelId.slice('chn_'.length)
  const before = await overviewNow()
  // Taken back below: the books do not know them.
  await platform.pool.query(
    `with bag as (
      insert into deposits (deposit_id, channel_id, from_owner, amount, bag)
      values (gen_random_uuid(), $1, 'agt_1', 5400000, 'SEAL-1')
    )
    insert into variances (variance_id, channel_id, owner, source, source_id, kind, amount, status,
      found_at, found_by)
    values (gen_random_uuid(), $1, 'agt_1', 'shift', gen_random_uuid(), 'short', 539500, 'open',
      wasl_now(), 'x')`,
    [channelId],
  )
  try {
    const after = await overviewNow()
    expect(after.cash.bags).toMatchObject({ amount: 54_000, count: 1 })
    expect(after.cash.total).toBe(before.cash.total + 54_000)
    expect(after.queue).toMatchObject({ openVariances: 1, openVarianceAmount: 5_395 })
    expect(after.oldestDue).toContainEqual(
      expect.objectContaining({ kind: 'variance', amount: 5_395 }),
    )
  } finally {
    await platform.pool.query(`delete from variances where owner = 'agt_1' and found_by = 'x'`)
    await platform.pool.query(`delete from deposits where bag = 'SEAL-1'`)
  }
})

test('a partner reads what is to be paid since its last statement', async () => {
  const { platform, partner } = scene
  const answer = await platform.call('GET', '/partner/settings/v1/next-statement', {
    key: partner.apiKey,
  })
  expect(answer.status).toBe(200)
  expect(nextStatement.parse(answer.body)).toEqual(answer.body)
  expect(answer.body).toMatchObject({
    from: null,
    payments: 2,
    gross: 1_250.5,
    refunds: 100,
    net: 1_150.5,
  })
})

test('a statement of a channel that waits has the name of the channel', async () => {
  const { platform, channel } = scene
  await platform.pool.query(
    `insert into statements (partner_id, statement_id, owner, period_from, period_until, status,
      year, number, lines, payments, gross, refunds, fees, fees_back, vat, vat_back, adjustments,
      carried_forward, net, opened_at, closed_by, closed_at)
    values (0, gen_random_uuid(), $1, '2020-01-01', '2020-01-01', 'closed',
      2020, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, wasl_now(), 'Amina', wasl_now())`,
    [channel.channelId],
  )
  const { oldestDue } = await overviewNow()
  const waiting = oldestDue.find(({ kind }: { kind: string }) => kind === 'statement')
  expect(waiting).toMatchObject({
    name: 'Till',
    label: `${channel.channelId.replace('_', '')}-2020-0001`,
  })
})

test('money by day is the same before and after the day is sealed', async () => {
  const { platform, partner, server } = scene
  const { today, yesterday } = await overviewNow()
  const query = `from=${yesterday.date}&to=${today.date}`
  const days = async (of = '') => {
    const body = await platform.operator(`/figures/money?${query}${of}`)
    expect(moneyFigures.parse(body)).toEqual(body)
    return body.items
  }
  const open = await days()
  expect(open).toEqual([
    {
      date: today.date,
      channelKind: 'AGENCY',
      collected: 1_250.5,
      payments: 2,
      refunded: 100,
      refunds: 1,
    },
  ])
  const other = await platform.createPartner(server)
  expect(await days(`&partnerId=${other.partnerId}`)).toEqual([])

  await platform.clock.advance(DAY_SECONDS)
  await closeEndedDays(platform.pool)
  while (await sumNextDay(platform.pool));
  const { rows } = await platform.pool.query(
    'select payments from money_days where business_date = $1 and partner_id = $2',
    [today.date, partner.number],
  )
  expect(rows).toEqual([{ payments: 2 }])
  expect(await days()).toEqual(open)
  expect(await days(`&partnerId=${partner.partnerId}`)).toEqual(open)

  const own = async (key: string) => {
    const answer = await platform.call('GET', `/partner/figures/v1?${query}`, { key })
    expect(answer.status).toBe(200)
    expect(ownFigures.parse(answer.body)).toEqual(answer.body)
    return answer.body.money
  }
  expect(await own(partner.apiKey)).toEqual(open)
  expect(await own(other.apiKey)).toEqual([])
  const long = '/partner/figures/v1?from=2026-01-01&to=2026-12-31'
  expectRefusal(await platform.call('GET', long, { key: partner.apiKey }), 'VALIDATION400')
})

test('what two processes counted of a partner’s answers is added up', async () => {
  const { platform, server } = scene
  // Of the scene's partner, processes record calls at any time.
  const partner = await platform.createPartner(server)
  const db = createDatabase(platform.databaseUrl)
  try {
    const [one, other] = [createCallCounter(), createCallCounter()]
    for (let call = 0; call < 90; call += 1) one.answered(partner.number, 'lookup', 90)
    for (let call = 0; call < 10; call += 1) other.answered(partner.number, 'lookup', 1_900)
    other.failed(partner.number, 'lookup')
    one.answered(partner.number, 'webhook', 20_000)
    await recordCalls(db.notes, one)
    await recordCalls(db.notes, other)
    await recordCalls(db.notes, other)
    const path = `/figures/calls?partnerId=${partner.partnerId}&hours=1`
    const body = await platform.operator(path)
    expect(callFigures.parse(body)).toEqual(body)
    expect(body.items).toMatchObject([
      { call: 'lookup', answered: 100, failed: 1, p50Ms: 89, p95Ms: 1_750 },
      { call: 'webhook', answered: 1, failed: 0, p95Ms: 10_000 },
    ])
  } finally {
    await db.close()
  }
})

test('what could not be recorded of a partner’s answers is recorded the next time', async () => {
  const { platform, server } = scene
  const partner = await platform.createPartner(server)
  const db = createDatabase(platform.databaseUrl)
  try {
    const counter = createCallCounter()
    const away = {
      query: () => Promise.reject(new Error('the database is away')),
      close: () => Promise.resolve(),
    }
    counter.failed(partner.number, 'lookup')
    counter.answered(partner.number, 'lookup', 90)
    await expect(recordCalls(away, counter)).rejects.toThrow('the database is away')
    counter.answered(partner.number, 'lookup', 90)
    await recordCalls(db.notes, counter)
    await recordCalls(db.notes, counter)
    const { items } = await platform.operator(
      `/figures/calls?partnerId=${partner.partnerId}&hours=1`,
    )
    expect(items).toMatchObject([{ call: 'lookup', answered: 2, failed: 1 }])
  } finally {
    await db.close()
  }
})

test('a process that stops records what it counted until then', async () => {
  const { platform, server } = scene
  const partner = await platform.createPartner(server)
  const node = await platform.startNode(['api'])
  await node.opened(scene.channel, partner, newReference())
  await node.stop()
  const { items } = await platform.operator(`/figures/calls?partnerId=${partner.partnerId}&hours=1`)
  expect(items).toContainEqual(expect.objectContaining({ call: 'lookup', answered: 1 }))
})

test('the objectives of the month are read by the operator, and by a partner its own', async () => {
  const { platform, server } = scene
  const partner = await platform.createPartner(server)
  // A process that sends would record its own calls between the two readings.
  await platform.stopNodes()
  const node = await platform.startNode(['api'])
  const levelIn = ({ objectives }: any, asked: string) =>
    objectives.find(({ objective }: any) => objective === asked)
  const before = levelIn(await node.operator('/service-levels'), 'webhooks')
  const db = createDatabase(platform.databaseUrl)
  try {
    const counter = createCallCounter()
    for (let event = 0; event < 98; event += 1) counter.answered(partner.number, 'prompt', 500)
    for (let event = 0; event < 2; event += 1) counter.failed(partner.number, 'prompt')
    counter.answered(0, 'confirm', 20)
    await recordCalls(db.notes, counter)
    const body = await node.operator('/service-levels')
    expect(serviceLevels.parse(body)).toEqual(body)
    const counted = { good: before.good + 98, failed: before.failed + 2 }
    expect(levelIn(body, 'webhooks')).toMatchObject(counted)
    expect(levelIn(body, 'confirm')).toMatchObject({ failed: 0, budgetLeft: 1 })
    const { partnerId } = partner
    const worst = { partnerId, objective: 'webhooks', failed: 2 }
    expect(body.worst).toContainEqual(expect.objectContaining(worst))
    // Two of a hundred failed in this hour; one in a hundred may fail in the month.
    const thisHour = expect.objectContaining({
      objective: 'webhooks',
      good: 98,
      failed: 2,
      ofBudget: 2,
    })
    const failedIn = ({ hours }: any): number =>
      hours
        .filter(({ objective }: any) => objective === 'webhooks')
        .reduce((sum: number, { failed }: any) => sum + failed, 0)
    expect(failedIn(body)).toBe(counted.failed)
    const path = '/partner/settings/v1/service-levels'
    const own = (await node.call('GET', path, { key: partner.apiKey })).body
    expect(ownServiceLevels.parse(own)).toEqual(own)
    expect(levelIn(own, 'webhooks')).toMatchObject({
      good: 98,
      failed: 2,
      level: 0.98,
      target: 0.99,
      budgetLeft: -1,
    })
    expect(own.hours).toContainEqual(thisHour)
    expect(levelIn(own, 'confirm')).toBeUndefined()
  } finally {
    await db.close()
  }
})
