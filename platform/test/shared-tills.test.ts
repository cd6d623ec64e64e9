/** Tills that agents share: enrolled devices, PINs, and the attacks on them (D29, W139). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { checkMasterKeys } from '../src/base/secrets/check-master-keys.ts'
import { forgetLostSecrets } from '../src/parties/secrets/forget-lost.ts'
import { resealSecrets } from '../src/base/secrets/reseal.ts'
import { readUserSecret } from '../src/parties/credentials/user-secrets.ts'
import { pageHeaders, signInAs, type SignedIn } from './support/people.ts'
import type { Answer, Node, TestChannel } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { atOnce } from './support/custody.ts'
import { expectRefusal } from './support/scene.ts'
import { whileFull } from './support/full-queue.ts'
import { cookieOf, fromPage, newAddress } from './support/sign-in.ts'

let platform: TestPlatform
let other: Node
let channel: TestChannel
let supervisor: SignedIn

beforeAll(async () => {
  platform = await startTestPlatform()
  other = await platform.startNode()
  await platform.clock.stop()
  channel = await platform.createChannel()
  supervisor = await signInAs(platform, {
    side: 'channel',
    role: 'supervisor',
    channelId: channel.channelId,
  })
})

afterAll(() => platform.stop())

const PIN = '8264'

const newAgent = async (name: string): Promise<string> => {
  const { body } = await platform.call('POST', '/channel/v1/agents', {
    key: channel.apiKey,
    body: { name },
  })
  return body.agentId
}

/** Enrols a browser; returns its cookie and its id. */
const enrol = async (name: string): Promise<{ cookie: string; deviceId: string }> => {
  const answer = await supervisor.call('POST', '/account/v1/devices', { body: { name } })
  expect(answer.status).toBe(201)
  const cookie = `wasl-device=${cookieOf(answer, 'wasl-device')}`
  return { cookie, deviceId: answer.body.deviceId }
}

const codeFor = async (agentId: string): Promise<string> => {
  const { status, body } = await supervisor.call('POST', `/account/v1/pins/${agentId}/code`)
  expect(status).toBe(200)
  return body.code
}

const choose = (cookie: string, agentId: string, code: string, pin = PIN): Promise<Answer> =>
  fromPage(platform, '/device/pin', { agentId, code, pin }, { cookie })

const signIn = (
  cookie: string,
  agentId: string,
  pin: string,
  node: Pick<Node, 'origin' | 'port' | 'call'> = platform,
): Promise<Answer> => fromPage(node, '/sign-in/pin', { agentId, pin }, { cookie })

/** An agent with a PIN at an enrolled till. */
const agentAt = async (name: string) => {
  const till = await enrol(`Till of ${name}`)
  const agentId = await newAgent(name)
  const chosen = await choose(till.cookie, agentId, await codeFor(agentId))
  expect(chosen.status).toBe(200)
  return { ...till, agentId, token: cookieOf(chosen) }
}

const session = (token: string): Promise<Answer> =>
  platform.call('GET', '/account/v1/session', { headers: pageHeaders(platform.origin, token) })

test('an agent chooses a PIN with the code of the supervisor, and signs in with it at enrolled tills alone', async () => {
  const till = await enrol('Counter 1')
  const agentId = await newAgent('Yasmine')
  const code = await codeFor(agentId)
  expectRefusal(await choose(till.cookie, agentId, code, '4321'), 'PIN422_WEAK')
  expectRefusal(await choose('wasl-device=none', agentId, code), 'DEVICE401_UNAUTHORIZED')
  expect((await choose(till.cookie, agentId, code)).status).toBe(200)
  // The code was used up.
  expectRefusal(await choose(till.cookie, agentId, code, '9713'), 'PIN401_UNAUTHORIZED')
  await platform.clock.advance(60)
  const signedIn = await signIn(till.cookie, agentId, PIN)
  const { body } = await session(cookieOf(signedIn))
  expect(body).toMatchObject({ agentId, role: 'agent', method: 'pin', email: null })
  expectRefusal(await signIn('', agentId, PIN), 'DEVICE401_UNAUTHORIZED')
  const foreign = await platform.createChannel()
  const stranger = await signInAs(platform, {
    side: 'channel',
    role: 'manager',
    channelId: foreign.channelId,
  })
  const unlock = await stranger.call('POST', `/account/v1/pins/${agentId}/unlock`)
  expectRefusal(unlock, 'AGENT404_NOT_FOUND')
  const elsewhere = await stranger.call('POST', '/account/v1/devices', {
    body: { name: 'Foreign' },
  })
  const cookie = `wasl-device=${cookieOf(elsewhere, 'wasl-device')}`
  expectRefusal(await signIn(cookie, agentId, PIN), 'PIN401_UNAUTHORIZED')
})

