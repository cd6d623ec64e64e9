/** The operator's lists of cash and of acts, by day, amount, agent and action (W158), and as files (W255). */
import { beforeAll, expect, test } from 'vitest'
import { toNextNoon } from './support/clock.ts'
import { dateInAlgiers, timeInAlgiers } from './support/ledger.ts'
import { signInAs } from './support/people.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { newReference } from './support/node.ts'
import { rowsOfWorkbook, wallTime } from './support/statement-documents.ts'
import { openTill } from './support/till.ts'

const LOCK_SECONDS = 900

const scene = useScene({ lockSeconds: LOCK_SECONDS })

beforeAll(() => toNextNoon(scene.platform.clock))

const amountsOf = async (path: string): Promise<number[]> =>
  (await scene.platform.operator(path)).items.map(({ amount }: { amount: number }) => amount)

/** The rows of a list's workbook, the header among them. */
const fileOf = async (path: string): Promise<string[][]> => {
  const { origin, operatorKey } = scene.platform
  const headers = { 'x-api-key': operatorKey }
  const response = await fetch(`${origin}/operator/v1/${path}`, { headers })
  expect([path, response.status]).toEqual([path, 200])
  return rowsOfWorkbook(Buffer.from(await response.arrayBuffer()))
}

test('variances and bags are found by day, amount and agent', async () => {
  const { platform } = scene
  const till = await openTill(scene)
  const days: string[] = []
  const agents: string[] = []
  for (const [missing, paid] of [
    [200, 10_000],
    [350, 7_000],
  ] as const) {
    days.push(dateInAlgiers(await platform.clock.now()))
    const agentId = await till.agent()
    const shiftId = await till.shift(agentId)
    await till.collect(agentId, paid)
    await till.count(shiftId, paid - missing)
    const bag = { from: agentId, amount: paid - missing, bag: `BG-${missing}` }
    expect((await till.call('POST', '/deposits', bag)).status).toBe(201)
    agents.push(agentId)
    await platform.clock.advance(86_400)
  }
  const ofChannel = `channelId=${till.channel.channelId}`
  for (const [list, [older, newer]] of [
    ['variances', [200, 350]],
    ['deposits', [9_800, 6_650]],
  ] as const) {
    const found = (filter: string) => amountsOf(`/${list}?${ofChannel}&${filter}`)
    expect(await found('')).toEqual([newer, older])
    expect(await found(`from=${days[1]}`)).toEqual([newer])
    expect(await found(`to=${days[0]}`)).toEqual([older])
    expect(await found(`amount=${older}`)).toEqual([older])
    expect(await found(`amountFrom=${Math.max(older, newer)}`)).toEqual([Math.max(older, newer)])
    expect(await found(`amountTo=${Math.min(older, newer)}`)).toEqual([Math.min(older, newer)])
    expect(await found(`agentId=${agents[0]}`)).toEqual([older])
    const key = platform.operatorKey
    expectRefusal(
      await platform.call('GET', `/operator/v1/${list}?from=yesterday`, { key }),
      'VALIDATION400',
    )
  }

  // Of the same filters, as people read them.
  const { items } = await platform.operator(`/variances?${ofChannel}`)
  const [head, newest, , total] = await fileOf(`variances/export?${ofChannel}&lang=fr`)
  expect(head?.slice(0, 6)).toEqual([
    'Constaté le',
    'Caisse de',
    'Canal',
    'Origine',
    'Écart',
    'État',
  ])
  expect(wallTime(newest?.[0])).toBe(timeInAlgiers(items[0].foundAt))
  const { items: names } = await platform.operator(
    `/names?ids=${agents[1]},${till.channel.channelId}`,
  )
  expect(newest?.slice(1, 6)).toEqual([
    names[0].name,
    names[1].name,
    'Session',
    '-350.00',
    'À régulariser',
  ])
  expect(total).toEqual(['Total', '-550.00'])
  const bags = await fileOf(`deposits/export?${ofChannel}&agentId=${agents[0]}&lang=ar`)
  expect(bags.map((row) => row.slice(3, 6))).toEqual([
    ['الكيس', 'القسيمة', 'الحالة'],
    ['BG-200', 'في الكيس', '9800.00'],
    ['0.00'],
  ])
})

