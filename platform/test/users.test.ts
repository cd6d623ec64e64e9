/** Users over HTTP: invited by link, joined, changed, disabled; and the last owner. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureFirstOwner, inviteOwner } from '../src/parties/people/invite-owner.ts'
import { BY_COMMAND } from '../src/run/commands/run-command.ts'
import { signInAgain, signInAs, type SignedIn } from './support/people.ts'
import type { Answer, Node } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { programFor } from './support/program.ts'
import { codeOf, fromPage, PASSWORD } from './support/sign-in.ts'

let platform: TestPlatform
let other: Node
let owner: SignedIn
let partnerId: string
let channelId: string

beforeAll(async () => {
  platform = await startTestPlatform()
  other = await platform.startNode()
  const created = await platform.call('POST', '/operator/v1/partners', {
    key: platform.operatorKey,
    body: { name: 'El Amel', apiUrl: 'http://127.0.0.1:9/' },
  })
  ;({ partnerId } = created.body)
  ;({ channelId } = await platform.createChannel())
})

afterAll(() => platform.stop())

const tokenOf = (link: string): string => link.split('#')[1] ?? ''

/** Joins with a password, as the page of the link does. */
const join = async (token: string, self: Record<string, unknown> = {}): Promise<Answer> => {
  const totp = await fromPage(platform, '/invitations/totp/options', { token, ...self })
  if (totp.status !== 200) return totp
  const { secret } = totp.body
  const code = await codeOf(secret, platform.clock)
  return fromPage(platform, '/invitations/accept', {
    token,
    ...self,
    credentials: { password: { password: PASSWORD, secret, code } },
  })
}

const sessionOf = (answer: Answer): Record<string, string> => ({
  cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  origin: platform.origin,
  'sec-fetch-site': 'same-origin',
})

test('the first owner joins by the link of the start, which is made once', async () => {
  const token = await ensureFirstOwner(platform.pool, BY_COMMAND)
  expect(await ensureFirstOwner(platform.pool, BY_COMMAND)).toBeNull()
  const self = { name: 'Yacine Belkacem', email: 'yacine@wasl.example' }
  expect((await join(token ?? '')).body.details[0].path).toBe('name')
  const joined = await join(token ?? '', self)
  expect([joined.status, joined.body]).toMatchObject([
    200,
    { name: 'Yacine Belkacem', side: 'operator', recoveryCodes: expect.any(Array) },
  ])
  const who = await platform.call('GET', '/account/v1/session', { headers: sessionOf(joined) })
  expect(who.body).toMatchObject({ role: 'owner', name: 'Yacine Belkacem' })
  expect((await join(token ?? '', self)).body.error).toBe('INVITATION404_NOT_FOUND')
  owner = {
    name: who.body.name,
    ...(await signInAgain(platform, who.body.userId)),
  }
})

