import { describe, expect, test } from 'vitest'
import { channelNumber } from '../src/base/wire-ids.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const MISSING = '01989d2e-5c00-7a10-8f3b-9c1e000003e9'

/** 404 when the key is let in, 401 when it is not. */
const tryKey = (key: string) =>
  scene.platform.call('GET', `/channel/v1/payments/${MISSING}`, { key })

const newChannel = () => scene.platform.createChannel('AGENCY')

const rotate = (channelId: string, body?: unknown) =>
  scene.platform.call('POST', `/operator/v1/channels/${channelId}/rotate`, {
    key: scene.platform.operatorKey,
    ...(body !== undefined && { body }),
  })

describe("rotation of a channel's key (D22)", () => {
  test('with overlap 0 revokes the old key at once', async () => {
    const { channelId, apiKey } = await newChannel()
    expect((await tryKey(apiKey)).status).toBe(404)
    const { status, body } = await rotate(channelId, { overlapSeconds: 0 })
    expect(status).toBe(200)
    expect(body).toEqual({
      channelId,
      apiKey: expect.stringMatching(new RegExp(`^wasl_${channelId}_`)),
      previousValidUntil: expect.any(String),
    })
    expectRefusal(await tryKey(apiKey), 'CHANNEL401_UNAUTHORIZED')
    expect((await tryKey(body.apiKey)).status).toBe(404)
  })

  test('without a body accepts both keys for a day, then only the new one', async () => {
    const { channelId, apiKey } = await newChannel()
    const before = await scene.platform.clock.now()
    const { body } = await rotate(channelId)
    const rotatedMs = Date.parse(body.previousValidUntil) - 86_400_000
    expect(rotatedMs).toBeGreaterThanOrEqual(before.getTime())
    expect(rotatedMs).toBeLessThanOrEqual((await scene.platform.clock.now()).getTime())
    expect((await tryKey(apiKey)).status).toBe(404)
    await scene.platform.clock.advance(86_401)
    // What this process still believes is dropped by the next rotation of any channel.
    await rotate((await newChannel()).channelId)
    expectRefusal(await tryKey(apiKey), 'CHANNEL401_UNAUTHORIZED')
    expect((await tryKey(body.apiKey)).status).toBe(404)
  })

  test('never extends an old key beyond an earlier rotation’s end', async () => {
    const { channelId } = await newChannel()
    const first = await rotate(channelId, { overlapSeconds: 60 })
    await rotate(channelId, { overlapSeconds: 3600 })
    const { rows } = await scene.platform.pool.query<{ expires_at: Date | null }>(
      'select expires_at from channel_api_keys where channel_id = $1 order by expires_at',
      [channelNumber(channelId)],
    )
    expect(rows[0]?.expires_at?.toISOString()).toBe(first.body.previousValidUntil)
    expect(rows).toHaveLength(3)
  })

  test('is in the audit log, without a key', async () => {
    const { channelId } = await newChannel()
    await rotate(channelId, { overlapSeconds: 5 })
    const { items } = await scene.platform.operator(`/audit-log?subject=${channelId}`)
    expect(items[0]).toMatchObject({
      action: 'channel.rotate',
      subject: channelId,
      details: { overlapSeconds: 5 },
    })
  })

  test('of an unknown channel is CHANNEL404_NOT_FOUND', async () => {
    for (const id of ['chn_999999', 'chn_0', 'nobody']) {
      expectRefusal(await rotate(id), 'CHANNEL404_NOT_FOUND')
    }
    expectRefusal(await rotate('chn_1', { overlapSeconds: -1 }), 'VALIDATION400')
  })
})
