/**
 * The table of permissions over HTTP: every operation of the contract, every role, own and foreign rows.
 * A new operation is in it without a line here.
 */
import {
  FORBIDDEN,
  pathOf,
  permissionsOf,
  ROLES,
  SIDES,
  UNAUTHORIZED,
  type Operation,
  type Side,
} from '@wasl/protocol'
import { ALL_OPERATIONS } from '@wasl/protocol/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveCash, makeAgent, safeOf } from './support/custody.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { signInAs, type SignedIn } from './support/people.ts'
import type { Answer, TestChannel } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

type Of = Exclude<Operation['caller'], 'anyone' | 'person'>

const OPERATIONS_OF = (side: Of): [string, Operation][] =>
  ALL_OPERATIONS.filter(([, { caller, keyOnly }]) => caller === side && keyOnly !== true).map(
    ([id, operation]) => [id, operation],
  )

/** How many requests run at once: no more than the platform has connections for. */
const AT_ONCE = 3

/** Of nobody, in the form of each id. */
const UNKNOWN: Record<string, string> = {
  partnerId: 'prt_999999',
  channelId: 'chn_999999',
  agentId: 'agt_999999',
  operatorKeyId: 'opr_999999',
  userId: 'usr_999999',
  token: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  kind: 'AGENCY',
  kid: 'Zx3kQm1v9aE',
  name: 'nobody',
  report: 'journal',
}

const NOBODYS_ROW = '01989d2e-5c00-7a10-8f3b-9c1e0000ffff'

let platform: TestPlatform
let server: PartnerServer
let channel: TestChannel
let partnerId: string

beforeAll(async () => {
  platform = await startTestPlatform()
  server = await startPartner()
  channel = await platform.createChannel()
  ;({ partnerId } = await platform.createPartner(server))
})

afterAll(() => Promise.all([platform.stop(), server.close()]))

const user = async (side: Side, role: string, steppedUp = true): Promise<SignedIn> => {
  if (side === 'operator') return signInAs(platform, { side, role: role as 'owner', steppedUp })
  if (side === 'partner') {
    // Lists are counted by partner, and a refused call counts as well.
    const own = await platform.createPartner(server)
    return signInAs(platform, { side, role: role as 'owner', partnerId: own.partnerId, steppedUp })
  }
  const agentId = await makeAgent(platform.pool, channel)
  const isAgent = role === 'agent' || role === 'courier'
  return signInAs(platform, {
    side,
    role: role as 'manager',
    channelId: channel.channelId,
    steppedUp,
    ...(isAgent && { agentId }),
  })
}

const ask = async (
  by: Pick<SignedIn, 'call'>,
  operation: Operation,
  rows: Record<string, string> = {},
  body: unknown = {},
): Promise<Answer> => {
  const params = Object.keys(operation.params ?? {}).map((name) => [
    name,
    rows[name] ?? UNKNOWN[name] ?? NOBODYS_ROW,
  ])
  const isRead = operation.method === 'GET'
  const options = {
    ...(!isRead && operation.file === undefined && { body }),
    headers: operation.idempotent === undefined ? {} : { 'idempotency-key': crypto.randomUUID() },
  }
  const call = (): Promise<Answer> =>
    by.call(operation.method, pathOf(operation, Object.fromEntries(params)), options)
  const answer = await call()
  // On a slow machine a statement may take longer than it is given.
  return answer.body?.error === 'SERVER503_UNAVAILABLE' ? call() : answer
}

/** What each of the operations answers, some at once. */
const askAll = async <Item, Result>(
  items: readonly Item[],
  one: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(one))))
  }
  return results
}

const EVERY_ROLE = SIDES.flatMap((side) =>
  Object.keys(ROLES[side]).map((role) => [side, role] as const),
)

