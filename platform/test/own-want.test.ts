/** A machine that has no files, ports or memory left for connections: its own fault, and nobody else's. */
import { expect, test } from 'vitest'
import { failure } from '../src/base/outbound/exchange.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

let lacks = false

const scene = useScene({
  hooks: {
    aroundSend: (send) => (request) =>
      lacks
        ? Promise.resolve(failure('no_resources', 'this machine has no file left (EMFILE)', 1))
        : send(request),
  },
})

const eventsOf = async (paymentId: string): Promise<any[]> =>
  (await scene.platform.operator(`/webhook-events?paymentId=${paymentId}`)).items

test('a lookup fails as the platform being unavailable, and is not kept under the key', async () => {
  const { platform, partner, channel } = scene
  const reference = newReference()
  const key = { 'idempotency-key': reference }
  lacks = true
  for (let call = 1; call <= 6; call += 1) {
    const refused = await platform.open(channel, partner, reference, key)
    expectRefusal(refused, 'SERVER503_UNAVAILABLE')
    expect(refused.body.details?.[0]?.message).toContain('EMFILE')
  }
  lacks = false
  // No breaker keeps the partner out, and the key holds no answer.
  expect((await platform.open(channel, partner, reference, key)).status).toBe(201)
})

test('a webhook is due again after ten seconds, at the same step', async () => {
  const { platform, partner, channel, server } = scene
  const reference = newReference()
  const { paymentId } = await platform.opened(channel, partner, reference)
  await platform.settled()
  // It must not be due again before its result is read.
  await platform.clock.stop()
  lacks = true
  await platform.change(channel, 'confirm', paymentId)
  const [event] = await until('the attempt to end', async () => {
    const events = await eventsOf(paymentId)
    return events[0].attempts > 0 && events[0].nextAttemptAt !== null && events
  })
  const read = () => platform.operator(`/webhook-events/${event.eventId}`)
  const ended = await until('its result', async () => {
    const detail = await read()
    return detail.attempts[0].outcome !== null && detail
  })
  expect(ended.state).toBe('pending')
  expect(ended.attempts).toMatchObject([{ outcome: 'not_sent', status: null }])
  expect(ended.attempts[0].error).toContain('EMFILE')
  const waitMs =
    new Date(ended.nextAttemptAt).getTime() - new Date(ended.attempts[0].finishedAt).getTime()
  expect(waitMs).toBe(10_000)
  const { rows } = await platform.pool.query(
    'select step from webhook_deliveries where event_id = event_id_of($1, 2)',
    [paymentId],
  )
  expect(rows).toEqual([{ step: 0 }])
  lacks = false
  await platform.clock.advance(11)
  await platform.wake()
  await server.webhooksArrived(reference, 2)
  await platform.settled()
  expect((await read()).state).toBe('delivered')
})
