/** Signing in and confirming who one is, and the attacks on both (D29, W135 to W138). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from './support/authenticator.ts'
import { pageHeaders, signInAgain, signInAs, type SignedIn } from './support/people.ts'
import type { Answer, Node } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { whileFull } from './support/full-queue.ts'
import { expectRefusal } from './support/scene.ts'
import {
  addPasskey,
  addPassword,
  codeOf,
  cookieOf,
  fromPage,
  newAddress,
  PASSWORD,
  pageOrigin,
  signInByPasskey,
} from './support/sign-in.ts'

let platform: TestPlatform
let other: Node

beforeAll(async () => {
  platform = await startTestPlatform()
  other = await platform.startNode()
  // No code and no challenge ends because a machine is slow.
  await platform.clock.stop()
})

afterAll(() => platform.stop())

const STEP_SECONDS = 30

const newUser = (steppedUp = true): Promise<SignedIn> =>
  signInAs(platform, { side: 'operator', role: 'support', steppedUp })

/** A user with a password and an app; `email` and `code` sign in. */
const newPasswordUser = async () => {
  const user = await newUser()
  const { secret, recoveryCodes } = await addPassword(user, platform.clock)
  const session = await user.call('GET', '/account/v1/session')
  const email: string = session.body.email
  await platform.clock.advance(STEP_SECONDS)
  return { user, email, recoveryCodes, code: () => codeOf(secret, platform.clock) }
}

type SignInOptions = {
  node?: Pick<Node, 'origin' | 'port' | 'call'>
  password?: string
  headers?: Record<string, string>
}

const statusesOf = (answers: Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, two) => one - two)

const signIn = (
  email: string,
  code: string,
  { node = platform, password = PASSWORD, headers = {} }: SignInOptions = {},
): Promise<Answer> => fromPage(node, '/sign-in/password', { email, password, code }, headers)

const session = (token: string): Promise<Answer> =>
  platform.call('GET', '/account/v1/session', { headers: pageHeaders(platform.origin, token) })

/** A code that the app does not show around now. */
const wrongCode = (code: string): string =>
  String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')