describe.each(EVERY_ROLE)('%s: %s', (side, role) => {
  test('may call what its permissions name, and nothing else', async () => {
    const by = await user(side, role)
    const wrong = await askAll(OPERATIONS_OF(side), async ([id, operation]) => {
      const { permission } = operation
      if (permission === undefined) return `${id} has no permission`
      const { status, body } = await ask(by, operation)
      const isForbidden = body?.error === FORBIDDEN[side] && body.permission === permission
      const isAllowed = permissionsOf(side, role).has(permission)
      // Whatever the row that does not exist or the empty body is refused with.
      if (isAllowed && !isForbidden && status !== 401 && status < 500) return null
      return !isAllowed && status === 403 && isForbidden ? null : `${id}: ${status} ${body?.error}`
    })
    expect(wrong.filter((line) => line !== null)).toEqual([])
  })
})

test.each(SIDES)('nobody of %s may call an operation of the other sides', async (side) => {
  const by = await user(side, Object.keys(ROLES[side])[0] ?? '')
  const others = SIDES.filter((other) => other !== side).flatMap((other) => OPERATIONS_OF(other))
  const wrong = await askAll(others, async ([id, operation]) => {
    const { status, body } = await ask(by, operation)
    const code = operation.unauthorized ?? UNAUTHORIZED[operation.caller as Of]
    return status === 401 && body.error === code ? null : `${id}: ${status} ${body?.error}`
  })
  expect(wrong.filter((line) => line !== null)).toEqual([])
})

test('an owner who has not just confirmed who they are is refused what needs it', async () => {
  for (const side of SIDES) {
    const by = await user(side, side === 'channel' ? 'manager' : 'owner', false)
    const stepUps = OPERATIONS_OF(side).filter(([, { stepUp }]) => stepUp === true)
    const codes = await askAll(
      stepUps,
      async ([, operation]) => (await ask(by, operation)).body?.error,
    )
    expect([side, ...new Set(codes)]).toEqual([side, 'PERSON403_STEP_UP'])
  }
})

test('the auditor of the operator reads everything and changes nothing', () => {
  const auditor = permissionsOf('operator', 'auditor')
  const wrong = OPERATIONS_OF('operator').filter(([, { method, permission }]) => {
    const isRead = method === 'GET'
    return permission !== undefined && auditor.has(permission) !== isRead
  })
  expect(wrong.map(([id]) => id)).toEqual([])
})

