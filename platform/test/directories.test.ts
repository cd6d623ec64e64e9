/** Signing in through a company's directory by OpenID Connect, and the attacks on it (W277). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partnerNumber } from '../src/base/wire-ids.ts'
import { findHome } from '../src/cells/homes.ts'
import { createAuthenticator } from './support/authenticator.ts'
import { startDirectory, type TestDirectory } from './support/directory.ts'
import { pageHeaders, signInAs, type SignedIn } from './support/people.ts'
import type { Answer } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import type { TestStore } from './support/stores.ts'
import { expectRefusal } from './support/scene.ts'
import { addPasskey, cookieOf, fromPage, signInByPasskey } from './support/sign-in.ts'

let platform: TestPlatform
let directory: TestDirectory
let partnerId: string
let owner: SignedIn
let second: SignedIn

const SETTINGS = '/partner/users/v1/directory'

const ROLES = [
  { group: 'accounting', role: 'finance' },
  { group: 'staff', role: 'viewer' },
]

const settings = () => ({
  issuer: directory.issuer,
  clientId: directory.clientId,
  clientSecret: directory.clientSecret,
  roles: ROLES,
})

const set = (change: object = {}, as = owner): Promise<Answer> =>
  as.call('PUT', SETTINGS, { body: { ...settings(), ...change } })

beforeAll(async () => {
  // In two cells: users and directories are in the first one, the school is in the second.
  const started = await startTestPlatform({ cells: 2 })
  const [control] = started.stores as [TestStore, TestStore]
  platform = { ...started, pool: control.pool }
  const { body } = await platform.call('POST', '/operator/v1/partners', {
    key: platform.operatorKey,
    body: { name: 'École El Amel', apiUrl: 'http://127.0.0.1:9/school' },
  })
  ;({ partnerId } = body)
  expect((await findHome(control.pool, partnerNumber(partnerId) as number))?.cell).not.toBe(
    control.name,
  )
  owner = await signInAs(platform, { side: 'partner', partnerId, name: 'Amina Haddad' })
  second = await signInAs(platform, { side: 'partner', partnerId, name: 'Karim Saadi' })
  const { redirectUri } = (await owner.call('GET', SETTINGS)).body
  directory = await startDirectory(redirectUri)
  expect(await set()).toMatchObject({ status: 200 })
})

afterAll(async () => {
  await platform.stop()
  await directory?.close()
})

beforeEach(() => {
  Object.assign(directory, { forge: null, usesOtherKey: false, document: {} })
})

type Begun = { url: URL; cookie: string }

const begin = async (again = false, organisation = partnerId): Promise<Begun> => {
  const answer = await fromPage(platform, '/sign-in/directory/start', { organisation, again })
  expect(answer).toMatchObject({ status: 200 })
  return { url: new URL(answer.body.url), cookie: cookieOf(answer, 'wasl-directory') }
}

const finish = (cookie: string | null, callback: string): Promise<Answer> =>
  fromPage(
    platform,
    '/sign-in/directory',
    { callback },
    cookie === null ? {} : { cookie: `wasl-directory=${cookie}` },
  )

const signIn = async (subject: string, again = false, organisation?: string): Promise<Answer> => {
  const { url, cookie } = await begin(again, organisation)
  return finish(cookie, await directory.signIn(url.href, subject))
}

let people = 0

/** A new person of the directory. */
const newPerson = (groups: readonly string[] = ['staff'], more: object = {}): string => {
  people += 1
  const email = `person-${people}@ecole.example`
  const subject = `subject-${people}`
  const name = `Person ${people}`
  directory.people.set(subject, { name, email, email_verified: true, groups, ...more })
  return subject
}

const change = (subject: string, groups: readonly string[]): void => {
  directory.people.set(subject, { ...directory.people.get(subject), groups })
}

const sessionOf = (answer: Answer): Promise<Answer> =>
  platform.call('GET', '/account/v1/session', {
    headers: pageHeaders(platform.origin, cookieOf(answer)),
  })

const changed = (query: string, name: string, value: string): string => {
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `?${parameters.toString()}`
}

