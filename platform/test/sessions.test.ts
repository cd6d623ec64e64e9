/** Sessions of users over HTTP: who gets in, what a page of another origin gets, and how they end. */
import { OPERATIONS } from '@wasl/protocol/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOldSessions } from '../src/parties/people/forget-old-sessions.ts'
import { pageHeaders, signInAgain, signInAs, type SignedIn } from './support/people.ts'
import type { Node, TestChannel } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { until } from './support/wait.ts'

let platform: TestPlatform
let other: Node
let channel: TestChannel
let partnerId: string
let owner: SignedIn

beforeAll(async () => {
  platform = await startTestPlatform()
  other = await platform.startNode()
  channel = await platform.createChannel()
  const created = await platform.call('POST', '/operator/v1/partners', {
    key: platform.operatorKey,
    body: { name: 'École El Amel', apiUrl: 'http://127.0.0.1:9/' },
  })
  partnerId = created.body.partnerId
  owner = await signInAs(platform, { side: 'operator' })
})

afterAll(() => platform.stop())

describe('a session', () => {
  test('opens the operations of its side, and says who is signed in', async () => {
    const viewer = await signInAs(platform, { side: 'partner', role: 'viewer', partnerId })
    const who = await viewer.call('GET', '/account/v1/session')
    expect(who.body).toMatchObject({
      userId: viewer.userId,
      side: 'partner',
      role: 'viewer',
      partnerId,
      partnerName: 'École El Amel',
      permissions: expect.arrayContaining(['payments.view', 'statements.view']),
    })
    expect(OPERATIONS.account.sessions.readSession.answer.schema.safeParse(who.body).error).toBe(
      undefined,
    )
    expect((await viewer.call('GET', '/partner/payments/v1')).status).toBe(200)
    expect((await viewer.call('GET', '/partner/webhooks/v1/events')).status).toBe(200)
    const manager = await signInAs(platform, { side: 'channel', channelId: channel.channelId })
    expect((await manager.call('GET', '/channel/v1/payments')).status).toBe(200)
    expect((await owner.call('GET', '/operator/v1/partners')).status).toBe(200)
  })

  test('is refused at the APIs of the other sides as an unknown key is', async () => {
    const viewer = await signInAs(platform, { side: 'partner', role: 'owner', partnerId })
    const refusals = await Promise.all([
      viewer.call('GET', '/operator/v1/partners'),
      viewer.call('GET', '/channel/v1/payments'),
      owner.call('GET', '/partner/payments/v1'),
      owner.call('POST', '/partner/qr/v1/set-qr-config', { body: {} }),
      owner.call('GET', '/partner/webhooks/v1/events'),
    ])
    expect(refusals.map(({ body }) => body.error)).toEqual([
      'OPERATOR401_UNAUTHORIZED',
      'CHANNEL401_UNAUTHORIZED',
      'PARTNER_API401_UNAUTHORIZED',
      'AUTH401_UNAUTHORIZED_ACCESS',
      'PARTNER_API401_UNAUTHORIZED',
    ])
  })

  test('is not sent together with a key', async () => {
    const answer = await owner.call('GET', '/operator/v1/partners', { key: platform.operatorKey })
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [{ path: 'x-api-key', message: expect.stringContaining('received both') }],
    ])
  })

  test('names the missing permission and who may give it, in three languages', async () => {
    const auditor = await signInAs(platform, { side: 'operator', role: 'auditor' })
    const asked = { body: { name: 'A', kind: 'AGENCY' } }
    const inLanguage = (language: string) =>
      auditor.call('POST', '/operator/v1/channels', {
        ...asked,
        headers: { 'accept-language': language },
      })
    const [en, fr, ar] = await Promise.all(['en', 'fr', 'ar'].map(inLanguage))
    expect(en?.body).toMatchObject({
      error: 'OPERATOR403_PERMISSION',
      permission: 'channels.edit',
    })
    for (const answer of [en, fr, ar]) {
      expect(answer?.status).toBe(403)
      expect(answer?.body.errorMessage).toContain('channels.edit')
      expect(answer?.body.errorMessage).toContain('owner')
    }
  })

  test('must be stepped up for secrets, and a key need not', async () => {
    const plain = await signInAs(platform, { side: 'operator', steppedUp: false })
    const rotate = `/operator/v1/partners/${partnerId}/rotate`
    const body = { secret: 'apiSecret' }
    const refused = await plain.call('POST', rotate, { body })
    expect([refused.status, refused.body.error]).toEqual([403, 'PERSON403_STEP_UP'])
    expect((await owner.call('POST', rotate, { body })).status).toBe(200)
    const byKey = await platform.call('POST', rotate, { key: platform.operatorKey, body })
    expect(byKey.status).toBe(200)
  })

  test('leaves the name of its user in the audit log', async () => {
    const amina = await signInAs(platform, { side: 'operator', name: 'Amina Haddad' })
    await amina.call('PATCH', `/operator/v1/partners/${partnerId}`, { body: { name: 'El Amel' } })
    const log = await platform.operator(`/audit-log?actor=${amina.userId}`)
    expect(log.items[0]).toMatchObject({ action: 'partner.update', actor: 'Amina Haddad' })
  })
})