describe('a row of another', () => {
  /** Rows of one agent, by the name of the path's parameter. */
  const makeRows = async (agentId: string): Promise<Record<string, string>> => {
    const till = await platform.call('POST', '/channel/v1/shifts', {
      key: channel.apiKey,
      body: { agentId, float: 0 },
    })
    const opened = await platform.call('POST', '/channel/v1/payments', {
      key: channel.apiKey,
      body: { partnerId, reference: `OWN-${agentId}`, agentId },
    })
    await giveCash(platform.pool, agentId, 500_000)
    const handover = await platform.call('POST', '/channel/v1/handovers', {
      key: channel.apiKey,
      body: { from: agentId, to: safeOf(channel), amount: 100 },
    })
    const bag = await platform.call('POST', '/channel/v1/deposits', {
      key: channel.apiKey,
      body: { from: agentId, amount: 100 },
    })
    const rows = {
      shiftId: till.body.shiftId,
      paymentId: opened.body.paymentId,
      handoverId: handover.body.handoverId,
      depositId: bag.body.depositId,
    }
    expect(Object.entries(rows).filter(([, id]) => typeof id !== 'string')).toEqual([])
    return rows
  }

  const exampleOf = (operation: Operation): unknown => operation.body?.example ?? {}

  /** Operations whose path names one of the rows. */
  const about = (rows: Record<string, string>) =>
    OPERATIONS_OF('channel').filter(([, { params = {} }]) =>
      Object.keys(params).some((name) => Object.hasOwn(rows, name)),
    )

  test('looks like none to another agent and to another channel, and not to its own', async () => {
    const agentId = await makeAgent(platform.pool, channel)
    const rows = await makeRows(agentId)
    const of = { side: 'channel', channelId: channel.channelId } as const
    const colleague = await signInAs(platform, {
      ...of,
      role: 'agent',
      agentId: await makeAgent(platform.pool, channel),
    })
    const far = await platform.createChannel()
    const stranger = await signInAs(platform, { side: 'channel', channelId: far.channelId })
    const own = await signInAs(platform, { ...of, role: 'agent', agentId })
    for (const by of [colleague, stranger]) {
      const wrong = await askAll(about(rows), async ([id, operation]) => {
        const foreign = await ask(by, operation, rows, exampleOf(operation))
        const unknown = await ask(by, operation, {}, exampleOf(operation))
        const isSame = foreign.status === 404 && foreign.body.error === unknown.body.error
        return isSame ? null : `${id}: ${foreign.status} ${foreign.body.error}`
      })
      expect(wrong.filter((line) => line !== null)).toEqual([])
    }
    const reads = about(rows).filter(([id]) => /^read(?!Receipt)/.test(id))
    expect(reads.length).toBeGreaterThan(3)
    for (const [id, operation] of reads) {
      expect([id, (await ask(own, operation, rows)).status]).toEqual([id, 200])
    }
    for (const list of ['payments', 'shifts', 'handovers', 'deposits', 'cases', 'cash']) {
      const path = `/channel/v1/${list}`
      const { body } = await colleague.call('GET', path)
      const text = JSON.stringify(body.items)
      expect([list, Object.values(rows).filter((row) => text.includes(row))]).toEqual([list, []])
      expect([list, text.includes(`"${agentId}"`)]).toEqual([list, false])
    }
    expect((await own.call('GET', '/channel/v1/payments')).body.items).toHaveLength(1)
  })

  test('agent is not who an agent acts as, and is filled in where nobody is named', async () => {
    const agentId = await makeAgent(platform.pool, channel)
    await platform.call('POST', '/channel/v1/shifts', {
      key: channel.apiKey,
      body: { agentId, float: 0 },
    })
    const of = { side: 'channel', channelId: channel.channelId } as const
    const courier = await signInAs(platform, { ...of, role: 'courier', agentId })
    const other = await makeAgent(platform.pool, channel)
    const open = (reference: string, more: object = {}) =>
      courier.call('POST', '/channel/v1/payments', { body: { partnerId, reference, ...more } })
    expect((await open('AS-OTHER', { agentId: other })).body.error).toBe('AGENT404_NOT_FOUND')
    const opened = await open('AS-SELF')
    expect(opened.status).toBe(201)
    const path = `/channel/v1/payments/${opened.body.paymentId}/confirm`
    const asOther = await courier.call('POST', path, { body: { takenBy: other } })
    expect(asOther.body.details[0].path).toBe('takenBy')
    expect((await courier.call('POST', path, { body: {} })).status).toBe(200)
    const { rows } = await platform.pool.query(
      `select agent_id, taken_by from payments where payment_id = $1`,
      [opened.body.paymentId],
    )
    const number = Number(agentId.slice(4))
    expect(rows).toEqual([{ agent_id: number, taken_by: number }])
    const offer = { from: other, to: safeOf(channel), amount: 1 }
    const handover = await courier.call('POST', '/channel/v1/handovers', { body: offer })
    expect(handover.body.error).toBe('HOLDER404_NOT_FOUND')
  })
})

