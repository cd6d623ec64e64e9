/** Handovers over HTTP (D30): who sees what, what moves, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

let channel: TestChannel
let agent: string
let safe: string

beforeAll(async () => {
  channel = scene.channel
  agent = await makeAgent(scene.platform.pool, channel)
  safe = safeOf(channel)
})

afterAll(() => expectCustodyHolds(scene.platform.pool))

const post = (path: string, body: unknown, key = channel.apiKey): Promise<Answer> =>
  scene.platform.call('POST', `/channel/v1/handovers${path}`, { key, body })

const read = (handoverId: string): Promise<Answer> =>
  scene.platform.call('GET', `/channel/v1/handovers/${handoverId}`, { key: channel.apiKey })

/** An offer of this many dinars, which the giver holds. */
const offer = async (amount: number): Promise<{ handoverId: string; code: string }> => {
  await giveCash(scene.platform.pool, agent, amount * 100)
  const answer = await post('', { from: agent, to: safe, amount })
  expect(answer.status).toBe(201)
  return answer.body
}

const held = async (): Promise<{ agent: number; safe: number }> => {
  const { pool } = scene.platform
  return { agent: await cashOf(pool, agent), safe: await cashOf(pool, safe) }
}

const wrong = (code: string): string => (code === '00000000' ? '00000001' : '00000000')

