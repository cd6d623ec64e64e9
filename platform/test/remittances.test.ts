/** Floats of safes, and bank transfers of channels, over HTTP (D30). */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import { postTransfers } from '../src/ledger/post.ts'
import {
  atOnce,
  balance,
  cashOf,
  expectCustodyHolds,
  giveCash,
  makeAgent,
  outcomeOf,
  safeOf,
} from './support/custody.ts'
import type { Answer, TestChannel } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

afterAll(() => expectCustodyHolds(scene.platform.pool))

const post = (path: string, body: unknown, key = scene.platform.operatorKey): Promise<Answer> =>
  scene.platform.call('POST', path, { key, body })

describe('a float', () => {
  const fund = async (body: Record<string, unknown>): Promise<string> => {
    const { channelId } = scene.channel
    const answer = await post('/operator/v1/floats', { channelId, amount: 5_000, ...body })
    expect(answer.status).toBe(201)
    return answer.body.floatId
  }

  const giveBack = (floatId: string, key?: string): Promise<Answer> =>
    post(`/operator/v1/floats/${floatId}/return`, undefined, key)

  test.for([
    ['channel', 'float_owed', (channel: TestChannel) => channel.channelId],
    ['clients', 'bank', () => 'clients'],
    ['own', 'bank', () => 'own'],
  ] as const)('from %s goes into the safe and back', async ([from, kind, ownerOf]) => {
    const { platform, channel } = scene
    const { pool } = platform
    const owner = ownerOf(channel)
    const before = [await cashOf(pool, safeOf(channel)), await balance(pool, kind, owner)] as const
    const floatId = await fund({ from })
    expect(await cashOf(pool, safeOf(channel))).toBe(before[0] + 500_000)
    expect(await balance(pool, kind, owner)).toBe(before[1] - 500_000)
    const first = await giveBack(floatId)
    const again = await giveBack(floatId)
    expect(first.body).toMatchObject({ status: 'returned', amount: 5_000 })
    expect(again.body).toEqual(first.body)
    expect([await cashOf(pool, safeOf(channel)), await balance(pool, kind, owner)]).toEqual(before)
  })

  test('is issued to an agent and handed back by handovers', async () => {
    const { platform, channel } = scene
    const { pool } = platform
    const [agent, safe] = [await makeAgent(pool, channel), safeOf(channel)]
    const floatId = await fund({})
    const move = async (from: string, to: string): Promise<void> => {
      const path = '/channel/v1/handovers'
      const { body } = await post(path, { from, to, amount: 5_000 }, channel.apiKey)
      const receipt = { code: body.code, counted: 5_000 }
      const answer = await post(`${path}/${body.handoverId}/receive`, receipt, channel.apiKey)
      expect(answer.status).toBe(200)
    }
    await move(safe, agent)
    expect(await cashOf(pool, agent)).toBe(500_000)
    expectRefusal(await giveBack(floatId), 'CASH409_NOT_ENOUGH')
    await move(agent, safe)
    expect((await giveBack(floatId)).status).toBe(200)
  })

  test('is returned once by concurrent requests', async () => {
    const { pool } = scene.platform
    const floatId = await fund({})
    const before = await cashOf(pool, safeOf(scene.channel))
    const answers = await atOnce(
      pool,
      `select from floats where float_id = '${floatId}' for update`,
      Array.from({ length: 5 }, () => () => giveBack(floatId)),
    )
    expect(answers.map(outcomeOf)).toEqual(Array.from({ length: 5 }, () => 'returned'))
    expect(await cashOf(pool, safeOf(scene.channel))).toBe(before - 500_000)
  })

  test('needs a channel and an operator', async () => {
    const { platform, channel, partner } = scene
    const unknown = { channelId: 'chn_99999', amount: 1 }
    expectRefusal(await post('/operator/v1/floats', unknown), 'CHANNEL404_NOT_FOUND')
    expectRefusal(await giveBack(randomUUID()), 'FLOAT404_NOT_FOUND')
    const floatId = await fund({})
    for (const key of [channel.apiKey, partner.apiKey]) {
      expectRefusal(await giveBack(floatId, key), 'OPERATOR401_UNAUTHORIZED')
      const body = { channelId: channel.channelId, amount: 1 }
      expectRefusal(await post('/operator/v1/floats', body, key), 'OPERATOR401_UNAUTHORIZED')
    }
    const list = await platform.operator(`/floats?status=funded&channelId=${channel.channelId}`)
    expect(list.items[0]).toMatchObject({ floatId, from: 'channel', returnedBy: null })
  })
})

