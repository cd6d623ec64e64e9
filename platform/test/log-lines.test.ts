/** What the log says of a request and of a delivery: which ids, at which level, how often. */
import { describe, expect, test } from 'vitest'
import { newReference } from './support/node.ts'
import { exchange } from './support/raw-client.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

/** Without the line that a slow machine adds. */
const linesWith = (field: string, value: string): any[] =>
  scene.platform.logs
    .map((line) => JSON.parse(line))
    .filter((line) => line[field] === value && line.msg !== 'slow request')

const INFO = 30
const WARN = 40

describe('a refused request', () => {
  test('of a channel is one line at info, with the channel, the partner and the payment', async () => {
    const { platform, partner, channel } = scene
    const { paymentId } = await platform.opened(channel, partner, newReference())
    await platform.change(channel, 'cancel', paymentId)
    const answer = await platform.change(channel, 'confirm', paymentId.toUpperCase())
    expect(answer.status).toBe(409)
    expect(linesWith('requestId', answer.body.requestId)).toEqual([
      {
        level: INFO,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        requestId: answer.body.requestId,
        code: answer.body.error,
        status: 409,
        method: 'POST',
        route: '/channel/v1/payments/:paymentId/confirm',
        partnerId: partner.partnerId,
        channelId: channel.channelId,
        paymentId,
        msg: 'request refused',
      },
    ])
  })

  test('names the partner that the channel asked for', async () => {
    const { platform, partner, channel } = scene
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    const answer = await platform.open(channel, partner, reference)
    expectRefusal(answer, 'REFERENCE409_LOCKED')
    const subject = { partnerId: partner.partnerId, channelId: channel.channelId }
    expect(linesWith('requestId', answer.body.requestId)).toMatchObject([
      { level: INFO, ...subject },
    ])
  })

  test('of a partner or an operator names the key’s owner', async () => {
    const { platform, partner } = scene
    const status = await platform.status(partner, ' ')
    const key = platform.operatorKey
    const operator = await platform.call('GET', '/operator/v1/partners/prt_999999', { key })
    expect(linesWith('requestId', status.body.requestId)).toMatchObject([
      { level: INFO, code: 'VALIDATION400', partnerId: partner.partnerId },
    ])
    expect(linesWith('requestId', operator.body.requestId)).toMatchObject([
      { level: INFO, operatorKeyId: 'opr_1', partnerId: 'prt_999999' },
    ])
  })

  test('without a valid key names no caller', async () => {
    const { platform, partner } = scene
    const apiKey = `${partner.apiKey.slice(0, -4)}AAAA`
    const { body } = await platform.status({ ...partner, apiKey }, 'INV')
    const [line, ...others] = linesWith('requestId', body.requestId)
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: INFO, code: 'PARTNER_API401_UNAUTHORIZED' })
    expect(Object.keys(line)).not.toContain('partnerId')
  })

  test('that is not HTTP is logged too', async () => {
    const { responses } = await exchange(scene.platform.port, 'nonsense\r\n\r\n')
    const { requestId } = JSON.parse(responses[0]?.body ?? '')
    expect(linesWith('requestId', requestId)).toMatchObject([
      { level: INFO, code: 'VALIDATION400' },
    ])
  })

  test('is sampled in a flood; a 5xx is always logged', async () => {
    const { platform, server, partner, channel } = scene
    const COUNT = 100
    const unknown = await Promise.all(
      Array.from({ length: COUNT }, () => platform.call('GET', '/nowhere')),
    )
    const logged = unknown.filter(({ body }) => linesWith('requestId', body.requestId).length > 0)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.length).toBeLessThan(COUNT)

    const broken = newReference()
    server.onLookup(() => ({ status: 500 }), broken)
    for (let count = 0; count < COUNT; count += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => platform.open(channel, partner, broken)),
      )
      for (const { status, body } of answers) {
        expect(status).toBeGreaterThanOrEqual(500)
        expect(linesWith('requestId', body.requestId)).toMatchObject([
          { level: WARN, partnerId: partner.partnerId, channelId: channel.channelId },
        ])
      }
    }
  })
})

describe('a delivery', () => {
  test('whose last attempt failed is one warning with its partner, payment and event', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    // The second attempt is to be the last one.
    const headers = { 'retry-after': '3600' }
    server.onWebhook(() => ({ status: 500, headers }), reference)
    const { paymentId } = await platform.opened(channel, partner, reference)
    await server.webhooksArrived(reference, 1)
    await platform.settled()
    expect(linesWith('paymentId', paymentId)).toEqual([])
    // The tenth attempt is the last one of the schedule.
    await platform.pool.query(
      'update webhook_deliveries set step = 9, due_at = wasl_now() where event_id = event_id_of($1, 1)',
      [paymentId],
    )
    await platform.wake()
    const line = await until('the warning', () => linesWith('paymentId', paymentId)[0])
    expect(line).toMatchObject({
      level: WARN,
      partnerId: partner.partnerId,
      eventId: expect.any(String),
      attempt: 2,
      outcome: 'http_status',
      status: 500,
    })
  })
})