describe('a request that a page of another origin makes', () => {
  const write = (headers: Record<string, string>) =>
    platform.call('PATCH', '/account/v1/account', {
      body: { language: 'ar' },
      headers: { cookie: `wasl-session=${owner.token}`, ...headers },
    })

  test.for([
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['of a sandbox', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['that says it is our own', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-origin' }],
    ['without an Origin', { 'sec-fetch-site': 'same-origin' }],
    ['that was typed', { origin: 'own', 'sec-fetch-site': 'none' }],
    ['without Sec-Fetch-Site', { origin: 'own' }],
  ] as const)('is refused: %s', async ([, headers]) => {
    const origin = 'origin' in headers && headers.origin === 'own' ? platform.origin : undefined
    const answer = await write({ ...headers, ...(origin !== undefined && { origin }) })
    expect([answer.status, answer.body.error]).toEqual([403, 'PERSON403_ORIGIN'])
  })

  test('reads nothing either, and a document that is opened in a tab is read', async () => {
    const read = (site: string) =>
      platform.call('GET', '/operator/v1/partners', {
        headers: { cookie: `wasl-session=${owner.token}`, 'sec-fetch-site': site },
      })
    expect((await read('same-site')).body.error).toBe('PERSON403_ORIGIN')
    expect((await read('none')).status).toBe(200)
  })

  test('is accepted from our own page', async () => {
    expect((await write(pageHeaders(platform.origin, owner.token))).body.language).toBe('ar')
  })
})

describe('a session ends', () => {
  test('at the next request in every process, when its user signs out', async () => {
    const user = await signInAs(platform, { side: 'operator' })
    const answer = await user.call('POST', '/account/v1/session/end')
    expect(answer.headers.get('set-cookie')).toMatch(/^wasl-session=; Path=\/; Max-Age=0; HttpOnly/)
    const stolen = { headers: pageHeaders(other.origin, user.token) }
    const read = await other.call('GET', '/operator/v1/partners', stolen)
    expect([read.status, read.body.error]).toEqual([401, 'OPERATOR401_UNAUTHORIZED'])
    expect((await user.call('GET', '/account/v1/session')).body.error).toBe(
      'PERSON401_UNAUTHORIZED',
    )
  })

  test('when its user ends it elsewhere; nobody ends that of another', async () => {
    const user = await signInAs(platform, { side: 'operator' })
    const phone = await signInAgain(platform, user.userId)
    const { body } = await user.call('GET', '/account/v1/sessions')
    expect(body.items.map((item: { isThisOne: boolean }) => item.isThisOne)).toEqual([false, true])
    const path = `/account/v1/sessions/${body.items[0].sessionId}/end`
    const stranger = await owner.call('POST', path)
    expect(stranger.body.error).toBe('SESSION404_NOT_FOUND')
    expect((await user.call('POST', path)).body).toEqual({ count: 1 })
    expect((await phone.call('GET', '/account/v1/session')).status).toBe(401)
    expect((await user.call('GET', '/account/v1/session')).status).toBe(200)
  })

  test('when it is not used, and at its latest moment however much it is used', async () => {
    const idle = await signInAs(platform, { side: 'operator' })
    const busy = await signInAs(platform, { side: 'operator' })
    const alive = async (user: SignedIn) =>
      (await user.call('GET', '/account/v1/session')).status === 200
    const seenAt = async () =>
      (
        await platform.pool.query(
          `select last_seen_at::text as at from sessions where user_id = $1`,
          [Number(busy.userId.slice(4))],
        )
      ).rows[0].at
    for (let hour = 1; hour <= 11; hour += 1) {
      const before = await seenAt()
      await platform.clock.advance(59 * 60)
      expect([hour, await alive(busy)]).toEqual([hour, true])
      await until('the use to be recorded', async () => (await seenAt()) !== before)
    }
    expect(await alive(idle)).toBe(false)
    await platform.clock.advance(71 * 60)
    expect(await alive(busy)).toBe(false)
    await platform.clock.advance(31 * 86_400)
    expect(await forgetOldSessions(platform.pool)).toBe(false)
    const { rows } = await platform.pool.query('select from sessions')
    expect(rows).toEqual([])
  })
})
