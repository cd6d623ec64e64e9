import { describe, expect, test } from 'vitest'
import { newReference, statusPath, type Answer, type TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const ROUTE = '/partner/payments/v1/:reference/status'

const ask = (partner: TestPartner, path: string): Promise<Answer> =>
  scene.platform.call('GET', path, { key: partner.apiKey })

/** Everything of an answer that does not differ from one call to the next. */
const lastingHeaders = ({ headers }: Answer): Record<string, string> => {
  const { 'x-request-id': id, date, ratelimit, ...rest } = Object.fromEntries(headers)
  expect([id, date, ratelimit]).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    expect.any(String),
    expect.stringMatching(/^"partner";r=\d+;t=\d+$/),
  ])
  return rest
}

const remaining = ({ headers }: Answer): number =>
  Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

const answered = async (status: number): Promise<number> => {
  const { text } = await scene.platform.call('GET', '/metrics', { key: null })
  const name = `wasl_http_request_seconds_count{method="GET",route="${ROUTE}",status="${status}"} `
  const line = text.split('\n').find((entry) => entry.startsWith(name))
  return Number(line?.slice(name.length) ?? 0)
}

describe('a status call on the fast path', () => {
  test('is answered exactly as by the route', async () => {
    const reference = newReference()
    await scene.platform.opened(scene.channel, scene.partner, reference)
    // The first call with a key takes the route.
    await ask(scene.partner, statusPath(reference))
    const plain = await ask(scene.partner, statusPath(reference))
    const queried = await ask(scene.partner, `${statusPath(reference)}?`)
    const encoded = await ask(
      scene.partner,
      statusPath(reference).replace(
        reference,
        `%${reference.charCodeAt(0).toString(16)}${reference.slice(1)}`,
      ),
    )
    expect(plain.body.stage).toBe('locked')
    for (const other of [queried, encoded]) {
      expect(other.text).toBe(plain.text)
      expect(lastingHeaders(other)).toEqual(lastingHeaders(plain))
    }
  })

  test('counts once in the quota when it is refused', async () => {
    const { platform, server } = scene
    const partner = await platform.createPartner(server)
    await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
      key: platform.operatorKey,
      body: { status: 'inactive' },
    })
    const refused = [
      await ask(partner, statusPath(newReference())),
      await ask(partner, statusPath(newReference())),
    ] as const
    for (const answer of refused) expectRefusal(answer, 'PARTNER_API403_MERCHANT_INACTIVE')
    expect(remaining(refused[0]) - remaining(refused[1])).toBe(1)
  })

  test('counts once in the metrics, whatever its answer', async () => {
    const partner = await scene.platform.createPartner(scene.server)
    const before = [await answered(200), await answered(429)] as const
    for (let call = 0; call < 62; call += 1) await ask(partner, statusPath('INV'))
    expect([(await answered(200)) - before[0], (await answered(429)) - before[1]]).toEqual([60, 2])
  })
})