describe('a user', () => {
  test('is invited by a link that works once, for a week, and signs in as invited', async () => {
    const invited = await owner.call('POST', '/operator/v1/users', {
      body: { name: 'Amina', email: 'amina@ecole.example', role: 'viewer', partnerId },
    })
    expect([invited.status, invited.body]).toMatchObject([201, { status: 'invited', partnerId }])
    const token = tokenOf(invited.body.link)
    const read = await fromPage(platform, '/invitations/read', { token })
    expect(read.body).toMatchObject({
      name: 'Amina',
      organisation: 'El Amel',
      invitedBy: owner.name,
    })
    // Two browsers use the link at once.
    const both = await Promise.all([join(token), join(token)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const session = sessionOf(both.find(({ status }) => status === 200) as Answer)
    const payments = await platform.call('GET', '/partner/payments/v1', { headers: session })
    expect(payments.status).toBe(200)
    const late = await owner.call('POST', `/operator/v1/users/${invited.body.userId}/invite`)
    await platform.clock.advance(7 * 86_400 + 1)
    const ended = await fromPage(platform, '/invitations/read', { token: tokenOf(late.body.link) })
    expect(ended.body.error).toBe('INVITATION404_NOT_FOUND')
    owner = { ...owner, ...(await signInAgain(platform, owner.userId)) }
  })

  test('with the address or the name of another is refused, and so is a foreign role', async () => {
    const invite = async (body: object) =>
      (await owner.call('POST', '/operator/v1/users', { body })).body
    const twice = { name: 'Other', email: 'AMINA@ecole.example', role: 'support' }
    expect((await invite(twice)).error).toBe('USER409_TAKEN')
    expect((await invite({ name: owner.name, role: 'support' })).error).toBe('USER409_TAKEN')
    expect((await invite({ name: 'A', role: 'courier' })).details[0].path).toBe('role')
    const noAgent = { name: 'A', role: 'courier', channelId }
    expect((await invite(noAgent)).details[0].path).toBe('agentId')
    expect((await invite({ name: 'A', role: 'viewer', partnerId: 'prt_99' })).error).toBe(
      'PARTNER404_NOT_FOUND',
    )
  })

  test('who is demoted or disabled feels it at the next request in every process', async () => {
    const colleague = await signInAs(platform, { side: 'operator', role: 'engineer' })
    const patch = () =>
      other.call('PATCH', `/operator/v1/partners/${partnerId}`, {
        headers: { ...colleague.headers, origin: other.origin },
        body: { name: 'El Amel' },
      })
    expect((await patch()).status).toBe(200)
    const path = `/operator/v1/users/${colleague.userId}`
    await owner.call('PATCH', path, { body: { role: 'support' } })
    expect((await patch()).body.error).toBe('OPERATOR403_PERMISSION')
    await owner.call('PATCH', path, { body: { status: 'disabled' } })
    expect((await patch()).body.error).toBe('OPERATOR401_UNAUTHORIZED')
    const again = await owner.call('POST', `${path}/invite`)
    expect(again.body).toMatchObject({ status: 'invited', role: 'support' })
  })

  test('of another partner or channel looks like an unknown one', async () => {
    const manager = await signInAs(platform, { side: 'channel', channelId })
    const boss = await signInAs(platform, { side: 'partner', partnerId })
    const foreign = [
      boss.call('PATCH', `/partner/users/v1/${manager.userId}`, { body: { status: 'disabled' } }),
      boss.call('POST', `/partner/users/v1/${owner.userId}/invite`),
      manager.call('POST', `/channel/v1/users/${boss.userId}/sessions/end`),
    ]
    for (const { body } of await Promise.all(foreign)) expect(body.error).toBe('USER404_NOT_FOUND')
    const { body } = await boss.call('GET', '/partner/users/v1')
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Amina', boss.name])
  })
})

describe('signing everybody out', () => {
  const path = '/operator/v1/sessions/end'
  const isIn = async (user: SignedIn): Promise<boolean> =>
    (await user.call('GET', '/account/v1/session')).status === 200

  test('ends every session of one organisation, tells its people, and no other session', async () => {
    const of = { side: 'partner', partnerId } as const
    const [boss, clerk] = [
      await signInAs(platform, of),
      await signInAs(platform, { ...of, role: 'viewer' }),
    ]
    const manager = await signInAs(platform, { side: 'channel', channelId })
    const { status, body } = await platform.call('POST', path, {
      key: platform.operatorKey,
      body: { of: partnerId },
    })
    expect([status, body.count >= 2]).toEqual([200, true])
    expect(await Promise.all([boss, clerk, manager].map(isIn))).toEqual([false, false, true])
    const { rows } = await platform.pool.query<{ count: number }>(
      `select count(*)::int as count from security_notices
      where kind = 'session.end-all' and subject = $1 and user_id = any($2::integer[])`,
      [partnerId, [boss, clerk].map(({ userId }) => Number(userId.slice('usr_'.length)))],
    )
    expect(rows).toEqual([{ count: 2 }])
    const log = await platform.pool.query(
      `select details from audit_log where action = 'session.end-all' and subject = $1`,
      [partnerId],
    )
    expect(log.rows).toEqual([{ details: { sessions: body.count } }])
  })

  test('ends everybody’s, except the session that asks', async () => {
    const manager = await signInAs(platform, { side: 'channel', channelId })
    const colleague = await signInAs(platform, { side: 'operator', role: 'support' })
    expect((await owner.call('POST', path, { body: { of: 'everybody' } })).status).toBe(200)
    expect(await Promise.all([manager, colleague, owner].map(isIn))).toEqual([false, false, true])
  })

  test('is a command too, which needs one word, and no id for which nobody signs in', async () => {
    const manager = await signInAs(platform, { side: 'channel', channelId })
    const colleague = await signInAs(platform, { side: 'operator', role: 'support' })
    const file = fileURLToPath(new URL('../src/run/commands/sign-out.ts', import.meta.url))
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: platform.databaseUrl,
      WASL_MASTER_KEY: randomBytes(32).toString('base64'),
    }
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [programFor(file), ...args], { env })
    const [ended, ...refused] = await Promise.allSettled([
      run(channelId),
      run(),
      run('chn_999999'),
      run('operator', 'everybody'),
    ])
    expect(ended).toMatchObject({
      value: { stdout: expect.stringMatching(/^Ended \d+ sessions?\.$/m) },
    })
    expect(refused.map((one) => one.status === 'rejected' && one.reason.stderr)).toEqual([
      expect.stringContaining('expected everybody, operator, a partner'),
      expect.stringContaining('nobody signs in for chn_999999'),
      expect.stringContaining('received operator everybody'),
    ])
    expect(await Promise.all([manager, colleague].map(isIn))).toEqual([false, true])
    const { rows } = await platform.pool.query(
      `select actor from audit_log where action = 'session.end-all' and subject = $1`,
      [channelId],
    )
    expect(rows).toContainEqual({ actor: 'command line' })
  })

  test('names an organisation that does not exist, and needs to be named', async () => {
    const codes = ['prt_999999', 'chn_999999', 'usr_1'].map(async (of) => {
      const { body } = await owner.call('POST', path, { body: { of } })
      return body.error
    })
    expect(await Promise.all(codes)).toEqual([
      'PARTNER404_NOT_FOUND',
      'CHANNEL404_NOT_FOUND',
      'VALIDATION400',
    ])
    expect((await owner.call('POST', path, { body: {} })).body.error).toBe('VALIDATION400')
  })
})