describe('a person of a group', () => {
  test('gets an account at the first sign-in, and the role of the group at each', async () => {
    const subject = newPerson(['visitors', 'staff'])
    const first = await signIn(subject)
    expect(first).toMatchObject({ status: 200, body: { side: 'partner' } })
    expect((await sessionOf(first)).body).toMatchObject({
      role: 'viewer',
      method: 'directory',
      partnerId,
      email: directory.people.get(subject)?.email,
      steppedUpUntil: null,
    })
    const { body } = await second.call('GET', '/account/v1/security')
    expect(body.notices[0]).toMatchObject({ kind: 'directory.join', subject: first.body.userId })
    change(subject, ['staff', 'accounting'])
    const again = await signIn(subject)
    expect(again.body.userId).toBe(first.body.userId)
    expect((await sessionOf(again)).body.role).toBe('finance')
  })

  test('whose group is gone is closed at the next sign-in, with every session, and comes back with a group', async () => {
    const subject = newPerson()
    const first = await signIn(subject)
    change(subject, ['visitors'])
    expectRefusal(await signIn(subject), 'DIRECTORY403_NO_GROUP')
    expect((await sessionOf(first)).status).toBe(401)
    change(subject, ['staff'])
    const back = await signIn(subject)
    expect(back.body.userId).toBe(first.body.userId)
    // What an owner closes, no directory opens.
    const path = `/partner/users/v1/${first.body.userId}`
    await owner.call('PATCH', path, { body: { status: 'disabled' } })
    expectRefusal(await signIn(subject), 'DIRECTORY403_CLOSED')
  })

  test('without any group never gets an account', async () => {
    const subject = newPerson([])
    expectRefusal(await signIn(subject), 'DIRECTORY403_NO_GROUP')
    const { rows } = await platform.pool.query('select from directory_people where subject = $1', [
      subject,
    ])
    expect(rows).toHaveLength(0)
  })

  test('signs in there alone: a passkey only confirms', async () => {
    const first = await signIn(newPerson(), true)
    const headers = pageHeaders(platform.origin, cookieOf(first))
    const call: SignedIn['call'] = (method, path, options) =>
      platform.call(method, path, { ...options, headers })
    const authenticator = createAuthenticator()
    await addPasskey(platform, { call } as SignedIn, authenticator)
    expectRefusal(await signInByPasskey(platform, authenticator), 'DIRECTORY403_SIGN_IN_THERE')
    const { body } = await call('POST', '/account/v1/step-up/options')
    expect(body.directory).toBe(partnerId)
    expect(body.options).not.toBeNull()
  })

  test('counts as confirmed for ten minutes who showed the password again', async () => {
    const { url } = await begin(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '600' })
    const { body } = await sessionOf(await signIn(newPerson(), true))
    expect(body.steppedUpUntil).not.toBeNull()
  })

  test('has the role of the group alone, until an owner invites the person instead', async () => {
    const { body } = await signIn(newPerson())
    const path = `/partner/users/v1/${body.userId}`
    const promoted = await owner.call('PATCH', path, { body: { role: 'owner' } })
    expectRefusal(promoted, 'DIRECTORY409_ROLE')
    expect((await owner.call('POST', `${path}/invite`)).status).toBe(200)
  })

  test('does not take the e-mail address of another user', async () => {
    const taken = newPerson()
    await signIn(taken)
    const { email = '' } = directory.people.get(taken) ?? {}
    expectRefusal(await signIn(newPerson(['staff'], { email })), 'USER409_TAKEN')
    // An address that nobody has proved is nobody's.
    const unproved = await signIn(newPerson(['staff'], { email, email_verified: false }))
    expect((await sessionOf(unproved)).body.email).toBeNull()
  })
})

