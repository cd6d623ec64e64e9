/** What people are told of their own accounts, and owners of their organisation (D34, W180). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { BY_COMMAND } from '../src/run/commands/run-command.ts'
import { inviteOwner } from '../src/parties/people/invite-owner.ts'
import { createNotifier } from '../src/operations/notifications/notifier.ts'
import { startMailServer, type MailServer } from './support/notified.ts'
import { signInAgain, signInAs, type SignedIn } from './support/people.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'
import { fromPage, PASSWORD } from './support/sign-in.ts'

let platform: TestPlatform
let owner: SignedIn
let other: SignedIn
let engineer: SignedIn

beforeAll(async () => {
  platform = await startTestPlatform()
  owner = await signInAs(platform, { side: 'operator', name: 'Salima Kaci' })
  other = await signInAs(platform, { side: 'operator', name: 'Karim Haddad' })
  engineer = await signInAs(platform, { side: 'operator', role: 'engineer', name: 'Rym Saadi' })
})

afterAll(() => platform.stop())

beforeEach(() => platform.pool.query('delete from security_notices'))

const security = async (who: Pick<SignedIn, 'call'>): Promise<any> =>
  (await who.call('GET', '/account/v1/security')).body

const told = async (who: SignedIn): Promise<string[]> =>
  (await security(who)).notices.map(({ kind, by, name }: any) => `${kind} ${name} by ${by}`)

let emails = 0

const invite = async (
  as: SignedIn,
  role: string,
  name: string,
  more: object = {},
): Promise<any> => {
  emails += 1
  const body = { role, name, email: `invited-${emails}@wasl.example`, ...more }
  const { status, body: invited } = await as.call('POST', '/operator/v1/users', { body })
  expect(status).toBe(201)
  return invited
}

describe('the other owners are told', () => {
  test('of an invitation, of a link for somebody who is there, and of a new owner', async () => {
    const { userId } = await invite(owner, 'support', 'Lina Bouzid')
    await owner.call('POST', `/operator/v1/users/${engineer.userId}/invite`)
    const promoted = await owner.call('PATCH', `/operator/v1/users/${userId}`, {
      body: { role: 'owner' },
    })
    expect(promoted.status).toBe(200)
    expect(await told(other)).toEqual([
      'user.change Lina Bouzid by Salima Kaci',
      'user.invite-again Rym Saadi by Salima Kaci',
      'user.invite Lina Bouzid by Salima Kaci',
    ])
    // Who did it knows it; and nobody without users to answer for is told of others.
    expect(await told(owner)).toEqual([])
    expect(await told(engineer)).toEqual(['user.invite-again Rym Saadi by Salima Kaci'])
  })

  test('of an operator key, also of one that a key made; then its person is told as well', async () => {
    const made = await owner.call('POST', '/operator/v1/operator-keys', { body: { name: 'erp' } })
    const { apiKey } = made.body
    await platform.call('POST', '/operator/v1/operator-keys', {
      key: apiKey,
      body: { name: 'erp of the night', holder: 'erp' },
    })
    const maker = `erp (${made.body.operatorKeyId}, Salima Kaci)`
    expect(await told(other)).toEqual([
      `operator-key.create erp of the night by ${maker}`,
      'operator-key.create erp by Salima Kaci',
    ])
    expect(await told(owner)).toContain(`operator-key.create erp of the night by ${maker}`)
  })

  test('of keys that are rotated or revoked: of the platform, of a channel, of a partner', async () => {
    const { body: made } = await owner.call('POST', '/operator/v1/operator-keys', {
      body: { name: 'till of the night' },
    })
    await owner.call('POST', `/operator/v1/operator-keys/${made.operatorKeyId}/revoke`)
    const rotation = { purpose: 'receipt', overlapSeconds: 0 }
    const signing = await owner.call('POST', '/operator/v1/signing-keys/rotate', { body: rotation })
    expect(signing.status).toBeLessThan(300)
    const { kid } = signing.body
    const body = { reason: 'lost' }
    await owner.call('POST', `/operator/v1/signing-keys/${kid}/revoke`, { body })
    expect(await told(other)).toEqual([
      'signing-key.revoke receipt by Salima Kaci',
      'signing-key.rotate receipt by Salima Kaci',
      'operator-key.revoke till of the night by Salima Kaci',
      'operator-key.create till of the night by Salima Kaci',
    ])

    const { channelId } = await platform.createChannel()
    const manager = await signInAs(platform, { side: 'channel', channelId })
    await owner.call('POST', `/operator/v1/channels/${channelId}/rotate`)
    expect(await told(manager)).toEqual([`channel.rotate ${channelId} by Salima Kaci`])

    const { body: partner } = await platform.call('POST', '/operator/v1/partners', {
      key: platform.operatorKey,
      body: { name: 'El Amel', apiUrl: 'http://127.0.0.1:9/' },
    })
    const of = { side: 'partner', partnerId: partner.partnerId } as const
    const first = await signInAs(platform, { ...of, name: 'Amel Ferhat' })
    const second = await signInAs(platform, { ...of, name: 'Yanis Ferhat' })
    const rotate = { body: { secret: 'hmacSecret' } }
    await owner.call('POST', `/operator/v1/partners/${partner.partnerId}/rotate`, rotate)
    await first.call('POST', '/partner/settings/v1/rotate', rotate)
    const byOwner = 'partner.rotate hmacSecret by Salima Kaci'
    expect(await told(first)).toEqual([byOwner])
    expect(await told(second)).toEqual(['partner.rotate hmacSecret by Amel Ferhat', byOwner])
  })

  test('of an owner whom a command on the platform’s machine invites', async () => {
    await inviteOwner(platform.pool, BY_COMMAND)
    for (const one of [owner, other])
      expect(await told(one)).toEqual(['user.invite  by command line'])
  })

  test('of a partner’s users its own owners are told, and no other partner’s', async () => {
    const partners = await Promise.all(
      ['El Amel', 'El Baraka'].map(async (name) => {
        const { body } = await platform.call('POST', '/operator/v1/partners', {
          key: platform.operatorKey,
          body: { name, apiUrl: 'http://127.0.0.1:9/' },
        })
        return signInAs(platform, { side: 'partner', partnerId: body.partnerId }).then((who) => ({
          who,
          partnerId: body.partnerId as string,
        }))
      }),
    )
    const [own, foreign] = partners
    await invite(owner, 'owner', 'A new owner', { partnerId: own?.partnerId })
    expect(await told(own?.who as SignedIn)).toEqual(['user.invite A new owner by Salima Kaci'])
    expect(await told(foreign?.who as SignedIn)).toEqual([])
  })
})

describe('a person is told', () => {
  test('of a new password, and what was read is not told again', async () => {
    const set = await engineer.call('POST', '/account/v1/password', {
      body: { password: 'blue-harbour-59-lantern' },
    })
    expect(set.status).toBe(200)
    const [notice] = (await security(engineer)).notices
    expect(notice).toMatchObject({ kind: 'password.set', by: 'Rym Saadi', seenAt: null })
    const seen = await engineer.call('POST', '/account/v1/security/seen', {
      body: { through: notice.noticeId },
    })
    expect(seen.body.notices).toMatchObject([{ seenAt: expect.any(String) }])
    expect(await told(other)).toEqual([])
  })

  test('of wrong tries to sign in as them since the sign-in before; owners see who is locked', async () => {
    const email = 'target@wasl.example'
    const target = await signInAs(platform, { side: 'operator', role: 'support', email })
    const guess = () =>
      fromPage(platform, '/sign-in/password', { email, password: PASSWORD, code: '000000' })
    expect((await security(target)).newTries).toBe(0)
    for (let tries = 0; tries < 10; tries += 1) {
      expectRefusal(await guess(), 'SIGN_IN401_UNAUTHORIZED')
    }
    expectRefusal(await guess(), 'SIGN_IN429_TOO_MANY_GUESSES')
    const back = await signInAgain(platform, target.userId)
    const { newTries, tries } = await security(back)
    expect(newTries).toBe(10)
    expect(tries[0]).toMatchObject({ method: 'password', address: expect.any(String) })
    const again = await signInAgain(platform, target.userId)
    expect((await security(again)).newTries).toBe(0)
    const { items } = (await owner.call('GET', '/operator/v1/users?limit=200')).body
    const seen = items.find(({ userId }: any) => userId === target.userId)
    expect(seen).toMatchObject({ isLocked: true, wrongTries: 10 })
    const free = items.find(({ userId }: any) => userId === other.userId)
    expect(free).toMatchObject({ isLocked: false, wrongTries: 0 })
  })
})

describe('by e-mail', () => {
  let mailServer: MailServer

  beforeEach(async () => {
    mailServer = await startMailServer()
  })

  afterEach(() => mailServer.close())

  test('each with an address gets it once, at the own address', async () => {
    const host = '127.0.0.1'
    const server = { host, port: mailServer.port, isTls: false, isLoopback: true, login: null }
    const notifier = createNotifier(
      {
        language: 'en',
        webhook: null,
        email: { server, from: 'wasl@wasl.example', to: ['ops@wasl.example'] },
      },
      {
        pool: platform.pool,
        origin: () => 'https://pay.example',
        onResult: () => undefined,
        log: pino({ level: 'silent' }),
      },
    )
    await owner.call('POST', '/operator/v1/operator-keys', { body: { name: 'a key to tell' } })
    while (await notifier.send('email'));
    await notifier.close()
    const { rows } = await platform.pool.query<{ email: string }>(
      `select email from users where side = 'operator' and role = 'owner' and status = 'active'`,
    )
    const mails = mailServer.mails.map(({ to }) => to.join())
    expect(mails.toSorted()).toEqual(rows.map(({ email }) => email).toSorted())
    expect(mailServer.mails[0]?.data).toContain('https://pay.example/account')
  })
})
