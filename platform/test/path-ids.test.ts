/** Ids in a path that cannot be ids: the refusal says which of them it is about. */
import type { Operation } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import { expect, test } from 'vitest'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const keyOf = (path: string): string => {
  if (path.startsWith('/operator/')) return scene.platform.operatorKey
  return path.startsWith('/channel/') ? scene.channel.apiKey : scene.partner.apiKey
}

const TOO_LONG = 'x'.repeat(129)

test.each([
  ['GET', '/operator/v1/partners/1001', 'partnerId'],
  ['POST', '/operator/v1/partners/1001/rotate', 'partnerId'],
  ['GET', '/operator/v1/partners/1001/qr-codes', 'partnerId'],
  ['GET', '/operator/v1/payments/p-1', 'paymentId'],
  ['POST', '/operator/v1/payments/p-1/refunds', 'paymentId'],
  ['GET', '/operator/v1/refunds/r-1', 'refundId'],
  ['POST', '/operator/v1/refunds/r-1/approve', 'refundId'],
  ['GET', '/operator/v1/webhook-events/e-1', 'eventId'],
  ['POST', '/operator/v1/webhook-events/e-1/redeliver', 'eventId'],
  ['GET', '/partner/webhooks/v1/events/e-1', 'eventId'],
  ['GET', `/operator/v1/qr-codes/${TOO_LONG}`, 'token'],
  ['GET', `/operator/v1/qr-codes/${TOO_LONG}/image`, 'token'],
  ['GET', `/channel/v1/qr-codes/${TOO_LONG}`, 'token'],
  ['POST', `/channel/v1/qr-codes/${TOO_LONG}/payments`, 'token'],
])('%s %s names its %s', async (method, path, name) => {
  const answer = await scene.platform.call(method, path, {
    key: keyOf(path),
    ...(method === 'POST' && { body: {} }),
  })
  expectRefusal(answer, 'VALIDATION400')
  expect(answer.body.details).toMatchObject([{ path: name }])
  expect(answer.body.details[0].message).not.toBe('')
})

/** Operations with ids in their path, whose callers have a key here. Every text may be an Idempotency-Key. */
const WITH_IDS = [OPERATIONS.operator, OPERATIONS.channel, OPERATIONS.partner]
  .flatMap((tables) => Object.values(tables))
  .flatMap((table) => Object.values<Operation>(table))
  .filter(({ path }) => path.includes('{') && !/\{(?:name|reference|key)\}/.test(path))
  // A key of a channel or a partner has no right to its users: permissions.test calls these.
  .filter(({ path }) => !/\/(?:partner|channel)\/.*users/.test(path))

test.each(
  WITH_IDS.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('%s refuses what is no id, and never fails', async (_name, { method, path, body }) => {
  const asked = path.replaceAll(/\{\w+\}/g, 'no-id')
  const answer = await scene.platform.call(method, asked, {
    key: keyOf(path),
    headers: { 'idempotency-key': 'once' },
    ...(body !== undefined && { body: body.example }),
  })
  expect([400, 404]).toContain(answer.status)
})
