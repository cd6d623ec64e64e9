/** Agents, and who takes the money of a payment (D30). */
import { beforeEach, describe, expect, test } from 'vitest'
import { toNextNoon } from './support/clock.ts'
import { newReference, type Answer, type CallOptions, type TestChannel } from './support/node.ts'
import { makeQrCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

/** Channels of each story's own. */
let channel: TestChannel
let stranger: TestChannel

beforeEach(async () => {
  channel = await scene.platform.createChannel('AGENCY')
  stranger = await scene.platform.createChannel('AGENCY')
})

const call = (
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer> =>
  scene.platform.call(method, path, {
    key: channel.apiKey,
    ...(body !== undefined && { body }),
    ...options,
  })

const addAgent = async (of = channel, fields: Record<string, unknown> = {}): Promise<string> => {
  const answer = await call(
    'POST',
    '/channel/v1/agents',
    { name: 'Karim', ...fields },
    { key: of.apiKey },
  )
  expect(answer.status).toBe(201)
  return answer.body.agentId
}

const numberOf = (agentId: string): number => Number(agentId.slice('agt_'.length))

const startShift = async (agentId: string): Promise<void> => {
  await scene.platform.pool.query(
    `insert into shifts
      (shift_id, channel_id, agent_id, status, float, opening_balance, opened_at)
    select new_id(0), channel_id, agent_id, 'open', 0, 0, wasl_now()
    from agents where agent_id = $1`,
    [numberOf(agentId)],
  )
}

const onShift = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const agentId = await addAgent(channel, fields)
  await startShift(agentId)
  return agentId
}

const open = (more: Record<string, unknown> = {}, headers = {}): Promise<Answer> => {
  const { partnerId } = scene.partner
  const body = { partnerId, reference: newReference(), ...more }
  return call('POST', '/channel/v1/payments', body, { headers })
}

const opened = async (more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await open(more)
  expect(answer.status).toBe(201)
  return answer.body.paymentId
}

const confirm = (paymentId: string, body?: unknown, headers = {}): Promise<Answer> =>
  call('POST', `/channel/v1/payments/${paymentId}/confirm`, body, { headers })

/** Who has the cash of a payment, by its COLLECT. */
const collectedBy = async (paymentId: string): Promise<string[]> => {
  const { rows } = await scene.platform.pool.query<{ debit_owner: string }>(
    `select debit_owner from ledger_transfers where source_id = $1 and code = 'COLLECT'`,
    [paymentId],
  )
  return rows.map(({ debit_owner: owner }) => owner)
}

const operator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(method, path, body, { key: scene.platform.operatorKey })

const setChannel = async (settings: Record<string, unknown>): Promise<void> => {
  const answer = await operator('PATCH', `/operator/v1/channels/${channel.channelId}`, settings)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject(settings)
}

describe('a channel', () => {
  test('adds agents, changes them, and lists them in the order of their ids', async () => {
    const first = await call('POST', '/channel/v1/agents', { name: 'Karim' })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      agentId: expect.stringMatching(/^agt_\d+$/),
      name: 'Karim',
      status: 'active',
      cashMax: 1_000_000,
      heldDaysMax: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    const second = await addAgent(channel, { name: 'Amina', cashMax: 599.8, heldDaysMax: 2 })
    const path = `/channel/v1/agents/${first.body.agentId}`
    const change = { status: 'inactive', cashMax: 1000.5 }
    const changed = { ...first.body, ...change }
    expect((await call('PATCH', path, change)).body).toEqual(changed)
    const limits = `/operator/v1/agents/${first.body.agentId}`
    expect((await operator('PATCH', limits, { cashMax: null })).body.cashMax).toBeNull()
    expect((await call('PATCH', path, { name: 'Karim H.' })).body).toEqual({
      ...changed,
      cashMax: null,
      name: 'Karim H.',
    })
    const page = await call('GET', '/channel/v1/agents?limit=1')
    expect(page.body.items).toMatchObject([{ agentId: first.body.agentId, name: 'Karim H.' }])
    const next = await call('GET', `/channel/v1/agents?cursor=${page.body.nextCursor}`)
    expect(next.body).toMatchObject({
      items: [{ agentId: second, cashMax: 599.8, heldDaysMax: 2 }],
      nextCursor: null,
    })
    const seen = await operator('GET', `/operator/v1/channels/${channel.channelId}/agents`)
    expect(seen.body.items.map(({ agentId }: { agentId: string }) => agentId)).toEqual([
      first.body.agentId,
      second,
    ])
  })

  test('sees and changes only its own agents', async () => {
    const agentId = await addAgent(stranger)
    expect((await call('GET', '/channel/v1/agents')).body.items).toEqual([])
    const path = `/channel/v1/agents/${agentId}`
    expectRefusal(await call('PATCH', path, { name: 'Mine' }), 'AGENT404_NOT_FOUND')
    for (const unknown of ['agt_2147483647', 'agt_x', 'nobody']) {
      const answer = await call('PATCH', `/channel/v1/agents/${unknown}`, { name: 'Mine' })
      expectRefusal(answer, 'AGENT404_NOT_FOUND')
    }
    expectRefusal(
      await operator('GET', '/operator/v1/channels/chn_2147483647/agents'),
      'CHANNEL404_NOT_FOUND',
    )
  })

  test('adds one agent with a repeated Idempotency-Key, also at once', async () => {
    const headers = { 'idempotency-key': 'add-karim' }
    const add = (name: string): Promise<Answer> =>
      call('POST', '/channel/v1/agents', { name }, { headers })
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('Karim')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await call('GET', '/channel/v1/agents')).body.items).toEqual([answers[0]?.body])
    expectRefusal(await add('Amina'), 'IDEMPOTENCY422_KEY_REUSED')
    const others = await call(
      'POST',
      '/channel/v1/agents',
      { name: 'Karim' },
      {
        headers,
        key: stranger.apiKey,
      },
    )
    expect(others.body.agentId).not.toBe(answers[0]?.body.agentId)
  })

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: 'Karim', cashMax: 0 }],
    [{ name: 'Karim', cashMax: 1.001 }],
    [{ name: 'Karim', heldDaysMax: 0 }],
    [{ name: 'Karim', status: 'active' }],
  ])('cannot add the agent %j', async (body) => {
    expectRefusal(await call('POST', '/channel/v1/agents', body), 'VALIDATION400')
  })
})

