import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../src/base/database/database.ts'
import { createLockReference } from '../src/payments/lock.ts'
import { newReference, type Answer, type TestChannel } from './support/node.ts'
import { callSet, makeQrCode, payCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const KIND = '/operator/v1/channel-kinds/DELIVERY'

/** A channel of its own for each story: nothing is known of it yet. */
let channel: TestChannel

beforeEach(async () => {
  channel = await scene.platform.createChannel('DELIVERY')
})

const limitTo = async (settings: Record<string, number | null>): Promise<void> => {
  const { platform } = scene
  const answer = await platform.call('PATCH', KIND, { key: platform.operatorKey, body: settings })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject(settings)
}

const open = (reference = newReference()): Promise<Answer> =>
  scene.platform.open(channel, scene.partner, reference)

const limitedCount = async (code: string): Promise<number> => {
  const { text } = await scene.platform.call('GET', '/metrics')
  return Number(new RegExp(`wasl_channel_limited_total\\{code="${code}"\\} (\\d+)`).exec(text)?.[1])
}

describe('the locks that a channel has open at once', () => {
  test('are limited exactly by its kind, also for concurrent requests', async () => {
    const { platform, partner, server } = scene
    await limitTo({ openLocksMax: 5 })
    const before = await limitedCount('CHANNEL429_TOO_MANY_LOCKS')
    const answers = await Promise.all(Array.from({ length: 20 }, () => open()))
    const opened = answers.filter(({ status }) => status === 201)
    expect(opened).toHaveLength(5)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 'CHANNEL429_TOO_MANY_LOCKS')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    }
    expect(await limitedCount('CHANNEL429_TOO_MANY_LOCKS')).toBe(before + 15)

    const reference = newReference()
    expectRefusal(await open(reference), 'CHANNEL429_TOO_MANY_LOCKS')
    expect(server.lookupsOf(reference)).toEqual([])
    // Another channel of the same kind has locks of its own.
    await platform.opened(await platform.createChannel('DELIVERY'), partner, reference)

    await platform.change(channel, 'confirm', opened[0]?.body.paymentId)
    await platform.change(channel, 'cancel', opened[1]?.body.paymentId)
    const again: Answer[] = []
    await until('two more to be opened', async () => {
      again.push(await open())
      return again.filter(({ status }) => status === 201).length === 2
    })
    expectRefusal(await open(), 'CHANNEL429_TOO_MANY_LOCKS')
  })

  test('are counted together with those of QR codes, and a refusal is not kept under its key', async () => {
    const { platform, partner } = scene
    await limitTo({ openLocksMax: 2 })
    const token = await makeQrCode(platform.pool, partner)
    await callSet(platform, partner, { qrCodeToken: token, amounts: [500] })
    const first = await open()
    expect((await payCode(platform, channel, token)).status).toBe(201)
    const headers = { 'idempotency-key': 'once' }
    expectRefusal(await payCode(platform, channel, token, {}, headers), 'CHANNEL429_TOO_MANY_LOCKS')
    expectRefusal(await open(), 'CHANNEL429_TOO_MANY_LOCKS')
    await platform.change(channel, 'confirm', first.body.paymentId)
    await until('the same request to be taken', async () => {
      const { status } = await payCode(platform, channel, token, {}, headers)
      return status === 201
    })
  })

  test('are limited in the opening statement: of a batch, the first ones are opened', async () => {
    const { platform, partner } = scene
    const db = createDatabase(platform.databaseUrl)
    const lockReference = createLockReference(db.opens)
    const channelId = Number(channel.channelId.slice('chn_'.length))
    const lock = (locksMax: number | null) =>
      lockReference({
        partnerId: partner.number,
        reference: newReference('ROOM'),
        channelId,
        channelKind: 'DELIVERY',
        amount: 1_000,
        currency: 'DZD',
        amountDetail: [],
        details: [],
        lockSeconds: 900,
        locksMax,
      })
    try {
      expect(await lock(null)).not.toBeNull()
      const [first, ...batch] = await Promise.all(Array.from({ length: 10 }, () => lock(4)))
      // One that was open, and three of the batch.
      expect([first, ...batch].map((payment) => payment !== null)).toEqual([
        true,
        true,
        true,
        ...Array.from({ length: 7 }, () => false),
      ])
      expect(await lock(4)).toBeNull()
      expect(await lock(null)).not.toBeNull()
    } finally {
      await db.close()
    }
  })
})

describe('a channel’s lookups of unknown references', () => {
  test('are limited by its kind, and then no partner is asked', async () => {
    const { platform, partner, server } = scene
    await limitTo({ openLocksMax: null, notFoundPerMinute: 3 })
    const unknown = (reference: string) => {
      server.onLookup(
        () => ({ status: 404, body: { error: 'NOT_FOUND', errorMessage: 'No.' } }),
        reference,
      )
      return open(reference)
    }
    // What is found costs nothing of it.
    for (let count = 0; count < 4; count += 1) expect((await open()).status).toBe(201)
    const beganMs = performance.now()
    for (let count = 0; count < 3; count += 1) {
      expectRefusal(await unknown(newReference()), 'REFERENCE404_NOT_FOUND')
    }
    const before = await limitedCount('CHANNEL429_TOO_MANY_NOT_FOUND')
    let reference = newReference()
    let refused = await unknown(reference)
    // Each 20 s that a slow machine takes give one back.
    const givenBack = () => (performance.now() - beganMs) / 20_000
    for (let more = 1; refused.status === 404 && more <= givenBack(); more += 1) {
      reference = newReference()
      refused = await unknown(reference)
    }
    expectRefusal(refused, 'CHANNEL429_TOO_MANY_NOT_FOUND')
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThanOrEqual(1)
    expect(retryAfter).toBeLessThanOrEqual(20)
    expect(server.lookupsOf(reference)).toEqual([])
    expect(await limitedCount('CHANNEL429_TOO_MANY_NOT_FOUND')).toBe(before + 1)
    await platform.opened(await platform.createChannel('DELIVERY'), partner, newReference())
  })
})