describe('an answer of the directory', () => {
  test('counts once, in the browser that began, for five minutes', async () => {
    const { url, cookie } = await begin()
    const callback = await directory.signIn(url.href, newPerson())
    // The directory answers the same request twice, each time with a code that was never used.
    const another = await directory.signIn(url.href, newPerson())
    expectRefusal(await finish(null, callback), 'DIRECTORY401_NOT_CONFIRMED')
    expectRefusal(await finish('A'.repeat(43), callback), 'DIRECTORY401_NOT_CONFIRMED')
    expect((await finish(cookie, callback)).status).toBe(200)
    expectRefusal(await finish(cookie, another), 'DIRECTORY401_NOT_CONFIRMED')
    await platform.clock.stop()
    const late = await begin()
    const answer = await directory.signIn(late.url.href, newPerson())
    await platform.clock.advance(301)
    expectRefusal(await finish(late.cookie, answer), 'DIRECTORY401_NOT_CONFIRMED')
  })

  test('is refused with another state than the one of this sign-in', async () => {
    const { url, cookie } = await begin()
    const callback = await directory.signIn(url.href, newPerson())
    const planted = changed(callback, 'state', 'planted')
    expectRefusal(await finish(cookie, planted), 'DIRECTORY401_NOT_CONFIRMED')
  })

  test('is refused with another nonce, and without one', async () => {
    for (const nonce of ['planted', undefined]) {
      directory.forge = (claims) => ({ ...claims, nonce })
      expectRefusal(await signIn(newPerson()), 'DIRECTORY401_NOT_CONFIRMED')
    }
  })

  test('that was stolen is of no use in another browser, even if the directory forgets nonces', async () => {
    const victim = await begin()
    const stolen = await directory.signIn(victim.url.href, newPerson())
    const thief = await begin()
    const nonce = thief.url.searchParams.get('nonce')
    directory.forge = (claims) => ({ ...claims, nonce })
    const state = thief.url.searchParams.get('state') ?? ''
    const used = await finish(thief.cookie, changed(stolen, 'state', state))
    expectRefusal(used, 'DIRECTORY401_NOT_CONFIRMED')
  })

  test('is refused when another issuer made it', async () => {
    directory.forge = (claims) => ({ ...claims, iss: 'https://login.evil.example' })
    expectRefusal(await signIn(newPerson()), 'DIRECTORY401_NOT_CONFIRMED')
  })

  test('is refused when it is for another client', async () => {
    directory.forge = (claims) => ({ ...claims, aud: 'another' })
    expectRefusal(await signIn(newPerson()), 'DIRECTORY401_NOT_CONFIRMED')
  })

  test('is refused when another key signed it', async () => {
    Object.assign(directory, { forge: (claims: object) => claims, usesOtherKey: true })
    expectRefusal(await signIn(newPerson()), 'DIRECTORY401_NOT_CONFIRMED')
  })

  test('is not asked for when the directory names itself otherwise, or names a script as its page', async () => {
    const start = () => fromPage(platform, '/sign-in/directory/start', { organisation: partnerId })
    directory.document = { issuer: 'https://login.evil.example' }
    expectRefusal(await start(), 'DIRECTORY502_NO_ANSWER')
    // oxlint-disable-next-line no-script-url -- what a partner might plant
    directory.document = { authorization_endpoint: 'javascript:alert(1)' }
    expectRefusal(await start(), 'DIRECTORY502_NO_ANSWER')
    expect((await set()).body.details).toMatchObject([{ path: 'issuer' }])
  })
})

describe('the settings of a directory', () => {
  test('are of an owner who has just confirmed, told to the other owners, and keep the secret', async () => {
    const clerk = await signInAs(platform, { side: 'partner', partnerId, role: 'developer' })
    expectRefusal(await set({}, clerk), 'PARTNER_API403_PERMISSION')
    const later = await signInAs(platform, { side: 'partner', partnerId, steppedUp: false })
    expectRefusal(await set({}, later), 'PERSON403_STEP_UP')
    const { status, text } = await set({ clientSecret: undefined })
    expect(status).toBe(200)
    expect(text).not.toContain(directory.clientSecret)
    const { body } = await second.call('GET', '/account/v1/security')
    expect(body.notices[0]).toMatchObject({ kind: 'directory.set', by: owner.name })
    const { rows } = await platform.pool.query(
      `select sealed, (select string_agg(details::text, '') from audit_log) as log from directories`,
    )
    expect(rows[0].sealed.toString('latin1') + rows[0].log).not.toContain(directory.clientSecret)
    expect((await signIn(newPerson())).status).toBe(200)
  })

  test('make nobody an owner, and are not for an unknown client without its secret', async () => {
    expectRefusal(await set({ roles: [{ group: 'staff', role: 'owner' }] }), 'VALIDATION400')
    const other = await set({ clientId: 'another', clientSecret: undefined })
    expect(other.body.details).toMatchObject([{ path: 'clientSecret' }])
  })

  test('of the operator give the operator’s roles', async () => {
    const boss = await signInAs(platform, { side: 'operator' })
    const organisation = 'operator'
    const roles = [{ group: 'desk', role: 'support' }]
    const path = '/operator/v1/directory'
    await boss.call('PUT', path, { body: { ...settings(), roles } })
    const subject = newPerson(['desk'])
    const { body } = await signIn(subject, false, organisation)
    expect(body.side).toBe('operator')
    // Two people of the operator whose names look the same would count as one.
    const namesake = newPerson(['desk'], { name: directory.people.get(subject)?.name })
    expectRefusal(await signIn(namesake, false, organisation), 'USER409_TAKEN')
  })

  test('that are removed close the accounts of all who came from there', async () => {
    const subject = newPerson()
    const first = await signIn(subject)
    expect((await owner.call('POST', `${SETTINGS}/remove`)).body.directory).toBeNull()
    expect((await sessionOf(first)).status).toBe(401)
    const start = await fromPage(platform, '/sign-in/directory/start', { organisation: partnerId })
    expectRefusal(start, 'DIRECTORY404_NOT_FOUND')
    await set()
    expect((await signIn(subject)).body.userId).toBe(first.body.userId)
  })
})
