/** Tills that enrol by a link of the operator, before a channel has anybody (W161). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs, type SignedIn } from './support/people.ts'
import type { TestChannel } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { fromPage } from './support/sign-in.ts'

let platform: TestPlatform
let owner: SignedIn
let channel: TestChannel

beforeAll(async () => {
  platform = await startTestPlatform()
  owner = await signInAs(platform, { side: 'operator', role: 'owner' })
  channel = await platform.createChannel('AGENCY')
})

afterAll(() => platform.stop())

const devicesOf = (channelId: string): string => `/operator/v1/channels/${channelId}/devices`

const makeLink = async (name: string): Promise<string> => {
  const { status, body } = await owner.call('POST', devicesOf(channel.channelId), {
    body: { name },
  })
  expect(status).toBe(201)
  return body.link.split('#')[1]
}

const enrol = (token: string) => fromPage(platform, '/devices/enrol', { token })

test('of two browsers that open a link at once, one is enrolled, for the channel of the link', async () => {
  const token = await makeLink('Counter 1')
  const answers = await Promise.all([enrol(token), enrol(token)])
  const refused = answers.filter(({ status }) => status === 404)
  expect([refused.length, answers.some(({ status }) => status === 201)]).toEqual([1, true])
  const [cookie = ''] = answers.flatMap(({ headers }) => headers.get('set-cookie') ?? [])
  const device = { cookie: cookie.split(';')[0] ?? '' }
  const here = await platform.call('GET', '/account/v1/device', { headers: device })
  expect(here.body).toMatchObject({ name: 'Counter 1', people: [] })
  const list = await owner.call('GET', devicesOf(channel.channelId))
  expect(list.body.items).toMatchObject([{ name: 'Counter 1', revokedAt: null }])
})

test('a press on “add” that is repeated adds one agent, and the audit log names who did it', async () => {
  const path = `/operator/v1/channels/${channel.channelId}/agents`
  const add = () =>
    owner.call('POST', path, {
      body: { name: 'Amel' },
      headers: { 'idempotency-key': 'press-1' },
    })
  const first = await add()
  expect([first.status, (await add()).body]).toEqual([201, first.body])
  const { body } = await owner.call('GET', '/operator/v1/audit-log?limit=50')
  expect(
    body.items.filter(({ action }: { action: string }) => action === 'agent.create'),
  ).toMatchObject([{ subject: first.body.agentId }])
})

test('the users of one channel are listed alone', async () => {
  const { channelId } = channel
  const invite = { name: 'Nadia of one channel', role: 'manager', channelId }
  await owner.call('POST', '/operator/v1/users', { body: invite })
  const { body } = await owner.call('GET', `/operator/v1/users?channelId=${channelId}`)
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual([invite.name])
})

test('a link ends after a day', async () => {
  const token = await makeLink('Counter 2')
  await platform.clock.advance(24 * 3_600 + 1)
  const late = await enrol(token)
  expect([late.status, late.body.error]).toEqual([404, 'INVITATION404_NOT_FOUND'])
})