describe('the last owner', () => {
  test('of a partner is not demoted or disabled on its own side, and is by the operator', async () => {
    const created = await platform.call('POST', '/operator/v1/partners', {
      key: platform.operatorKey,
      body: { name: 'Last', apiUrl: 'http://127.0.0.1:9/' },
    })
    const of = { side: 'partner', partnerId: created.body.partnerId } as const
    const last = await signInAs(platform, of)
    const path = `/partner/users/v1/${last.userId}`
    for (const body of [{ role: 'viewer' }, { status: 'disabled' }]) {
      expect((await last.call('PATCH', path, { body })).body.error).toBe('USER409_LAST_OWNER')
    }
    const byOperator = await owner.call('PATCH', `/operator/v1/users/${last.userId}`, {
      body: { status: 'disabled' },
    })
    expect(byOperator.body.status).toBe('disabled')
  })

  test('remains when two owners demote each other at once', async () => {
    const second = await signInAs(platform, { side: 'operator' })
    const demote = (by: SignedIn, whom: SignedIn) =>
      by.call('PATCH', `/operator/v1/users/${whom.userId}`, { body: { role: 'auditor' } })
    const answers = await Promise.all([demote(owner, second), demote(second, owner)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await platform.pool.query(
      `select from users where side = 'operator' and role = 'owner' and status = 'active'`,
    )
    expect(rows).toHaveLength(1)
    const token = await inviteOwner(platform.pool, BY_COMMAND)
    const joined = await join(token, { name: 'A new owner', email: 'new@wasl.example' })
    expect(joined.status).toBe(200)
  })
})