test('cases are found by day, amount and agent', async () => {
  const { platform } = scene
  const till = await openTill(scene)
  const courier = await till.agent()
  const other = await till.agent()
  const report = async (agentId: string, amount: number): Promise<void> => {
    await till.shift(agentId)
    const reference = newReference('LOST')
    scene.server.prices.set(reference, amount)
    const { paymentId } = (await till.open({ reference, agentId })).body
    const takenAt = (await platform.clock.now()).toISOString()
    await platform.clock.advance(LOCK_SECONDS + 1)
    expectRefusal(await till.confirm(paymentId, { takenBy: agentId }), 'PAYMENT409_LOCK_LOST')
    const body = { amount, takenBy: agentId, takenAt }
    expect((await till.call('POST', `/payments/${paymentId}/taken`, body)).status).toBe(201)
  }
  await report(courier, 600)
  const day = dateInAlgiers(await platform.clock.now())
  await platform.clock.advance(86_400)
  await report(other, 800)
  const found = (filter: string) =>
    amountsOf(`/cases?channelId=${till.channel.channelId}&${filter}`)
  expect(await found('')).toEqual([800, 600])
  expect(await found(`to=${day}`)).toEqual([600])
  expect(await found('amountFrom=700')).toEqual([800])
  expect(await found(`agentId=${courier}`)).toEqual([600])
  const file = await fileOf(`cases/export?channelId=${till.channel.channelId}&to=${day}&lang=fr`)
  const { items: names } = await platform.operator(
    `/names?ids=${scene.partner.partnerId},${courier}`,
  )
  expect(file[1]?.slice(1, 3)).toEqual(['À décider', names[0].name])
  expect(file[1]?.slice(4, 6)).toEqual([names[1].name, '600.00'])
})

test('the audit log is found by act and day', async () => {
  const { platform } = scene
  const key = platform.operatorKey
  const body = { name: 'Dar El Bahia', apiUrl: 'https://shop.example' }
  const { partnerId } = (await platform.call('POST', '/operator/v1/partners', { key, body })).body
  const day = dateInAlgiers(await platform.clock.now())
  await platform.clock.advance(86_400)
  const change = { name: 'Dar El Bahia, Blida' }
  await platform.call('PATCH', `/operator/v1/partners/${partnerId}`, { key, body: change })
  const acts = async (filter: string): Promise<string[]> =>
    (await platform.operator(`/audit-log?subject=${partnerId}&${filter}`)).items.map(
      ({ action }: { action: string }) => action,
    )
  expect(await acts('')).toEqual(['partner.update', 'partner.create'])
  expect(await acts('action=partner.create')).toEqual(['partner.create'])
  expect(await acts(`to=${day}`)).toEqual(['partner.create'])
  expect(await acts(`action=partner.create&from=${day}T23:59`)).toEqual([])
  const [, act] = await fileOf(
    `audit-log/export?subject=${partnerId}&action=partner.update&lang=ar`,
  )
  expect(act?.slice(2, 5)).toEqual(['تعديل شريك', partnerId, change.name])
})

test('a file has every page of its list, and needs the right to export beside that of the list', async () => {
  const { platform } = scene
  const till = await openTill(scene)
  await till.collect(null, 1_000)
  const filter = `partnerId=${scene.partner.partnerId}`
  const { items } = await platform.operator(`/webhook-events?${filter}`)
  const [head, ...events] = await fileOf(`webhook-events/export?${filter}&lang=fr`)
  expect(head?.slice(2, 6)).toEqual(['Événement', 'Partenaire', 'État', 'Tentatives'])
  expect(events.map((row) => row.at(-1))).toEqual(
    items.map(({ eventId }: { eventId: string }) => eventId),
  )
  // More than it reads at once.
  await platform.pool.query(
    `insert into audit_log (partner_id, audit_id, actor, action, subject, details)
    select 0, new_id(0), 'Somebody', 'session.start', 'many ' || i, '{}'
    from generate_series(1, 1203) i`,
  )
  const [, ...acts] = await fileOf('audit-log/export?actor=Somebody&lang=en')
  expect(new Set(acts.map((row) => row[3])).size).toBe(1203)
  expect(acts).toHaveLength(1203)

  const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
  const maker = await signInAs(platform, { side: 'operator', role: 'finance-maker' })
  for (const [list, right] of [
    ['audit-log', 'export'],
    ['webhook-events', 'export'],
    ['variances', 'cash.view'],
  ] as const) {
    const refused = await engineer.call('GET', `/operator/v1/${list}/export`)
    expect([list, refused.status, refused.body.permission]).toEqual([list, 403, right])
    expect((await maker.call('GET', `/operator/v1/${list}/export`)).status).toBe(200)
  }
})