describe('a passkey', () => {
  test('signs its user in without a name, each time with a new session in the place of the one before', async () => {
    const user = await newUser()
    const authenticator = createAuthenticator()
    await addPasskey(platform, user, authenticator)
    // What an attacker planted in the browser becomes nobody's session.
    const planted = 'A'.repeat(43)
    const first = await signInByPasskey(platform, authenticator, {
      cookie: `wasl-session=${planted}`,
    })
    expect([first.status, first.body.userId]).toEqual([200, user.userId])
    const token = cookieOf(first)
    expect(token).not.toBe(planted)
    expect((await session(planted)).status).toBe(401)
    expect((await session(token)).body).toMatchObject({ method: 'passkey', steppedUpUntil: null })
    const again = await signInByPasskey(platform, authenticator, {
      cookie: `wasl-session=${token}`,
    })
    expect((await session(cookieOf(again))).status).toBe(200)
    expect((await session(token)).status).toBe(401)
  })

  test('answers a challenge once, in time, for its purpose, from a page of ours, and as itself', async () => {
    const user = await newUser()
    const authenticator = createAuthenticator()
    await addPasskey(platform, user, authenticator)
    const options = async (path = '/sign-in/passkey/options') =>
      (await fromPage(platform, path)).body.options
    const origin = pageOrigin(platform)
    const send = (response: unknown, node: Node = platform) =>
      fromPage(node, '/sign-in/passkey', { response })

    const response = authenticator.get(await options(), origin)
    expect((await send(response)).status).toBe(200)
    expectRefusal(await send(response), 'PASSKEY401_UNAUTHORIZED')

    const late = await options()
    await platform.clock.advance(301)
    expectRefusal(await send(authenticator.get(late, origin)), 'PASSKEY401_UNAUTHORIZED')

    const { body: asked } = await user.call('POST', '/account/v1/step-up/options')
    expectRefusal(await send(authenticator.get(asked.options, origin)), 'PASSKEY401_UNAUTHORIZED')

    const phished = authenticator.get(await options(), 'https://wasl.example.evil')
    expectRefusal(await send(phished), 'PASSKEY401_UNAUTHORIZED')

    // The key was copied: it signs with a count that has been seen.
    const copied = authenticator.get(await options(), origin, 1)
    expectRefusal(await send(copied), 'PASSKEY401_UNAUTHORIZED')

    const stranger = createAuthenticator()
    expectRefusal(await send(stranger.get(await options(), origin)), 'PASSKEY401_UNAUTHORIZED')

    // Two requests with one answer, to two processes.
    const raced = authenticator.get(await options(), origin)
    const answers = await Promise.all([send(raced), send(raced), send(raced)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Any process answers what another one asked.
    const elsewhere = authenticator.get(await options(), pageOrigin(other))
    expect((await send(elsewhere, other)).status).toBe(200)
  })

  test('is added and removed after a fresh confirmation alone, and never as the last way to sign in', async () => {
    const user = await newUser()
    const authenticator = createAuthenticator()
    const { passkeyId } = await addPasskey(platform, user, authenticator)
    const path = `/account/v1/passkeys/${passkeyId}`
    expectRefusal(await user.call('POST', `${path}/remove`), 'CREDENTIAL409_LAST')
    const second = createAuthenticator()
    await addPasskey(platform, user, second)
    const later = await signInAgain(platform, user.userId, false)
    expectRefusal(await later.call('POST', `${path}/remove`), 'PERSON403_STEP_UP')
    expectRefusal(await later.call('POST', '/account/v1/passkeys/options'), 'PERSON403_STEP_UP')
    const renamed = await later.call('PATCH', path, { body: { name: 'Old phone' } })
    expect(renamed.body.name).toBe('Old phone')
    const stranger = await newUser()
    const foreign = await stranger.call('PATCH', path, { body: { name: 'Mine' } })
    expectRefusal(foreign, 'PASSKEY404_NOT_FOUND')
    expectRefusal(await stranger.call('POST', `${path}/remove`), 'PASSKEY404_NOT_FOUND')
    expect((await user.call('POST', `${path}/remove`)).status).toBe(200)
    expectRefusal(await signInByPasskey(platform, authenticator), 'PASSKEY401_UNAUTHORIZED')
    expect((await signInByPasskey(platform, second)).status).toBe(200)
  })
})

describe('a confirmation', () => {
  test('lasts ten minutes, in its session alone, and no passkey of another user gives it', async () => {
    const user = await newUser()
    const authenticator = createAuthenticator()
    await addPasskey(platform, user, authenticator)
    const thief = createAuthenticator()
    await addPasskey(platform, await newUser(), thief)
    const later = await signInAgain(platform, user.userId, false)
    const confirm = async (by: typeof thief): Promise<Answer> => {
      const { body } = await later.call('POST', '/account/v1/step-up/options')
      const response = by.get(body.options, pageOrigin(platform))
      return later.call('POST', '/account/v1/step-up', { body: { response } })
    }
    expectRefusal(await confirm(thief), 'PASSKEY401_UNAUTHORIZED')
    const adding = () => later.call('POST', '/account/v1/passkeys/options')
    expectRefusal(await adding(), 'PERSON403_STEP_UP')
    expect((await confirm(authenticator)).status).toBe(200)
    expect((await adding()).status).toBe(200)
    const elsewhere = await signInAgain(platform, user.userId, false)
    const there = await elsewhere.call('POST', '/account/v1/passkeys/options')
    expectRefusal(there, 'PERSON403_STEP_UP')
    await platform.clock.advance(601)
    expectRefusal(await adding(), 'PERSON403_STEP_UP')
  })

  test('by code is limited: a thief of the session does not guess it', async () => {
    const { user, code } = await newPasswordUser()
    const thief = await signInAgain(platform, user.userId, false)
    const guess = wrongCode(await code())
    const confirm = (sent: string) =>
      thief.call('POST', '/account/v1/step-up', {
        body: { code: sent },
        headers: { 'x-forwarded-for': newAddress() },
      })
    const answers = await Promise.all(Array.from({ length: 14 }, () => confirm(guess)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const limited = await confirm(await code())
    expectRefusal(limited, 'SIGN_IN429_TOO_MANY_GUESSES')
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await platform.clock.advance(901)
    expect((await confirm(await code())).status).toBe(200)
  })
})

describe('a password with a code', () => {
  test('signs in, and each code once, in however many requests', async () => {
    const { email, code } = await newPasswordUser()
    const used = await code()
    const answers = await Promise.all([
      signIn(email, used),
      signIn(email, used, { node: other }),
      signIn(email, used),
    ])
    expect(statusesOf(answers)).toEqual([200, 401, 401])
    await platform.clock.advance(STEP_SECONDS)
    // The step before is still within the tolerance of clocks, but it is not newer than the used one.
    expectRefusal(await signIn(email, used), 'SIGN_IN401_UNAUTHORIZED')
    const upper = await signIn(email.toUpperCase(), await code())
    expect((await session(cookieOf(upper))).body).toMatchObject({ method: 'password' })
  })

  test('refuses an unknown address as a wrong password or a wrong code, and counts it as well', async () => {
    const { email, code } = await newPasswordUser()
    const passkeyOnly = await newUser()
    await addPasskey(platform, passkeyOnly, createAuthenticator())
    const { body: who } = await passkeyOnly.call('GET', '/account/v1/session')
    const right = await code()
    const wrong = [
      await signIn('nobody@wasl.example', right),
      await signIn(email, right, { password: `${PASSWORD}!` }),
      await signIn(email, wrongCode(right)),
      await signIn(who.email, right),
    ]
    const said = wrong.map(({ status, body, headers }) => ({
      status,
      body: { ...body, requestId: '' },
      names: [...headers.keys()].toSorted(),
    }))
    expect(said[0]?.body.error).toBe('SIGN_IN401_UNAUTHORIZED')
    for (const one of said) expect(one).toEqual(said[0])
    // A wrong password used the code up for nobody.
    expect((await signIn(email, right)).status).toBe(200)
    const guesses = Array.from({ length: 10 }, () => signIn('nobody@wasl.example', right))
    const last = (await Promise.all(guesses)).filter(({ status }) => status === 429)
    expect(last).toHaveLength(1)
  })

  test('cannot be guessed from many addresses in two processes, and its owner is not shut out for good', async () => {
    const { user, email, code } = await newPasswordUser()
    const authenticator = createAuthenticator()
    await addPasskey(platform, user, authenticator)
    const wrong = wrongCode(await code())
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        signIn(email, wrong, { node: index % 2 === 0 ? platform : other }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expectRefusal(await signIn(email, await code()), 'SIGN_IN429_TOO_MANY_GUESSES')
    expect((await signInByPasskey(platform, authenticator)).status).toBe(200)
    await platform.clock.advance(901)
    expect((await signIn(email, await code())).status).toBe(200)
  })

  test('has one count for each user, however the address is spelt, and knows only addresses that can be invited', async () => {
    const { email } = await newPasswordUser()
    const spellings = [email, email.toUpperCase(), email.replace('wasl', 'WaSl')]
    for (let sent = 0; sent < 10; sent += 1) {
      const answer = await signIn(spellings[sent % 3] ?? '', '123456', { password: 'wrong' })
      expectRefusal(answer, 'SIGN_IN401_UNAUTHORIZED')
    }
    for (const spelling of spellings) {
      expectRefusal(await signIn(spelling, '123456'), 'SIGN_IN429_TOO_MANY_GUESSES')
    }
    // PostgreSQL makes an i of it, and JavaScript an i with a dot.
    const foreign = [email.replace('wasl', 'waſl'), `İ${email}`, ` ${email}`]
    for (const spelling of foreign) {
      expectRefusal(await signIn(spelling, '123456'), 'VALIDATION400')
    }
  })

  test('that was not compared because of a flood is no guess', async () => {
    const { email, code } = await newPasswordUser()
    const statuses = await whileFull('stranger', async () => {
      const answers: number[] = []
      while (answers.filter((status) => status === 503).length < 12 && answers.length < 60) {
        answers.push((await signIn(email, '123456', { password: PASSWORD })).status)
      }
      return answers
    })
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(12)
    expect(statuses).not.toContain(429)
    expect((await signIn(email, await code())).status).toBe(200)
  })

  test('is not stopped by the wrong keys of its address', async () => {
    const { email, code } = await newPasswordUser()
    const headers = { 'x-forwarded-for': newAddress() }
    const call = () =>
      platform.call('GET', '/operator/v1/partners', { key: `wasl_opr_${'x'.repeat(43)}`, headers })
    for (let sent = 0; sent < 60; sent += 1) await call()
    expectRefusal(await call(), 'REQUEST429_RATE_LIMITED')
    expect((await signIn(email, await code(), { headers })).status).toBe(200)
  })

  test('is limited by address, before any password is compared', async () => {
    const { user, email, code } = await newPasswordUser()
    const headers = { 'x-forwarded-for': newAddress() }
    for (let sent = 0; sent < 60; sent += 1)
      await signIn(`${sent}@wasl.example`, '123456', { headers })
    expectRefusal(await signIn(email, await code(), { headers }), 'REQUEST429_RATE_LIMITED')
    expect((await signIn(email, await code())).status).toBe(200)
    // What no stranger there can have passes: a session, a key, a passkey.
    await platform.clock.advance(STEP_SECONDS)
    const inSession = { ...headers, cookie: `wasl-session=${user.token}` }
    expect((await signIn(email, await code(), { headers: inSession })).status).toBe(200)
    const key = platform.operatorKey
    expect((await platform.call('GET', '/operator/v1/partners', { key, headers })).status).toBe(200)
    const authenticator = createAuthenticator()
    await addPasskey(platform, await newUser(), authenticator)
    expect((await signInByPasskey(platform, authenticator, headers)).status).toBe(200)
  })

  test('passes where it was right lately, whatever a stranger sends from the same address', async () => {
    const { email, code } = await newPasswordUser()
    const colleague = await newPasswordUser()
    const headers = { 'x-forwarded-for': newAddress() }
    expect((await signIn(email, await code(), { headers })).status).toBe(200)
    for (let sent = 0; sent < 60; sent += 1)
      await signIn(`${sent}@wasl.example`, '123456', { headers })
    const unknown = await signIn(colleague.email, await colleague.code(), { headers })
    expectRefusal(unknown, 'REQUEST429_RATE_LIMITED')
    await platform.clock.advance(STEP_SECONDS)
    expect((await signIn(email.toUpperCase(), await code(), { headers })).status).toBe(200)
    // It is still guessed ten times and no more.
    for (let sent = 0; sent < 10; sent += 1) await signIn(email, '000000', { headers })
    expectRefusal(await signIn(email, await code()), 'SIGN_IN429_TOO_MANY_GUESSES')
  })

  test('takes ten recovery codes in place of codes, each once, until there are new ones', async () => {
    const { user, email, recoveryCodes } = await newPasswordUser()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const typed = first.toLowerCase().replaceAll('-', ' ')
    const answers = await Promise.all([signIn(email, typed), signIn(email, first, { node: other })])
    expect(statusesOf(answers)).toEqual([200, 401])
    expectRefusal(await signIn(email, first), 'SIGN_IN401_UNAUTHORIZED')
    const { body } = await user.call('GET', '/account/v1/credentials')
    expect(body.recoveryCodesLeft).toBe(9)
    expect((await user.call('POST', '/account/v1/recovery-codes')).status).toBe(200)
    expectRefusal(await signIn(email, second), 'SIGN_IN401_UNAUTHORIZED')
  })

  test('is refused when it is weak, reads one text in one way, and a change ends other sessions', async () => {
    const { user, email, code } = await newPasswordUser()
    const set = (password: string) =>
      user.call('POST', '/account/v1/password', { body: { password } })
    const weak = ['elevenchars', 'aaaaaaaaaaaaaaaa', `${user.name}12345`, email]
    for (const password of weak) expectRefusal(await set(password), 'PASSWORD422_WEAK')
    const elsewhere = await signInAgain(platform, user.userId)
    // é as one character when it is chosen, and as two when it is typed elsewhere.
    const long = `${'café crème '.repeat(20)}fin`
    expect((await set(long.normalize('NFC'))).status).toBe(200)
    expect((await elsewhere.call('GET', '/account/v1/session')).status).toBe(401)
    const cut = long.slice(0, 72)
    expectRefusal(await signIn(email, await code(), { password: cut }), 'SIGN_IN401_UNAUTHORIZED')
    const typed = await signIn(email, await code(), { password: long.normalize('NFD') })
    expect(typed.status).toBe(200)
  })

  test('is not sent by another site', async () => {
    const { email, code } = await newPasswordUser()
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expectRefusal(await signIn(email, await code(), { headers }), 'PERSON403_ORIGIN')
  })
})