describe('an opening in the name of an agent', () => {
  test('is shown with the payment, and the agent takes its money', async () => {
    const agentId = await onShift()
    const answer = await open({ agentId })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ agentId, takenBy: null })
    expect(answer.body).not.toHaveProperty('warnings')
    const { paymentId } = answer.body
    const paid = await confirm(paymentId)
    expect(paid.body).toMatchObject({ stage: 'paid', agentId, takenBy: agentId })
    expect(paid.body).not.toHaveProperty('warnings')
    expect(await collectedBy(paymentId)).toEqual([agentId])
    expect(await scene.platform.operator(`/payments/${paymentId}`)).toMatchObject({
      agentId,
      takenBy: agentId,
    })
  })

  test('is refused for an agent of another channel, inactive or without a shift', async () => {
    const elsewhere = await addAgent(stranger)
    await startShift(elsewhere)
    expectRefusal(await open({ agentId: elsewhere }), 'AGENT404_NOT_FOUND')
    expectRefusal(await open({ agentId: 'agt_2147483647' }), 'AGENT404_NOT_FOUND')
    expectRefusal(await open({ agentId: 'agt_0' }), 'VALIDATION400')
    const idle = await addAgent()
    const key = { 'idempotency-key': 'an-opening' }
    const reference = newReference()
    expectRefusal(await open({ agentId: idle, reference }, key), 'AGENT409_NOT_ON_SHIFT')
    await startShift(idle)
    // The refusal changed nothing, so its key is free.
    expect((await open({ agentId: idle, reference }, key)).status).toBe(201)
    await call('PATCH', `/channel/v1/agents/${idle}`, { status: 'inactive' })
    expectRefusal(await open({ agentId: idle }), 'AGENT409_NOT_ON_SHIFT')
  })

  test('is demanded where the setting of the channel says so, for QR codes too', async () => {
    const token = await makeQrCode(scene.platform.pool, scene.partner)
    const path = `/channel/v1/qr-codes/${token}/payments`
    expect((await call('POST', path, { amount: 100 })).status).toBe(201)
    await setChannel({ requiresAgent: true })
    for (const answer of [await open(), await call('POST', path, { amount: 100 })]) {
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details).toEqual([
        { path: 'agentId', message: expect.stringContaining('requires one') },
      ])
    }
    const agentId = await addAgent()
    const body = { amount: 100, agentId }
    expectRefusal(await call('POST', path, body), 'AGENT409_NOT_ON_SHIFT')
    await startShift(agentId)
    expect((await call('POST', path, body)).body).toMatchObject({ stage: 'locked', agentId })
    expect((await open({ agentId })).status).toBe(201)
    await setChannel({ requiresAgent: false })
    expect((await open()).status).toBe(201)
  })

  test('warns near the limit of the agent, and is refused at the limit', async () => {
    const agentId = await onShift({ cashMax: 1000 })
    scene.server.prices.set('LIMIT-1', 799.99)
    scene.server.prices.set('LIMIT-2', 0.01)
    scene.server.prices.set('LIMIT-3', 200)
    expect((await confirm(await opened({ agentId, reference: 'LIMIT-1' }))).status).toBe(200)
    const calm = await open({ agentId, reference: 'LIMIT-2' })
    expect(calm.body).not.toHaveProperty('warnings')
    await confirm(calm.body.paymentId)
    const headers = { 'idempotency-key': 'near-the-limit' }
    const near = await open({ agentId, reference: 'LIMIT-3' }, headers)
    expect(near.body.warnings).toEqual(['AGENT_CASH_NEAR_LIMIT'])
    await confirm(near.body.paymentId)
    expectRefusal(await open({ agentId }), 'AGENT409_CASH_LIMIT')
    // The first answer again, with what it said.
    expect((await open({ agentId, reference: 'LIMIT-3' }, headers)).body).toEqual(near.body)
    expect((await open()).status).toBe(201)
    await operator('PATCH', `/operator/v1/agents/${agentId}`, { cashMax: null })
    expect((await open({ agentId })).status).toBe(201)
  })
})