test('a till shows its agents, and ends what it signed in when it is revoked', async () => {
  const { cookie, deviceId, agentId, token } = await agentAt('Karim')
  const read = () => platform.call('GET', '/account/v1/device', { headers: { cookie } })
  const { body } = await read()
  expect(body).toMatchObject({ deviceId, name: 'Till of Karim' })
  expect(body.people).toContainEqual({ agentId, name: 'Karim', hasPin: true, isLocked: false })
  expect((await session(token)).status).toBe(200)
  const agent = { headers: pageHeaders(platform.origin, token), body: { name: 'My own' } }
  const own = await platform.call('POST', '/account/v1/devices', agent)
  expectRefusal(own, 'PERSON403_STEP_UP')
  const revoked = await supervisor.call('POST', `/account/v1/devices/${deviceId}/revoke`)
  expect(revoked.body.revokedAt).not.toBeNull()
  expect((await session(token)).status).toBe(401)
  expectRefusal(await read(), 'DEVICE401_UNAUTHORIZED')
  expectRefusal(await signIn(cookie, agentId, PIN), 'DEVICE401_UNAUTHORIZED')
})

test('a PIN is locked on its till after five wrong ones, however many are sent at once to two processes', async () => {
  const { cookie, agentId } = await agentAt('Nabil')
  let compared = 0
  for (let round = 1; round <= 7; round += 1) {
    // Longer than any pause between tries.
    await platform.clock.advance(60)
    const guesses = Array.from({ length: 8 }, (_, index) =>
      signIn(cookie, agentId, String(1_000 + round * 10 + index), index % 2 ? other : platform),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    compared += statuses.filter((status) => status === 401).length
  }
  expect(compared).toBe(5)
  await platform.clock.advance(86_400)
  expectRefusal(await signIn(cookie, agentId, PIN), 'PIN403_LOCKED')
  const { body } = await supervisor.call('GET', '/account/v1/pins')
  expect(body.items).toContainEqual({ agentId, name: 'Nabil', hasPin: true, isLocked: true })
  // It is locked there alone.
  const second = await enrol('Counter 9')
  expect((await signIn(second.cookie, agentId, PIN)).status).toBe(200)
  const unlocked = await supervisor.call('POST', `/account/v1/pins/${agentId}/unlock`)
  expect(unlocked.body.isLocked).toBe(false)
  expect((await signIn(cookie, agentId, PIN)).status).toBe(200)
})

test('a PIN is guessed ten times in 15 minutes on all devices together, also when a supervisor unlocks it', async () => {
  const { cookie, agentId } = await agentAt('Samira')
  const tills = await Promise.all([1, 2, 3, 4].map((till) => enrol(`Spare ${till}`)))
  let compared = 0
  for (let round = 0; round < 4; round += 1) {
    for (const till of tills) {
      const { status } = await signIn(till.cookie, agentId, String(3_107 + round))
      if (status === 401) compared += 1
    }
    await platform.clock.advance(20)
    await supervisor.call('POST', `/account/v1/pins/${agentId}/unlock`)
  }
  expect(compared).toBe(10)
  const refused = await signIn(cookie, agentId, PIN)
  expectRefusal(refused, 'PIN429_TOO_MANY_GUESSES')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
  // A new PIN is one that nobody has guessed at.
  expect((await choose(cookie, agentId, await codeFor(agentId), '7391')).status).toBe(200)
  expect((await signIn(cookie, agentId, '7391')).status).toBe(200)
})

test('a right PIN is neither wrong nor locked after floods, of passwords and of its address', async () => {
  const { cookie, agentId } = await agentAt('Farid')
  const address = { 'x-forwarded-for': newAddress() }
  const unknown = { ...address, cookie: `wasl-device=${'x'.repeat(43)}` }
  const answers: number[] = []
  for (let sent = 0; sent < 61; sent += 1) {
    const body = { agentId, pin: PIN }
    answers.push((await fromPage(platform, '/sign-in/pin', body, unknown)).status)
  }
  expect(answers.slice(59)).toEqual([401, 429])
  const signInThere = (pin = PIN) =>
    fromPage(platform, '/sign-in/pin', { agentId, pin }, { ...address, cookie })
  await whileFull('stranger', async () => {
    for (let round = 0; round < 3; round += 1) expect((await signInThere()).status).toBe(200)
  })
  // Even the queue of PINs is full: what was not compared is no try.
  const statuses = await whileFull('known', async () => {
    const seen: number[] = []
    while (seen.filter((status) => status === 503).length < 8 && seen.length < 60) {
      seen.push((await signInThere()).status)
    }
    return seen
  })
  expect(new Set(statuses)).toContain(503)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await signInThere()).status).toBe(200)
})