describe('a handover', () => {
  test('shows its code once, and its amount to no receiver before the count', async () => {
    const { handoverId, code } = await offer(14_800)
    const { body } = await read(handoverId)
    expect(body).toMatchObject({ status: 'offered', from: agent, to: safe, amount: null })
    const listed = await scene.platform.call('GET', '/channel/v1/handovers', {
      key: channel.apiKey,
    })
    const seen = JSON.stringify([body, listed.body])
    expect(seen).not.toContain(code)
    expect(seen).not.toContain('14800')
    const { rows } = await scene.platform.pool.query('select handovers::text as row from handovers')
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('moves what was counted, and the same receipt again moves nothing', async () => {
    const { handoverId, code } = await offer(500)
    const before = await held()
    const first = await post(`/${handoverId}/receive`, { code, counted: 500 })
    const again = await post(`/${handoverId.toUpperCase()}/receive`, { code, counted: 500 })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.body).toMatchObject({ status: 'received', amount: 500, counted: 500 })
    expect(again.body).toEqual(first.body)
    const after = await held()
    expect(after).toEqual({ agent: before.agent - 50_000, safe: before.safe + 50_000 })
    const other = await post(`/${handoverId}/receive`, { code, counted: 499 })
    expectRefusal(other, 'HANDOVER409_WRONG_STATUS')
  })

  test('is cancelled by the fifth wrong code, also when all come at once', async () => {
    const { handoverId, code } = await offer(100)
    const before = await held()
    const guess = () => post(`/${handoverId}/receive`, { code: wrong(code), counted: 100 })
    const answers = await atOnce(
      scene.platform.pool,
      `select from handovers where handover_id = '${handoverId}' for update`,
      Array.from({ length: 8 }, () => guess),
    )
    const left = answers
      .filter(({ status }) => status === 403)
      .map(({ body }) => body.codesLeft as number)
    expect(left.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
    for (const answer of answers.filter(({ status }) => status !== 403)) {
      expectRefusal(answer, 'HANDOVER409_WRONG_STATUS')
    }
    const late = await post(`/${handoverId}/receive`, { code, counted: 100 })
    expectRefusal(late, 'HANDOVER409_WRONG_STATUS')
    expect((await read(handoverId)).body).toMatchObject({
      status: 'cancelled',
      codesLeft: 0,
      reason: 'wrong codes',
    })
    expect(await held()).toEqual(before)
  })

  test('a right code after four wrong ones is accepted', async () => {
    const { handoverId, code } = await offer(100)
    for (const codesLeft of [4, 3, 2, 1]) {
      const answer = await post(`/${handoverId}/receive`, { code: wrong(code), counted: 100 })
      expectRefusal(answer, 'HANDOVER403_WRONG_CODE')
      expect(answer.body.codesLeft).toBe(codesLeft)
    }
    expect((await post(`/${handoverId}/receive`, { code, counted: 100 })).status).toBe(200)
  })

  test('is received once, however many people receive and cancel it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { handoverId, code } = await offer(300)
      const before = await held()
      const answers = await atOnce(
        scene.platform.pool,
        `select from handovers where handover_id = '${handoverId}' for update`,
        [
          ...Array.from(
            { length: 6 },
            () => () => post(`/${handoverId}/receive`, { code, counted: 300 }),
          ),
          () => post(`/${handoverId}/cancel`, {}),
          () => post(`/${handoverId}/dispute`, { reason: 'No cash here' }),
        ],
      )
      const { status } = (await read(handoverId)).body
      const moved = status === 'received' ? 30_000 : 0
      expect(await held()).toEqual({ agent: before.agent - moved, safe: before.safe + moved })
      for (const answer of answers) {
        expect([status, 'HANDOVER409_WRONG_STATUS']).toContain(outcomeOf(answer))
      }
    }
  })

  test('does not let two receipts give the same notes', async () => {
    const { pool } = scene.platform
    const poor = await makeAgent(pool, channel)
    await giveCash(pool, poor, 100_000)
    const offers = await Promise.all(
      [1, 2, 3, 4].map(() => post('', { from: poor, to: safe, amount: 1_000 })),
    )
    // All have read the balance, or wait to read it, before the first of them writes.
    const answers = await atOnce(
      pool,
      'lock table ledger_transfers in share mode',
      offers.map(
        ({ body: { handoverId, code } }) =>
          () =>
            post(`/${handoverId}/receive`, { code, counted: 1_000 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectRefusal(answer, 'CASH409_NOT_ENOUGH')
    }
    expect(await cashOf(pool, poor)).toBe(0)
  })
})

describe('an offer is refused', () => {
  test('when the giver holds less', async () => {
    const { pool } = scene.platform
    const poor = await makeAgent(pool, channel)
    await giveCash(pool, poor, 9_999)
    expectRefusal(await post('', { from: poor, to: safe, amount: 100 }), 'CASH409_NOT_ENOUGH')
    expect((await post('', { from: poor, to: safe, amount: 99.99 })).status).toBe(201)
  })

  test('to an inactive agent, who may still give', async () => {
    const { pool } = scene.platform
    const gone = await makeAgent(pool, channel, 'inactive')
    await giveCash(pool, gone, 10_000)
    await giveCash(pool, agent, 10_000)
    const to = await post('', { from: agent, to: gone, amount: 100 })
    expectRefusal(to, 'HOLDER409_INACTIVE')
    expect((await post('', { from: gone, to: agent, amount: 100 })).status).toBe(201)
  })

  test('to and from holders of another channel, and to oneself', async () => {
    const { platform } = scene
    const other = await platform.createChannel('DELIVERY')
    const stranger = await makeAgent(platform.pool, other)
    for (const holder of [stranger, safeOf(other), 'agt_99999', 'safe_99999']) {
      const to = await post('', { from: agent, to: holder, amount: 1 })
      const from = await post('', { from: holder, to: agent, amount: 1 })
      expectRefusal(to, 'HOLDER404_NOT_FOUND')
      expectRefusal(from, 'HOLDER404_NOT_FOUND')
    }
    expectRefusal(await post('', { from: agent, to: agent, amount: 1 }), 'VALIDATION400')
    for (const to of ['chn_1', 'safe_0', 'agt_', 'bank', 'safe_1 ']) {
      expectRefusal(await post('', { from: agent, to, amount: 1 }), 'VALIDATION400')
    }
  })
})

describe('from each final status', () => {
  const CAUSES = {
    receive: 'received',
    decline: 'declined',
    cancel: 'cancelled',
    dispute: 'disputed',
  } as const

  const act = (cause: string, id: string, code: string, key = channel.apiKey): Promise<Answer> => {
    if (cause === 'receive') return post(`/${id}/receive`, { code, counted: 100 }, key)
    return post(`/${id}/${cause}`, cause === 'dispute' ? { reason: 'Too little' } : {}, key)
  }

  test.for(Object.entries(CAUSES))(
    'after %s only the same is accepted',
    async ([cause, status]) => {
      const { handoverId, code } = await offer(100)
      expect((await act(cause, handoverId, code)).body).toMatchObject({ status })
      const before = await held()
      for (const next of Object.keys(CAUSES)) {
        const answer = await act(next, handoverId, code)
        expect(outcomeOf(answer)).toBe(next === cause ? status : 'HANDOVER409_WRONG_STATUS')
      }
      expect(await held()).toEqual(before)
    },
  )

  test('another channel, an operator, a partner and nobody change and see nothing', async () => {
    const { platform, partner } = scene
    const other = await platform.createChannel('DELIVERY')
    const { handoverId, code } = await offer(100)
    for (const cause of Object.keys(CAUSES)) {
      expectRefusal(await act(cause, handoverId, code, other.apiKey), 'HANDOVER404_NOT_FOUND')
      for (const key of [platform.operatorKey, partner.apiKey, 'wrong']) {
        expectRefusal(await act(cause, handoverId, code, key), 'CHANNEL401_UNAUTHORIZED')
      }
      expectRefusal(await act(cause, 'hnd_1', code), 'HANDOVER404_NOT_FOUND')
    }
    const path = `/channel/v1/handovers/${handoverId}`
    const seen = await platform.call('GET', path, { key: other.apiKey })
    expectRefusal(seen, 'HANDOVER404_NOT_FOUND')
    const listed = await platform.call('GET', '/channel/v1/handovers', { key: other.apiKey })
    expect(listed.body.items).toEqual([])
    expect((await read(handoverId)).body.status).toBe('offered')
    const all = await platform.operator(`/handovers?channelId=${channel.channelId}&limit=1`)
    expect(all.items).toMatchObject([{ handoverId, amount: 100 }])
    expect(all.nextCursor).not.toBeNull()
  })

  test('lists find a handover by its status and its holder', async () => {
    const { handoverId, code } = await offer(100)
    await act('dispute', handoverId, code)
    const { items } = await scene.platform.operator(`/handovers?status=disputed&holder=${agent}`)
    expect(items[0]).toMatchObject({ handoverId, reason: 'Too little' })
    expect((await scene.platform.operator('/handovers?holder=agt_99999')).items).toEqual([])
  })
})

describe('a count that differs', () => {
  test.for([
    [480, 'short', -20],
    [520, 'over', 20],
  ] as const)(
    'by the receiver, %d of 500, is a variance of the giver',
    async ([counted, kind, by]) => {
      const { pool } = scene.platform
      const { handoverId, code } = await offer(500)
      const before = await held()
      const { body } = await post(`/${handoverId}/receive`, { code, counted })
      expect(body).toMatchObject({ status: 'received', amount: 500, counted, difference: by })
      // The giver is rid of the amount that was offered, and the receiver has what was counted.
      expect(await held()).toEqual({
        agent: before.agent - 50_000,
        safe: before.safe + counted * 100,
      })
      const { items } = await scene.platform.operator('/variances?status=open&limit=1')
      expect(items).toMatchObject([{ source: 'handover', sourceId: handoverId, kind, amount: 20 }])
      const { varianceId } = items[0]
      expect(await balance(pool, 'variance', varianceId)).toBe(-by * 100)
      const again = await post(`/${handoverId}/receive`, { code, counted })
      expect(again.body).toEqual(body)
      expect(await balance(pool, 'variance', varianceId)).toBe(-by * 100)
    },
  )

  test('is counted once by receivers at once, also when they count differently', async () => {
    const { pool } = scene.platform
    const { handoverId, code } = await offer(400)
    const before = await held()
    const answers = await atOnce(
      pool,
      `select from handovers where handover_id = '${handoverId}' for update`,
      [390, 395, 390, 400].map(
        (counted) => () => post(`/${handoverId}/receive`, { code, counted }),
      ),
    )
    const { counted } = (await read(handoverId)).body
    for (const answer of answers) {
      expect(['received', 'HANDOVER409_WRONG_STATUS']).toContain(outcomeOf(answer))
    }
    const received = answers.filter(({ status }) => status === 200)
    expect(new Set(received.map(({ body }) => body.counted))).toEqual(new Set([counted]))
    expect(await held()).toEqual({
      agent: before.agent - 40_000,
      safe: before.safe + counted * 100,
    })
  })
})