describe('a remittance', () => {
  /** A channel without agents that has taken this much, and is owed this commission. */
  const aChannel = async (taken: number, owed = 0): Promise<TestChannel> => {
    const channel = await scene.platform.createChannel('MARKETPLACE')
    if (taken > 0) await giveCash(scene.platform.pool, channel.channelId, taken * 100)
    if (owed > 0) {
      await withTransaction(scene.platform.pool, (tx) =>
        postTransfers(tx, [
          {
            partnerId: 0,
            sourceId: randomUUID(),
            code: 'COMMISSION',
            debit: { kind: 'commission_expense', owner: 'operator' },
            credit: { kind: 'channel_payable', owner: channel.channelId },
            amount: owed * 100,
            actor: 'test',
          },
        ]),
      )
    }
    return channel
  }

  const announce = (channel: TestChannel, body: Record<string, unknown>): Promise<Answer> =>
    post('/channel/v1/remittances', body, channel.apiKey)

  const announced = async (
    channel: TestChannel,
    body: Record<string, unknown>,
  ): Promise<string> => {
    const answer = await announce(channel, body)
    expect([answer.status, answer.body.status]).toEqual([201, 'announced'])
    return answer.body.remittanceId
  }

  const bank = (id: string, amount: number, key?: string): Promise<Answer> =>
    post(`/operator/v1/remittances/${id}/bank`, { amount }, key)

  const cancel = (channel: TestChannel, id: string, key = channel.apiKey): Promise<Answer> =>
    post(`/channel/v1/remittances/${id}/cancel`, undefined, key)

  test('pays what the channel took, and nets its commission', async () => {
    const { pool } = scene.platform
    const channel = await aChannel(10_000, 100)
    const id = await announced(channel, { amount: 9_900, netted: 100 })
    expect(await cashOf(pool, channel.channelId)).toBe(1_000_000)
    const before = await balance(pool, 'bank', 'clients')
    const first = await bank(id, 9_900)
    const again = await bank(id, 9_900)
    expect(first.body).toMatchObject({ status: 'confirmed', banked: 9_900, netted: 100 })
    expect(again.body).toEqual(first.body)
    expect((await balance(pool, 'bank', 'clients')) - before).toBe(990_000)
    expect(await cashOf(pool, channel.channelId)).toBe(0)
    expect(await balance(pool, 'channel_payable', channel.channelId)).toBe(0)
    expectRefusal(await bank(id, 9_800), 'REMITTANCE409_WRONG_STATUS')
  })

  test('leaves with the channel what the bank did not credit', async () => {
    const { pool } = scene.platform
    const channel = await aChannel(1_000)
    const id = await announced(channel, { amount: 1_000, reference: 'VIR 2026/11' })
    expect((await bank(id, 999.5)).body).toMatchObject({ banked: 999.5, reference: 'VIR 2026/11' })
    expect(await cashOf(pool, channel.channelId)).toBe(50)
  })

  test('nets at most what is still owed when the bank confirms it', async () => {
    const { pool } = scene.platform
    const channel = await aChannel(1_000, 100)
    const id = await announced(channel, { amount: 900, netted: 100 })
    // Meanwhile, 30 dinars of the commission are left.
    await withTransaction(pool, (tx) =>
      postTransfers(tx, [
        {
          partnerId: 0,
          sourceId: randomUUID(),
          code: 'OPENING',
          debit: { kind: 'channel_payable', owner: channel.channelId },
          credit: { kind: 'opening', owner: 'operator' },
          amount: 7_000,
          actor: 'test',
        },
      ]),
    )
    expect((await bank(id, 900)).body).toMatchObject({ status: 'confirmed', netted: 30 })
    expect(await cashOf(pool, channel.channelId)).toBe(7_000)
  })

  test('is not announced for more than the channel holds or is owed, however often', async () => {
    const { pool } = scene.platform
    const channel = await aChannel(1_000, 50)
    const tooMuch = await announce(channel, { amount: 1_000.01 })
    expectRefusal(tooMuch, 'CASH409_NOT_ENOUGH')
    const netted = await announce(channel, { amount: 900, netted: 50.01 })
    expectRefusal(netted, 'REMITTANCE409_NETTED_TOO_MUCH')
    const atOnceOf = (body: Record<string, unknown>): Promise<Answer[]> =>
      atOnce(
        pool,
        `select from channels where channel_id = ${channel.channelId.slice(4)} for update`,
        [1, 2, 3].map(() => () => announce(channel, body)),
      )
    const netting = await atOnceOf({ amount: 100, netted: 50 })
    expect(netting.map(outcomeOf).toSorted()).toEqual([
      'REMITTANCE409_NETTED_TOO_MUCH',
      'REMITTANCE409_NETTED_TOO_MUCH',
      'announced',
    ])
    const paying = await atOnceOf({ amount: 500 })
    expect(paying.map(outcomeOf).toSorted()).toEqual([
      'CASH409_NOT_ENOUGH',
      'CASH409_NOT_ENOUGH',
      'announced',
    ])
  })

  test('is confirmed or cancelled, never both', async () => {
    const { pool } = scene.platform
    for (let round = 0; round < 4; round += 1) {
      const channel = await aChannel(100)
      const id = await announced(channel, { amount: 100 })
      const answers = await atOnce(
        pool,
        `select from remittances where remittance_id = '${id}' for update`,
        [() => bank(id, 100), () => cancel(channel, id), () => bank(id, 100)],
      )
      const outcomes = new Set(answers.map(outcomeOf))
      expect(outcomes.has('confirmed')).toBe(!outcomes.has('cancelled'))
      const moved = outcomes.has('confirmed') ? 0 : 10_000
      expect(await cashOf(pool, channel.channelId)).toBe(moved)
    }
  })

  test('refuses every other move, and other keys', async () => {
    const { platform, partner } = scene
    const [channel, other] = [await aChannel(1_000), await aChannel(0)]
    const cancelled = await announced(channel, { amount: 100 })
    expect((await cancel(channel, cancelled)).body.status).toBe('cancelled')
    expect((await cancel(channel, cancelled)).body.status).toBe('cancelled')
    expectRefusal(await bank(cancelled, 100), 'REMITTANCE409_WRONG_STATUS')
    const confirmed = await announced(channel, { amount: 100 })
    await bank(confirmed, 100)
    expectRefusal(await cancel(channel, confirmed), 'REMITTANCE409_WRONG_STATUS')
    const open = await announced(channel, { amount: 100 })
    expectRefusal(await cancel(other, open), 'REMITTANCE404_NOT_FOUND')
    expectRefusal(await bank('rem_1', 100), 'REMITTANCE404_NOT_FOUND')
    for (const key of [channel.apiKey, partner.apiKey, 'wrong']) {
      expectRefusal(await bank(open, 100, key), 'OPERATOR401_UNAUTHORIZED')
    }
    for (const key of [platform.operatorKey, partner.apiKey]) {
      expectRefusal(await cancel(channel, open, key), 'CHANNEL401_UNAUTHORIZED')
    }
    const { items } = await platform.operator(
      `/remittances?status=announced&channelId=${channel.channelId}`,
    )
    expect(items).toMatchObject([{ remittanceId: open }])
    const path = `/channel/v1/remittances/${open}`
    expect((await platform.call('GET', path, { key: channel.apiKey })).body.amount).toBe(100)
    const seen = await platform.call('GET', path, { key: other.apiKey })
    expectRefusal(seen, 'REMITTANCE404_NOT_FOUND')
  })
})
