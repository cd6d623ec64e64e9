import { beforeAll, describe, expect, test } from 'vitest'
import { untilPeriodicWork } from './support/periodic.ts'
import {
  newReference,
  statusPath,
  type Answer,
  type Node,
  type TestPartner,
} from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const newPartner = () => scene.platform.createPartner(scene.server)

const ask = (partner: TestPartner, node: Node = scene.platform) => node.status(partner, 'INV')

/** Many calls at once, 17 under way: a number that does not go into 60. */
const askMany = async (partner: TestPartner, count: number, nodes: Node[]): Promise<Answer[]> => {
  const answers: Answer[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const node = nodes[next % nodes.length] as Node
      next += 1
      answers.push(await ask(partner, node))
    }
  }
  await Promise.all(Array.from({ length: 17 }, worker))
  return answers
}

const countOf = (answers: Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

/** `"partner";r=59;t=60` → { r: 59, t: 60 } */
const rateLimitOf = ({ headers }: Answer): { remaining: number; resetSeconds: number } => {
  const [, remaining, reset] =
    /^"partner";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  return { remaining: Number(remaining), resetSeconds: Number(reset) }
}

test('a partner is answered again soon after the clock was set back, because the process that leads repairs the quota', async () => {
  const partner = await newPartner()
  const { platform } = scene
  await askMany(partner, 60, [platform])
  await platform.pool.query(
    `update status_quotas
    set accepted_at = array(select at + 3600000000 from unnest(accepted_at) as at)
    where partner_id = $1`,
    [partner.number],
  )
  const refused = await ask(partner)
  expectRefusal(refused, 'PARTNER_API429_RATE_LIMITED')
  expect(refused.headers.get('retry-after')).toBe('60')
  await untilPeriodicWork(platform.pool, 'the quota to be repaired', async () => {
    const { rows } = await platform.pool.query<{ seconds: number }>(
      `select (accepted_at[60] / 1000000.0 - date_part('epoch', wasl_clock()))::float8 as seconds
      from status_quotas
      where partner_id = $1`,
      [partner.number],
    )
    return rows[0] !== undefined && rows[0].seconds <= 0
  })
  await platform.clock.advance(61)
  expect((await ask(partner)).status).toBe(200)
})

describe('60 status calls in 60 seconds (section 8, D5)', () => {
  // Otherwise calls leave the window while a slow machine makes the others.
  beforeAll(() => scene.platform.clock.stop())

  test('the 60th is answered and the 61st is 429 PARTNER_API429_RATE_LIMITED with Retry-After', async () => {
    const partner = await newPartner()
    for (let call = 1; call <= 60; call += 1) {
      const answer = await ask(partner)
      expect(answer.status).toBe(200)
      expect(rateLimitOf(answer).remaining).toBe(60 - call)
    }
    const refused = await ask(partner)
    expectRefusal(refused, 'PARTNER_API429_RATE_LIMITED')
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(50)
    expect(retryAfter).toBeLessThanOrEqual(60)
    expect(rateLimitOf(refused)).toEqual({ remaining: 0, resetSeconds: retryAfter })
  })

  test('exactly 60 of 200 concurrent calls are answered', async () => {
    const answers = await askMany(await newPartner(), 200, [scene.platform])
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([60, 140])
  })

  test('exactly 60 of 200 calls to two processes are answered', async () => {
    const node = await scene.platform.startNode()
    const partner = await newPartner()
    const answers = await askMany(partner, 200, [scene.platform, node])
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([60, 140])
    await node.stop()
  })

  test('all keys of a partner share its quota', async () => {
    const { platform } = scene
    const partner = await newPartner()
    const answer = await platform.call(
      'POST',
      `/operator/v1/partners/${partner.partnerId}/rotate`,
      { key: platform.operatorKey, body: { secret: 'apiKey', overlapSeconds: 3600 } },
    )
    const twin = { ...partner, apiKey: answer.body.value }
    const answers = [
      ...(await askMany(partner, 40, [platform])),
      ...(await askMany(twin, 40, [platform])),
    ]
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([60, 20])
  })

  test("another partner's calls do not count", async () => {
    const [busy, quiet] = [await newPartner(), await newPartner()]
    await askMany(busy, 70, [scene.platform])
    expect(rateLimitOf(await ask(quiet)).remaining).toBe(59)
  })

  test('the window slides: each call is free again 60 seconds after it was made, not before', async () => {
    const { platform } = scene
    const partner = await newPartner()
    for (let call = 0; call < 30; call += 1) await ask(partner)
    await platform.clock.advance(30)
    for (let call = 0; call < 30; call += 1) await ask(partner)
    const full = await ask(partner)
    expectRefusal(full, 'PARTNER_API429_RATE_LIMITED')
    expect(Number(full.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    await platform.clock.advance(20)
    expect((await ask(partner)).status).toBe(429)
    // The first thirty leave the window together, and no more than they.
    await platform.clock.advance(10)
    const answers = await askMany(partner, 40, [platform])
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([30, 10])
  })

  test('a call after Retry-After is answered', async () => {
    const { platform } = scene
    const partner = await newPartner()
    await askMany(partner, 60, [platform])
    const refused = await ask(partner)
    await platform.clock.advance(Number(refused.headers.get('retry-after')) - 5)
    expect((await ask(partner)).status).toBe(429)
    await platform.clock.advance(5)
    expect((await ask(partner)).status).toBe(200)
  })

  test('a refused call does not count, so constant calls are answered on time', async () => {
    const { platform } = scene
    const partner = await newPartner()
    await askMany(partner, 200, [platform])
    await platform.clock.advance(60)
    expect(rateLimitOf(await ask(partner)).remaining).toBe(59)
  })

  test('a call with an invalid reference counts too', async () => {
    const { platform } = scene
    const partner = await newPartner()
    const bad = await platform.status(partner, 'x'.repeat(129))
    expectRefusal(bad, 'VALIDATION400')
    expect(rateLimitOf(bad).remaining).toBe(59)
    await askMany(partner, 59, [platform])
    expectRefusal(await platform.status(partner, 'x'.repeat(129)), 'PARTNER_API429_RATE_LIMITED')
  })

  test('channels and operators are not limited by it', async () => {
    const { platform, partner, channel } = scene
    const { paymentId } = await platform.opened(channel, partner, newReference())
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => platform.payment(channel, paymentId)),
    )
    expect(countOf(answers, 200)).toBe(70)
  })
})

describe('the headers of the limit (D5)', () => {
  const POLICY = '"partner";q=60;w=60'

  test('RateLimit-Policy and RateLimit are on 200, 400, 403 and 429', async () => {
    const { platform } = scene
    const partner = await newPartner()
    const answers = [await ask(partner), await platform.status(partner, ' x')]
    await askMany(partner, 60, [platform])
    answers.push(await ask(partner))
    const inactive = await newPartner()
    await platform.call('PATCH', `/operator/v1/partners/${inactive.partnerId}`, {
      key: platform.operatorKey,
      body: { status: 'inactive' },
    })
    answers.push(await ask(inactive))
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 429, 403])
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe(POLICY)
      expect(headers.get('ratelimit')).toMatch(/^"partner";r=\d+;t=\d+$/)
    }
  })

  test('they are on 401 for the address, because no partner is known', async () => {
    const answer = await scene.platform.call('GET', statusPath('INV'), {
      headers: { 'x-forwarded-for': '203.0.113.1' },
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('ratelimit-policy')).toBe('"address";q=60;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(/^"address";r=59;t=\d+$/)
  })

  test('t is the time until the oldest call leaves the window', async () => {
    const { platform } = scene
    const partner = await newPartner()
    expect(rateLimitOf(await ask(partner))).toEqual({ remaining: 59, resetSeconds: 60 })
    await platform.clock.advance(45)
    const { remaining, resetSeconds } = rateLimitOf(await ask(partner))
    expect(remaining).toBe(58)
    expect(resetSeconds).toBeGreaterThanOrEqual(10)
    expect(resetSeconds).toBeLessThanOrEqual(15)
  })
})

