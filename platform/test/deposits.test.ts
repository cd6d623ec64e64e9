/** Bags of cash and what the bank credits, over HTTP (D30). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  atOnce,
  balance,
  cashOf,
  expectCustodyHolds,
  giveCash,
  makeAgent,
  outcomeOf,
  safeOf,
} from './support/custody.ts'
import { signInAs } from './support/people.ts'
import type { Answer, TestChannel } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

let channel: TestChannel
let safe: string

beforeAll(() => {
  channel = scene.channel
  safe = safeOf(channel)
})

afterAll(() => expectCustodyHolds(scene.platform.pool))

type Options = { key?: string; headers?: Record<string, string> }

const ofChannel = (path: string, body?: unknown, options: Options = {}): Promise<Answer> =>
  scene.platform.call('POST', `/channel/v1/deposits${path}`, {
    key: channel.apiKey,
    body,
    ...options,
  })

const ofOperator = (path: string, body?: unknown, options: Options = {}): Promise<Answer> =>
  scene.platform.call('POST', `/operator/v1/deposits${path}`, {
    key: scene.platform.operatorKey,
    body,
    ...options,
  })

const read = (depositId: string): Promise<Answer> =>
  scene.platform.call('GET', `/channel/v1/deposits/${depositId}`, { key: channel.apiKey })

let bags = 0

/** A bag of this many dinars from the safe. */
const bag = async (amount: number): Promise<string> => {
  await giveCash(scene.platform.pool, safe, amount * 100)
  const answer = await ofChannel('', { from: safe, amount, bag: `BG-${(bags += 1)}` })
  expect(answer.status).toBe(201)
  return answer.body.depositId
}

const deposited = async (amount: number, slip = `S-${(bags += 1)}`): Promise<string> => {
  const depositId = await bag(amount)
  const answer = await ofChannel(`/${depositId}/deposited`, { slip: { number: slip } })
  expect([answer.status, answer.body.status]).toEqual([200, 'deposited'])
  return depositId
}

const inTransit = (depositId: string): Promise<number> =>
  balance(scene.platform.pool, 'in_transit', depositId)

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a bag', () => {
  test('takes cash of the safe or of an agent, which is in transit until it is banked', async () => {
    const { pool } = scene.platform
    const agent = await makeAgent(pool, channel, 'inactive')
    await giveCash(pool, agent, 100_000)
    const { body } = await ofChannel('', { from: agent, amount: 980.5 })
    expect(body).toMatchObject({ status: 'bagged', from: agent, amount: 980.5, bag: null })
    expect([await cashOf(pool, agent), await inTransit(body.depositId)]).toEqual([1_950, 98_050])
    await ofChannel(`/${body.depositId}/deposited`, { slip: { number: 'T-2' } })
    const before = await balance(pool, 'bank', 'clients')
    const banked = await ofOperator(`/${body.depositId}/bank`, { amount: 980.5 })
    expect(banked.body).toMatchObject({ status: 'banked', banked: 980.5, difference: 0 })
    expect(banked.body.account).toBe('clients')
    expect(await inTransit(body.depositId)).toBe(0)
    expect((await balance(pool, 'bank', 'clients')) - before).toBe(98_050)
    const query = `subject=${body.depositId}&limit=1`
    const [audit] = (await scene.platform.operator(`/audit-log?${query}`)).items
    expect(audit).toMatchObject({ action: 'deposit.bank', subject: body.depositId })
  })

  test('is refused without the cash, and from another channel', async () => {
    const { platform } = scene
    const other = await platform.createChannel('DELIVERY')
    const stranger = await makeAgent(platform.pool, other)
    const poor = await makeAgent(platform.pool, channel)
    expectRefusal(await ofChannel('', { from: poor, amount: 1 }), 'CASH409_NOT_ENOUGH')
    expectRefusal(await ofChannel('', { from: stranger, amount: 1 }), 'HOLDER404_NOT_FOUND')
    expectRefusal(await ofChannel('', { from: safeOf(other), amount: 1 }), 'HOLDER404_NOT_FOUND')
  })

  test('is closed once under one Idempotency-Key, however often it is sent', async () => {
    const { pool } = scene.platform
    const agent = await makeAgent(pool, channel)
    await giveCash(pool, agent, 100_000)
    const headers = { 'idempotency-key': 'evening-1' }
    const send = (amount: number) => ofChannel('', { from: agent, amount }, { headers })
    const answers = await Promise.all([400, 400, 400, 400].map(send))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expectRefusal(await send(300), 'IDEMPOTENCY422_KEY_REUSED')
    expect(await cashOf(pool, agent)).toBe(60_000)
  })

  test('does not take the same notes twice', async () => {
    const { pool } = scene.platform
    const agent = await makeAgent(pool, channel)
    await giveCash(pool, agent, 100_000)
    const answers = await atOnce(
      pool,
      'lock table ledger_transfers in share mode',
      [1, 2, 3].map(() => () => ofChannel('', { from: agent, amount: 1_000 })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ])
    expect(await cashOf(pool, agent)).toBe(0)
  })
})