test('a channel has twenty devices and two for each active agent', async () => {
  const small = await platform.createChannel()
  const manager = await signInAs(platform, {
    side: 'channel',
    role: 'manager',
    channelId: small.channelId,
  })
  const add = () => manager.call('POST', '/account/v1/devices', { body: { name: 'Counter' } })
  const first = await add()
  for (let device = 2; device <= 19; device += 1) expect((await add()).status).toBe(201)
  // Two begin to enrol the last one, and neither has stored its device: one does.
  const noInsert = 'lock table devices in share row exclusive mode'
  const answers = await atOnce(platform.pool, noInsert, [add, add])
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409])
  const full = await add()
  expectRefusal(full, 'DEVICE409_TOO_MANY')
  expect(full.body.limit).toBe(20)
  await manager.call('POST', `/account/v1/devices/${first.body.deviceId}/revoke`)
  expect((await add()).status).toBe(201)
})

test('a PIN and the secret of an app are sealed: another master key replaces the first one', async () => {
  const { agentId } = await agentAt('Lina')
  const { rows } = await platform.pool.query<{ user_id: number; sealed: Buffer }>(
    `select user_id, sealed from user_secrets join users using (user_id)
    where agent_id = $1 and field = 'pin'`,
    [Number(agentId.slice('agt_'.length))],
  )
  const userId = rows[0]?.user_id as number
  expect(rows[0]?.sealed.toString('latin1')).not.toContain('argon2')
  const next = createKeyring(Buffer.alloc(32, 7))
  await expect(checkMasterKeys(platform.pool, next)).rejects.toThrow(/WASL_MASTER_KEY/)
  const both = createKeyring(Buffer.alloc(32, 7), [platform.masterKey])
  expect(await resealSecrets(platform.pool, both)).toBeGreaterThan(0)
  await checkMasterKeys(platform.pool, next)
  const opened = await readUserSecret(platform.pool, next, { userId, field: 'pin' })
  expect(opened?.secret).toMatch(/^\$argon2id\$/)
  // That one is lost as well: nobody is left with a secret that no process can open.
  // A process would seal what it makes meanwhile under the first key.
  await platform.stopNodes()
  const last = createKeyring(Buffer.alloc(32, 8))
  const by = { id: null, name: 'command line', requestId: null }
  const { users } = await forgetLostSecrets(platform.pool, last, by)
  expect(users).toContain(`usr_${userId}`)
  await checkMasterKeys(platform.pool, last)
})