describe('requests without a valid key (D5)', () => {
  const from = (address: string, key: string | null, path = statusPath('INV')) =>
    scene.platform.call('GET', path, { key, headers: { 'x-forwarded-for': address } })

  test('do not count for the partner, even with its number', async () => {
    const partner = await newPartner()
    const wrong = `${partner.apiKey.slice(0, -6)}WRONG0`
    for (let call = 0; call < 50; call += 1) {
      expectRefusal(await from('203.0.113.2', wrong), 'PARTNER_API401_UNAUTHORIZED')
    }
    expect(rateLimitOf(await ask(partner)).remaining).toBe(59)
  })

  test('are limited to 60 in 60 seconds for each address, whatever they ask for', async () => {
    const address = '203.0.113.3'
    for (let call = 0; call < 59; call += 1) await from(address, null)
    expect((await from(address, null, '/operator/v1/partners')).status).toBe(401)
    const refused = await from(address, null)
    expectRefusal(refused, 'REQUEST429_RATE_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/)
    // Other addresses are not concerned.
    expectRefusal(await from('203.0.113.4', null), 'PARTNER_API401_UNAUTHORIZED')
  })

  test.each([
    [
      'one address, whatever port its proxy names',
      (call: number) => `203.0.113.5:${50_000 + call}`,
    ],
    ['one IPv6 network', (call: number) => `2001:db8:7:1::${call.toString(16)}`],
    ['the same with ports', (call: number) => `[2001:db8:7:2::${call}]:${50_000 + call}`],
  ])('are counted together from %s', async (_, addressOf) => {
    for (let call = 0; call < 60; call += 1) {
      expectRefusal(await from(addressOf(call), null), 'PARTNER_API401_UNAUTHORIZED')
    }
    expectRefusal(await from(addressOf(60), null), 'REQUEST429_RATE_LIMITED')
  })
})
