/** The operator's lists of cash and of acts, by day, amount, agent and action (W158). */
import { expect, test } from 'vitest'
import { dateInAlgiers } from './support/ledger.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { newReference } from './support/platform.ts'
import { openTill } from './support/till.ts'

const LOCK_SECONDS = 900

const scene = useScene({ lockSeconds: LOCK_SECONDS })

const amountsOf = async (path: string): Promise<number[]> =>
  (await scene.platform.operator(path)).items.map(({ amount }: { amount: number }) => amount)

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
})