describe('a seal and a slip (D38)', () => {
  test('one live bag of a channel has a seal, also when two are booked at once', async () => {
    const { platform } = scene
    const { pool } = platform
    await giveCash(pool, safe, 100_000)
    const send = (seal: string) => ofChannel('', { from: safe, amount: 100, bag: seal })
    const answers = await atOnce(
      pool,
      'lock table ledger_transfers in share mode',
      ['Scellé-77', 'SCELLÉ-77', 'scellé-77'].map((seal) => () => send(seal)),
    )
    const first = answers.find(({ status }) => status === 201)?.body
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(2)
    for (const answer of refused) {
      expectRefusal(answer, 'DEPOSIT409_SEAL_IN_USE')
      const { depositId, baggedAt } = first
      expect(answer.body).toMatchObject({ depositId, baggedAt })
    }
    const other = await platform.createChannel('AGENCY')
    await giveCash(pool, safeOf(other), 10_000)
    const theirs = { from: safeOf(other), amount: 100, bag: 'Scellé-77' }
    expect((await ofChannel('', theirs, { key: other.apiKey })).status).toBe(201)
    await ofChannel(`/${first.depositId}/deposited`, { slip: { number: 'S-77' } })
    expectRefusal(await send('Scellé-77'), 'DEPOSIT409_SEAL_IN_USE')
    await ofOperator(`/${first.depositId}/bank`, { amount: 100 })
    expect((await send('Scellé-77')).status).toBe(201)
  })

  test('one bag has a slip, also when two send its number at once', async () => {
    const { pool } = scene.platform
    const ids = [await bag(10), await bag(10)]
    const send = (depositId: string, number: string) =>
      ofChannel(`/${depositId}/deposited`, { slip: { number } })
    const answers = await atOnce(
      pool,
      'lock table deposits in share mode',
      ids.map((depositId) => () => send(depositId, 'R-1')),
    )
    const won = answers.find(({ status }) => status === 200)
    const lost = answers.find(({ status }) => status !== 200)
    if (!won || !lost) throw new Error('expected one of the two')
    expectRefusal(lost, 'DEPOSIT409_SLIP_IN_USE')
    const { depositId, baggedAt } = won.body
    expect(lost.body).toMatchObject({ depositId, baggedAt })
    expect((await send(depositId, 'R-1')).status).toBe(200)
    const other = await scene.platform.createChannel('AGENCY')
    await giveCash(pool, safeOf(other), 10_000)
    const theirs = { from: safeOf(other), amount: 100 }
    const { body } = await ofChannel('', theirs, { key: other.apiKey })
    const path = `/${body.depositId}/deposited`
    const across = await ofChannel(path, { slip: { number: 'r-1' } }, { key: other.apiKey })
    expectRefusal(across, 'DEPOSIT409_SLIP_IN_USE')
    expect(across.body).not.toHaveProperty('depositId')
  })

  test('cash moves only with an Idempotency-Key', async () => {
    const { origin, operatorKey } = scene.platform
    const { channelId } = channel
    const calls = [
      [channel.apiKey, '/channel/v1/deposits', { from: safe, amount: 1 }],
      [channel.apiKey, '/channel/v1/remittances', { amount: 1, reference: 'VIR-1' }],
      [channel.apiKey, '/channel/v1/shifts', { agentId: 'agt_1', float: 1 }],
      [channel.apiKey, '/channel/v1/refunds/redeem', { code: '1001-K7QM-3F9X-2HT4' }],
      [
        channel.apiKey,
        '/channel/v1/payments/01890000-0000-7000-8000-000000001001/taken',
        { amount: 1, takenAt: '2026-11-01T10:00:00.000Z' },
      ],
      [operatorKey, '/operator/v1/floats', { channelId, amount: 1, from: 'channel' }],
      [operatorKey, '/operator/v1/agents/agt_1/recoveries', { amount: 1, paidTo: 'safe' }],
    ] as const
    for (const [key, path, body] of calls) {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await (await fetch(`${origin}${path}`, sent)).json()
      const refused = { error: 'VALIDATION400', details: [{ path: 'Idempotency-Key' }] }
      expect([path, answer]).toMatchObject([path, refused])
    }
  })

  test('of a bag that is lost: the agent who bagged it can owe it', async () => {
    const { platform } = scene
    const { pool } = platform
    const agent = await makeAgent(pool, channel)
    await giveCash(pool, agent, 30_000)
    const { body } = await ofChannel('', { from: agent, amount: 300 })
    await ofOperator(`/${body.depositId}/dispute`, { reason: 'It never arrived' })
    await ofOperator(`/${body.depositId}/bank`, { amount: 0 })
    const open = (await platform.operator(`/variances?channelId=${channel.channelId}&status=open`))
      .items
    const lost = open.find((one: any) => one.sourceId === body.depositId)
    expect(lost).toMatchObject({ kind: 'short', amount: 300, mayOwe: agent })
    const holder = { name: 'Nadia', holder: 'Nadia' }
    const made = await platform.call('POST', '/operator/v1/operator-keys', {
      key: platform.operatorKey,
      body: holder,
    })
    const path = `/operator/v1/variances/${lost.varianceId}/decide`
    const decided = await platform.call('POST', path, {
      key: made.body.apiKey,
      body: { outcome: 'agent_receivable', reason: 'Lost on the way' },
    })
    expect(decided.body).toMatchObject({ status: 'decided', outcome: 'agent_receivable' })
    expect(await balance(pool, 'agent_receivable', agent)).toBe(30_000)
  })

  test('of a bag from the safe that is lost: the agent who took it to the bank can owe it', async () => {
    const { platform } = scene
    const { pool } = platform
    const agent = await makeAgent(pool, channel)
    await giveCash(pool, safe, 20_000)
    const supervisor = await signInAs(platform, {
      side: 'channel',
      role: 'supervisor',
      channelId: channel.channelId,
      name: 'Rachid Meziane',
    })
    const bagged = (body: object) =>
      supervisor.call('POST', '/channel/v1/deposits', {
        body: { from: safe, amount: 100, ...body },
      })
    expectRefusal(await bagged({ carriedBy: 'agt_999999' }), 'HOLDER404_NOT_FOUND')
    const { body } = await bagged({ carriedBy: agent })
    expect(body).toMatchObject({ carriedBy: agent, baggedBy: 'Rachid Meziane' })
    const { body: alone } = await bagged({})
    expect(alone).toMatchObject({ carriedBy: null, baggedBy: 'Rachid Meziane' })
    for (const { depositId } of [body, alone]) {
      await ofOperator(`/${depositId}/dispute`, { reason: 'It never arrived' })
      await ofOperator(`/${depositId}/bank`, { amount: 0 })
    }
    const open = (await platform.operator(`/variances?channelId=${channel.channelId}&status=open`))
      .items
    const lost = (one: any) => open.find(({ sourceId }: any) => sourceId === one.depositId)?.mayOwe
    expect([body, alone].map(lost)).toEqual([agent, null])
    const own = await signInAs(platform, {
      side: 'channel',
      role: 'agent',
      channelId: channel.channelId,
      agentId: agent,
    })
    await giveCash(pool, agent, 10_000)
    const send = (carriedBy: string) =>
      own.call('POST', '/channel/v1/deposits', { body: { from: agent, amount: 50, carriedBy } })
    expectRefusal(await send(await makeAgent(pool, channel)), 'VALIDATION400')
    expect((await send(agent)).body.carriedBy).toBe(agent)
  })
})