test('a supervisor acts for the safe, so that nobody is both sides of a handover', async () => {
  const { channelId } = channel
  const agentId = await makeAgent(platform.pool, channel)
  await giveCash(platform.pool, agentId, 100_000)
  const safe = safeOf(channel)
  const supervisor = await signInAs(platform, { side: 'channel', role: 'supervisor', channelId })
  const agent = await signInAs(platform, { side: 'channel', role: 'agent', channelId, agentId })
  const offer = (by: SignedIn, from: string, to: string) =>
    by.call('POST', '/channel/v1/handovers', { body: { from, to, amount: 100 } })
  const receive = (by: SignedIn, { handoverId, code }: { handoverId: string; code: string }) =>
    by.call('POST', `/channel/v1/handovers/${handoverId}/receive`, { body: { code, counted: 100 } })
  const ofAnother = await offer(supervisor, agentId, safe)
  expect([ofAnother.status, ofAnother.body.details?.[0].path]).toEqual([400, 'from'])
  const bag = (by: SignedIn, from: string) =>
    by.call('POST', '/channel/v1/deposits', {
      body: { from, amount: 100 },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  const bagOfAnother = await bag(supervisor, agentId)
  expect([bagOfAnother.status, bagOfAnother.body.details?.[0].path]).toEqual([400, 'from'])
  expect((await bag(agent, agentId)).status).toBe(201)
  const up = await offer(agent, agentId, safe)
  expect((await receive(supervisor, up.body)).body.status).toBe('received')
  const down = await offer(supervisor, safe, agentId)
  expect(down.status).toBe(201)
  expect((await receive(supervisor, down.body)).body.error).toBe('HANDOVER404_NOT_FOUND')
  expect((await receive(agent, down.body)).body.status).toBe('received')
})

test('a supervisor counts the shift of an agent, and an agent not that of a colleague', async () => {
  const { channelId } = channel
  const agentId = await makeAgent(platform.pool, channel)
  const of = { side: 'channel', channelId } as const
  const supervisor = await signInAs(platform, { ...of, role: 'supervisor' })
  const colleague = await signInAs(platform, {
    ...of,
    role: 'agent',
    agentId: await makeAgent(platform.pool, channel),
  })
  const body = { agentId, float: 0 }
  const shift = await supervisor.call('POST', '/channel/v1/shifts', { body })
  const path = `/channel/v1/shifts/${shift.body.shiftId}/count`
  const count = { body: { denominations: {} } }
  expect((await colleague.call('POST', path, count)).body.error).toBe('SHIFT404_NOT_FOUND')
  expect((await supervisor.call('POST', path, count)).body.status).toBe('counted')
})

test('a supervisor decides a difference of an agent that somebody else counted', async () => {
  const { channelId } = channel
  const agentId = await makeAgent(platform.pool, channel)
  const of = { side: 'channel', channelId } as const
  const supervisor = await signInAs(platform, { ...of, role: 'supervisor' })
  const manager = await signInAs(platform, { ...of, role: 'manager' })
  const agent = await signInAs(platform, { ...of, role: 'agent', agentId })
  await giveCash(platform.pool, agentId, 100_000)
  const countBy = async (by: SignedIn, notes: number): Promise<string> => {
    const body = { agentId, float: 0 }
    const { shiftId } = (await supervisor.call('POST', '/channel/v1/shifts', { body })).body
    const path = `/channel/v1/shifts/${shiftId}/count`
    const counted = await by.call('POST', path, { body: { denominations: { '100': notes } } })
    return counted.body.count.varianceId
  }
  const decide = (by: Pick<SignedIn, 'call'>, varianceId: string, outcome = 'agent_receivable') =>
    by.call('POST', `/channel/v1/variances/${varianceId}/decide`, {
      body: { outcome, reason: 'The agent admits it' },
    })
  const byKey: Pick<SignedIn, 'call'> = {
    call: (method, path, options = {}) =>
      platform.call(method, path, { key: channel.apiKey, ...options }),
  }
  const first = await countBy(supervisor, 9)
  expect((await decide(agent, first)).status).toBe(403)
  expect((await decide(supervisor, first)).body.error).toBe('APPROVAL409_SAME_PERSON')
  expect((await decide(byKey, first)).status).toBe(409)
  const stranger = await platform.createChannel('AGENCY')
  const theirs = { side: 'channel', channelId: stranger.channelId, role: 'manager' } as const
  const foreign = await decide(await signInAs(platform, theirs), first)
  expect(foreign.body.error).toBe('VARIANCE404_NOT_FOUND')
  const loss = await decide(manager, first, 'over_short')
  expect(loss.body.error).toBe('VARIANCE409_WRONG_OUTCOME')
  expect((await decide(manager, first)).body.status).toBe('decided')
  const shifts = `/channel/v1/shifts?agentId=${agentId}&limit=1`
  const [counted] = (await supervisor.call('GET', shifts)).body.items
  expect(counted.status).toBe('reviewed')
  await supervisor.call('POST', `/channel/v1/shifts/${counted.shiftId}/close`)
  const second = await countBy(agent, 7)
  expect((await decide(supervisor, second)).body.outcome).toBe('agent_receivable')
  const path = `/channel/v1/agents/${agentId}/differences`
  for (const by of [agent, supervisor]) {
    const { body } = await by.call('GET', path)
    expect(body).toMatchObject({ agentId, owed: 300 })
    // Two, when a month ends between the two counts.
    const short = body.months.map((month: any) => month.short)
    const sumOf = (name: 'count' | 'amount'): number =>
      short.reduce((sum: number, one: any) => sum + one[name], 0)
    expect([sumOf('count'), sumOf('amount')]).toEqual([2, 300])
  }
  const colleague = await makeAgent(platform.pool, channel)
  const ofColleague = await agent.call('GET', `/channel/v1/agents/${colleague}/differences`)
  expect(ofColleague.body.error).toBe('AGENT404_NOT_FOUND')
  const listed = await agent.call('GET', `/channel/v1/variances?agentId=${colleague}`)
  expect(listed.body.items.map((one: any) => one.holder)).toEqual([agentId, agentId])
})

test('a supervisor confirms that an agent gave the cash of a case back; the agent does not alone', async () => {
  const { channelId } = channel
  const agentId = await makeAgent(platform.pool, channel)
  const of = { side: 'channel', channelId } as const
  const supervisor = await signInAs(platform, { ...of, role: 'supervisor' })
  const agent = await signInAs(platform, { ...of, role: 'agent', agentId })
  const report = async (reference: string, by?: SignedIn): Promise<string> => {
    await supervisor.call('POST', '/channel/v1/shifts', { body: { agentId, float: 0 } })
    const opened = await platform.call('POST', '/channel/v1/payments', {
      key: channel.apiKey,
      body: { partnerId, reference, agentId },
    })
    const { paymentId } = opened.body
    await platform.change(channel, 'cancel', paymentId)
    await platform.change(channel, 'confirm', paymentId)
    const taken = { amount: 500, takenBy: agentId, takenAt: new Date().toISOString() }
    const takenPath = `/channel/v1/payments/${paymentId}/taken`
    const reported = by
      ? await by.call('POST', takenPath, { body: taken })
      : await platform.call('POST', takenPath, { key: channel.apiKey, body: taken })
    return reported.body.caseId
  }
  const caseId = await report('GIVE-BACK-1')
  const path = `/channel/v1/cases/${caseId}/give-back`
  expect((await agent.call('POST', path)).status).toBe(403)
  const byKey = await platform.call('POST', path, { key: channel.apiKey })
  expect(byKey.status).toBe(409)
  const stranger = await platform.createChannel('AGENCY')
  const theirs = { side: 'channel', channelId: stranger.channelId, role: 'manager' } as const
  const foreign = await (await signInAs(platform, theirs)).call('POST', path)
  expect(foreign.body.error).toBe('CASE404_NOT_FOUND')
  const held = async () => {
    const { body } = await supervisor.call('GET', '/channel/v1/cash')
    return body.items.find((one: any) => one.agentId === agentId).amount
  }
  expect(await held()).toBe(500)
  for (const status of ['given_back', 'given_back']) {
    const { body } = await supervisor.call('POST', path)
    expect(body).toMatchObject({ status, givenBackBy: agentId })
  }
  expect(await held()).toBe(0)

  // Who reported the cash in the agent's name has nobody's word but their own.
  const own = `/channel/v1/cases/${await report('GIVE-BACK-2', supervisor)}/give-back`
  expect((await supervisor.call('POST', own)).body.error).toBe('APPROVAL409_SAME_PERSON')
  const second = await signInAs(platform, { ...of, role: 'supervisor' })
  expect((await second.call('POST', own)).body.status).toBe('given_back')
})

test('once a person of the operator has signed in, no key approves', async () => {
  const approvals = OPERATIONS_OF('operator').filter(([, { approves }]) => approves === true)
  expect(approvals.length).toBeGreaterThan(5)
  const byKey = {
    call: (method: string, path: string, options = {}) =>
      platform.call(method, path, { key: platform.operatorKey, ...options }),
  }
  const askKey = () =>
    askAll(approvals, async ([, operation]) => (await ask(byKey, operation)).body?.error)
  await platform.pool.query(`update users set status = 'disabled' where side = 'operator'`)
  expect(await askKey()).not.toContain('APPROVAL403_NOT_A_PERSON')
  await signInAs(platform, { side: 'operator' })
  expect([...new Set(await askKey())]).toEqual(['APPROVAL403_NOT_A_PERSON'])
})