describe('takenBy of a confirmation', () => {
  test('is any agent of the channel, before the one of the opening', async () => {
    const [opener, taker] = [await onShift(), await onShift()]
    const paymentId = await opened({ agentId: opener })
    const paid = await confirm(paymentId, { takenBy: taker })
    expect(paid.body).toMatchObject({ agentId: opener, takenBy: taker })
    expect(paid.body).not.toHaveProperty('warnings')
    expect(await collectedBy(paymentId)).toEqual([taker])
    const late = await opened()
    expect((await confirm(late, { takenBy: taker })).body).toMatchObject({
      agentId: null,
      takenBy: taker,
    })
  })

  test('stands from the first confirmation on', async () => {
    const [first, second] = [await onShift(), await onShift()]
    const paymentId = await opened()
    await confirm(paymentId, { takenBy: first })
    const repeated = await confirm(paymentId, { takenBy: second })
    expect([repeated.status, repeated.body.takenBy]).toEqual([200, first])
    expect(await collectedBy(paymentId)).toEqual([first])
  })

  test('warns of an agent without a shift, and of an inactive one, and confirms', async () => {
    const idle = await addAgent()
    await call('PATCH', `/channel/v1/agents/${idle}`, { status: 'inactive' })
    const paymentId = await opened()
    const headers = { 'idempotency-key': 'idle' }
    const paid = await confirm(paymentId, { takenBy: idle }, headers)
    expect([paid.status, paid.body.stage]).toEqual([200, 'paid'])
    expect(paid.body).toMatchObject({ takenBy: idle, warnings: ['AGENT_NOT_ON_SHIFT'] })
    expect(await collectedBy(paymentId)).toEqual([idle])
    await startShift(idle)
    expect((await confirm(paymentId, { takenBy: idle }, headers)).body).toEqual(paid.body)
  })

  test('that names nobody of the channel loses no confirmation', async () => {
    const elsewhere = await addAgent(stranger)
    const opener = await onShift()
    for (const takenBy of [elsewhere, 'agt_2147483647']) {
      const ownerless = await opened()
      const paid = await confirm(ownerless, { takenBy })
      expect([paid.status, paid.body.stage]).toEqual([200, 'paid'])
      expect(paid.body).toMatchObject({ takenBy: null, warnings: ['TAKEN_BY_UNKNOWN'] })
      expect(await collectedBy(ownerless)).toEqual([channel.channelId])
      const ofAgent = await opened({ agentId: opener })
      const again = await confirm(ofAgent, { takenBy })
      expect(again.body).toMatchObject({ takenBy: opener, warnings: ['TAKEN_BY_UNKNOWN'] })
      expect(await collectedBy(ofAgent)).toEqual([opener])
    }
  })

  test('that is malformed changes nothing, so that the till can send it again', async () => {
    const paymentId = await opened()
    for (const takenBy of ['Karim', 12, 'agt_0', 'agt_99999999999']) {
      expectRefusal(await confirm(paymentId, { takenBy }), 'VALIDATION400')
    }
    expect((await call('GET', `/channel/v1/payments/${paymentId}`)).body.stage).toBe('locked')
    const paid = await confirm(paymentId)
    expect(paid.body).toMatchObject({ stage: 'paid', takenBy: null })
    expect(await collectedBy(paymentId)).toEqual([channel.channelId])
  })

  test('is not known before a payment is paid', async () => {
    const agentId = await onShift()
    const headers = { 'idempotency-key': 'an-opening-of-an-agent' }
    const reference = newReference()
    const first = await open({ agentId, reference }, headers)
    await confirm(first.body.paymentId)
    expect((await open({ agentId, reference }, headers)).body).toEqual(first.body)
  })
})

describe('cash that an agent holds for long', () => {
  test('warns on the last day that it may be held, and refuses openings after it', async () => {
    const { clock } = scene.platform
    await toNextNoon(clock)
    const agentId = await onShift({ heldDaysMax: 1 })
    await confirm(await opened({ agentId }))
    expect((await open({ agentId })).body).not.toHaveProperty('warnings')
    await clock.advance(86_400)
    const late = await open({ agentId })
    expect(late.body.warnings).toEqual(['AGENT_HOLDS_CASH_LONG'])
    await clock.advance(86_400)
    expectRefusal(await open({ agentId }), 'AGENT409_CASH_LIMIT')
    expect((await open()).status).toBe(201)
  })
})