describe("the slip's picture", () => {
  const picture = (bytes: Buffer) => ({
    slip: { number: `P-${(bags += 1)}`, picture: bytes.toString('base64') },
  })

  test('is stored and shown to operators alone, as a picture and nothing else', async () => {
    const depositId = await bag(10)
    const { body } = await ofChannel(`/${depositId}/deposited`, picture(PNG))
    expect(body).toMatchObject({ status: 'deposited', hasPicture: true })
    const path = `/operator/v1/deposits/${depositId}/picture`
    const shown = await fetch(`${scene.platform.origin}${path}`, {
      headers: { 'x-api-key': scene.platform.operatorKey },
    })
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
    const asChannel = await scene.platform.call('GET', path, { key: channel.apiKey })
    expectRefusal(asChannel, 'OPERATOR401_UNAUTHORIZED')
    const without = `/operator/v1/deposits/${await deposited(10)}/picture`
    const key = scene.platform.operatorKey
    expectRefusal(await scene.platform.call('GET', without, { key }), 'DEPOSIT404_NOT_FOUND')
  })

  test('up to 512 KiB is accepted, and more is refused', async () => {
    const depositId = await bag(10)
    const sized = (bytes: number): Buffer =>
      Buffer.concat([PNG.subarray(0, -12), Buffer.alloc(bytes - PNG.length), PNG.subarray(-12)])
    const tooLong = await ofChannel(`/${depositId}/deposited`, picture(sized(512 * 1024 + 3)))
    expectRefusal(tooLong, 'VALIDATION400')
    const huge = await ofChannel(`/${depositId}/deposited`, picture(sized(700 * 1024)))
    expectRefusal(huge, 'REQUEST413_TOO_LARGE')
    const longest = await ofChannel(`/${depositId}/deposited`, picture(sized(512 * 1024)))
    expect(longest.body).toMatchObject({ status: 'deposited', hasPicture: true })
  })

  test.for([
    ['markup', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['half a picture', PNG.subarray(0, -4)],
    ['nothing', Buffer.alloc(0)],
    ['a page behind the first bytes of a JPEG', Buffer.from('ffd8ff3c68746d6c3e', 'hex')],
  ] as const)('is refused when it is %s', async ([, bytes]) => {
    const depositId = await bag(10)
    expectRefusal(await ofChannel(`/${depositId}/deposited`, picture(bytes)), 'VALIDATION400')
    expect((await read(depositId)).body.status).toBe('bagged')
  })

  test('is refused when it is not base64', async () => {
    const depositId = await bag(10)
    const body = { slip: { number: 'S-4', picture: 'not base64!' } }
    expectRefusal(await ofChannel(`/${depositId}/deposited`, body), 'VALIDATION400')
  })
})

describe('the status of a bag', () => {
  const MOVES = ['deposited', 'bank', 'dispute'] as const
  type Move = (typeof MOVES)[number]

  const move = (name: Move, depositId: string): Promise<Answer> => {
    if (name === 'deposited') {
      return ofChannel(`/${depositId}/deposited`, { slip: { number: `S-${depositId}` } })
    }
    if (name === 'bank') return ofOperator(`/${depositId}/bank`, { amount: 50 })
    return ofOperator(`/${depositId}/dispute`, { reason: 'Unknown to the bank' })
  }

  const after = async (...moves: Move[]): Promise<string> => {
    const depositId = await bag(50)
    for (const name of moves) expect((await move(name, depositId)).status).toBe(200)
    return depositId
  }

  test.for([
    [[], { deposited: 'deposited', bank: 'DEPOSIT409_WRONG_STATUS', dispute: 'disputed' }],
    [['deposited'], { deposited: 'deposited', bank: 'banked', dispute: 'disputed' }],
    [['dispute'], { deposited: 'DEPOSIT409_WRONG_STATUS', bank: 'banked', dispute: 'disputed' }],
    [['deposited', 'dispute'], { deposited: 'disputed', bank: 'banked', dispute: 'disputed' }],
    [
      ['deposited', 'bank'],
      { deposited: 'banked', bank: 'banked', dispute: 'DEPOSIT409_WRONG_STATUS' },
    ],
  ] as const)('after %j allows what it should', async ([moves, allowed]) => {
    for (const name of MOVES) {
      const depositId = await after(...moves)
      expect([name, outcomeOf(await move(name, depositId))]).toEqual([name, allowed[name]])
    }
  })

  test('a second slip and another amount of the bank are refused', async () => {
    const depositId = await after('deposited')
    const slip = await ofChannel(`/${depositId}/deposited`, { slip: { number: 'S-9' } })
    expectRefusal(slip, 'DEPOSIT409_WRONG_STATUS')
    await move('bank', depositId)
    for (const body of [{ amount: 49 }, { amount: 50, account: 'own' }]) {
      expectRefusal(await ofOperator(`/${depositId}/bank`, body), 'DEPOSIT409_WRONG_STATUS')
    }
  })

  test('concurrent confirmations of the bank post once', async () => {
    const depositId = await after('deposited')
    const before = await balance(scene.platform.pool, 'bank', 'clients')
    const answers = await atOnce(
      scene.platform.pool,
      `select from deposits where deposit_id = '${depositId}' for update`,
      Array.from({ length: 6 }, () => () => move('bank', depositId)),
    )
    expect(answers.map(outcomeOf)).toEqual(Array.from({ length: 6 }, () => 'banked'))
    expect((await balance(scene.platform.pool, 'bank', 'clients')) - before).toBe(5_000)
  })

  test('other keys change nothing', async () => {
    const { platform, partner } = scene
    const other = await platform.createChannel('DELIVERY')
    const depositId = await after('deposited')
    for (const key of [channel.apiKey, partner.apiKey, 'wrong']) {
      const bank = await ofOperator(`/${depositId}/bank`, { amount: 50 }, { key })
      const dispute = await ofOperator(`/${depositId}/dispute`, { reason: 'Mine' }, { key })
      expectRefusal(bank, 'OPERATOR401_UNAUTHORIZED')
      expectRefusal(dispute, 'OPERATOR401_UNAUTHORIZED')
    }
    const slip = { slip: { number: 'S' } }
    const path = `/${depositId}/deposited`
    expectRefusal(await ofChannel(path, slip, { key: other.apiKey }), 'DEPOSIT404_NOT_FOUND')
    for (const key of [platform.operatorKey, partner.apiKey]) {
      expectRefusal(await ofChannel(path, slip, { key }), 'CHANNEL401_UNAUTHORIZED')
    }
    const seen = await platform.call('GET', `/channel/v1/deposits/${depositId}`, {
      key: other.apiKey,
    })
    expectRefusal(seen, 'DEPOSIT404_NOT_FOUND')
    expectRefusal(await ofOperator('/dep_1/bank', { amount: 1 }), 'DEPOSIT404_NOT_FOUND')
    expect((await read(depositId)).body.status).toBe('deposited')
  })

  test('lists find bags by status and channel', async () => {
    const depositId = await after('deposited', 'dispute')
    const { items } = await scene.platform.operator(
      `/deposits?status=disputed&channelId=${channel.channelId}&limit=1`,
    )
    expect(items).toMatchObject([{ depositId, reason: 'Unknown to the bank' }])
    const own = await scene.platform.call('GET', '/channel/v1/deposits?status=bagged&limit=200', {
      key: channel.apiKey,
    })
    expect(new Set(own.body.items.map(({ status }: any) => status))).toEqual(new Set(['bagged']))
  })
})

describe('what the bank credits', () => {
  test.for([
    [90, 'short'],
    [0, 'short'],
    [105.5, 'over'],
  ] as const)('%d of a bag of 100: nothing stays in transit', async ([amount, kind]) => {
    const { pool } = scene.platform
    const depositId = await deposited(100)
    const before = await balance(pool, 'bank', 'clients')
    const { body } = await ofOperator(`/${depositId}/bank`, { amount })
    expect(body).toMatchObject({ status: 'banked', banked: amount, difference: amount - 100 })
    expect(await inTransit(depositId)).toBe(0)
    expect((await balance(pool, 'bank', 'clients')) - before).toBe(amount * 100)
    const { items } = await scene.platform.operator('/variances?status=open&limit=1')
    expect(items).toMatchObject([{ source: 'deposit', sourceId: depositId, kind }])
    // The person who recorded it does not decide about it.
    const decide = { outcome: 'over_short', reason: 'Counted again by the bank' }
    const path = `/operator/v1/variances/${items[0].varianceId}/decide`
    const key = scene.platform.operatorKey
    const own = await scene.platform.call('POST', path, { key, body: decide })
    expectRefusal(own, 'APPROVAL409_SAME_PERSON')
  })
})
