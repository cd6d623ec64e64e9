/** Makers and checkers are compared by the persons behind them (D34, W180). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type SignedIn } from './support/people.ts'
import type { Answer } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { expectRefusal } from './support/scene.ts'

let platform: TestPlatform
let owner: SignedIn
let colleague: SignedIn

/** A partner of its own for each act: a partner has one open change of its account. */
const newPartner = async (): Promise<string> => {
  const { body } = await platform.call('POST', '/operator/v1/partners', {
    key: platform.operatorKey,
    body: { name: 'El Amel', apiUrl: 'http://127.0.0.1:9/' },
  })
  return body.partnerId
}

beforeAll(async () => {
  platform = await startTestPlatform()
  owner = await signInAs(platform, { side: 'operator', name: 'Salima Kaci' })
  colleague = await signInAs(platform, { side: 'operator', name: 'Nadia Benali' })
  await platform.createChannel()
})

afterAll(() => platform.stop())

const KEYS = '/operator/v1/operator-keys'

const makeKey = async (name: string, as: { key: string } | SignedIn): Promise<any> => {
  const body = { name, holder: name }
  const { status, body: made } = await ('key' in as
    ? platform.call('POST', KEYS, { key: as.key, body })
    : as.call('POST', KEYS, { body }))
  expect(status).toBe(201)
  return made
}

type Act = {
  ask: (key: string, partnerId: string) => Promise<Answer>
  approve: (asked: any, partnerId: string) => string
}

/** One thing of each kind that a key may ask for without anything before it. */
const ACTS: Record<string, Act> = {
  'a bank account': {
    ask: (key, partnerId) =>
      platform.call('POST', `/operator/v1/partners/${partnerId}/account-changes`, {
        key,
        body: {
          accountHolder: 'SARL El Amel',
          rib: '00799999001234567803',
          nif: '001216099012345',
        },
      }),
    approve: ({ changeId }, partnerId) =>
      `/operator/v1/partners/${partnerId}/account-changes/${changeId}/approve`,
  },
  'an adjustment': {
    ask: (key, partnerId) =>
      platform.call('POST', '/operator/v1/ledger/adjustments', {
        key,
        body: {
          debit: { kind: 'over_short', owner: 'chn_1' },
          credit: { kind: 'partner_payable', owner: partnerId },
          amount: 10,
          reason: 'a test',
        },
      }),
    approve: ({ adjustmentId }) => `/operator/v1/ledger/adjustments/${adjustmentId}/approve`,
  },
  fees: {
    ask: (key, partnerId) => {
      const body = {
        channelKind: 'AGENCY',
        from: '2031-01-01',
        basisPoints: 100,
        fixed: 0,
        vatBasisPoints: 1900,
        onRefund: 'keep',
      }
      return platform.call('PUT', `/operator/v1/partners/${partnerId}/fees`, { key, body })
    },
    approve: ({ feeVersionId }, partnerId) =>
      `/operator/v1/partners/${partnerId}/fees/${feeVersionId}/approve`,
  },
}

describe('a key and the person who made it are one person', () => {
  test.each(Object.entries(ACTS))(
    'for %s, also at the end of a chain of keys',
    async (what, act) => {
      const first = await makeKey(`first of ${what}`, owner)
      const second = await makeKey(`program of ${what}`, { key: first.apiKey })
      expect(second.madeBy).toBe('Salima Kaci')
      const partnerId = await newPartner()
      const asked = await act.ask(second.apiKey, partnerId)
      expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300)
      const path = act.approve(asked.body, partnerId)
      expectRefusal(await owner.call('POST', path), 'APPROVAL409_SAME_PERSON')
      const approved = await colleague.call('POST', path)
      expect(approved.status).toBe(200)
      // Who reads the books sees the key and who made it.
      const maker = approved.body.requestedBy ?? approved.body.madeBy
      expect(maker).toBe(`program of ${what} (${second.operatorKeyId}, Salima Kaci)`)
    },
  )

  test.each(Object.entries(ACTS))('for %s, the other way round', async (what, act) => {
    const { apiKey } = await makeKey(`another of ${what}`, owner)
    const partnerId = await newPartner()
    const asked = await act.ask(apiKey, partnerId)
    const path = act.approve(asked.body, partnerId)
    await platform.pool.query(`update users set signed_in_at = null`)
    try {
      expectRefusal(await platform.call('POST', path, { key: apiKey }), 'APPROVAL409_SAME_PERSON')
      const child = await makeKey(`child of ${what}`, { key: apiKey })
      const asChild = platform.call('POST', path, { key: child.apiKey })
      expectRefusal(await asChild, 'APPROVAL409_SAME_PERSON')
    } finally {
      await platform.pool.query(`update users set signed_in_at = wasl_now()`)
    }
  })

  test('a key that was made with a key of no user is that key’s, too', async () => {
    const act = ACTS['a bank account'] as Act
    await platform.pool.query(`update users set signed_in_at = null`)
    try {
      const child = await makeKey('a program', { key: platform.operatorKey })
      expect(child.madeBy).toBe('opr_1')
      const partnerId = await newPartner()
      const asked = await act.ask(child.apiKey, partnerId)
      const path = act.approve(asked.body, partnerId)
      const own = platform.call('POST', path, { key: platform.operatorKey })
      expectRefusal(await own, 'APPROVAL409_SAME_PERSON')
      const sibling = await makeKey('another program', { key: platform.operatorKey })
      expect((await platform.call('POST', path, { key: sibling.apiKey })).status).toBe(200)
    } finally {
      await platform.pool.query(`update users set signed_in_at = wasl_now()`)
    }
  })
})

describe('a name belongs to one person', () => {
  test.each([
    ['Nadia Benali', 'the same'],
    ['nadia  benali', 'case and spaces'],
    ['Νadiа Bеnali', 'letters of other alphabets'],
    ['Nadia BenaIi', 'a capital I for an l'],
    ['Nadia Ᏼenali', 'one letter of the Cherokee'],
  ])('no key has the holder %s: %s', async (holder) => {
    for (const names of [
      { name: 'a free name', holder },
      { name: holder, holder: 'erp' },
    ]) {
      const answer = await owner.call('POST', KEYS, { body: names })
      expectRefusal(answer, 'VALIDATION400')
      const byKey = await platform.call('POST', KEYS, { key: platform.operatorKey, body: names })
      expectRefusal(byKey, 'VALIDATION400')
    }
  })

  test('a person’s own keys may bear it', async () => {
    const { status } = await owner.call('POST', KEYS, { body: { name: 'Salima Kaci, laptop' } })
    expect(status).toBe(201)
    expect((await owner.call('POST', KEYS, { body: { name: 'salima kaci' } })).status).toBe(201)
  })

  test.each([
    'Nadia Benali',
    'NADIA BENALI',
    'Nadia  Benali',
    'Nаdia Benali',
    'Nadia-Benali.',
    'Nɑdiɑ Benałi',
    'Ꮪalima Kaci',
    'ꓢꓮꓡꓲꓟꓮ Kaci',
    'platform',
    'Platform',
    'Environment',
    'tolerance',
    'prt_1001',
    'PRT 1001',
    'usr_1',
  ])('nobody is invited as %s', async (name) => {
    const body = { role: 'support', name, email: 'somebody@wasl.example' }
    const answer = await owner.call('POST', '/operator/v1/users', { body })
    expectRefusal(answer, 'USER409_TAKEN')
  })

  test.each(['platform', 'prt_1001'])('nor is a partner’s user %s', async (name) => {
    const partnerId = await newPartner()
    const body = { partnerId, role: 'owner', name, email: 'else@wasl.example' }
    expectRefusal(await owner.call('POST', '/operator/v1/users', { body }), 'USER409_TAKEN')
  })
})

describe('a setting that decides about money', () => {
  const change = (as: SignedIn, path: string, body: object) =>
    as.call('PATCH', `/operator/v1/${path}`, { body })

  test.each([
    ['a tolerance', 'channels/chn_1', { countTolerance: 20 }],
    ['a lock time', 'channel-kinds/AGENCY', { lockSeconds: 600 }],
    ['the longest lock', 'channel-kinds/DELIVERY', { lockSecondsMax: 7_200 }],
    ['a limit', 'channel-kinds/MARKETPLACE', { openLocksMax: 50 }],
  ])('changes when another person says the same: %s', async (_what, path, body) => {
    expectRefusal(await change(owner, path, body), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await change(owner, path, body), 'APPROVAL409_SAME_PERSON')
    const [field, value] = Object.entries(body)[0] as [string, number]
    // Something else is a new request, which the first person may confirm.
    const other = { [field]: value - 1 }
    expectRefusal(await change(colleague, path, other), 'APPROVAL409_SECOND_PERSON')
    const set = await change(owner, path, other)
    expect([set.status, set.body[field]]).toEqual([200, value - 1])
    // A confirmation counts once.
    expectRefusal(await change(owner, path, other), 'APPROVAL409_SECOND_PERSON')
  })

  test('is not changed by a key once people sign in, nor by an engineer, nor without a step-up', async () => {
    const key = platform.operatorKey
    const body = { countTolerance: 3 }
    const path = '/operator/v1/channels/chn_1'
    const byKey = platform.call('PATCH', path, { key, body })
    expectRefusal(await byKey, 'APPROVAL403_NOT_A_PERSON')
    const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
    const refused = await engineer.call('PATCH', path, { body })
    expectRefusal(refused, 'OPERATOR403_PERMISSION')
    expect(refused.body.permission).toBe('cash.adjust')
    const tired = await signInAs(platform, { side: 'operator', steppedUp: false })
    expectRefusal(await tired.call('PATCH', path, { body }), 'PERSON403_STEP_UP')
    expect((await engineer.call('PATCH', path, { body: { name: 'Till' } })).status).toBe(200)
  })

  const listed = async (as: SignedIn, query = ''): Promise<any[]> => {
    const { status, body } = await as.call('GET', `/operator/v1/setting-requests${query}`)
    expect(status).toBe(200)
    return body.items
  }

  test('is listed while it waits, with both values, and for those who may confirm it', async () => {
    const partnerId = await newPartner()
    const path = `partners/${partnerId}/settlement`
    const body = { release: 'banked' }
    expectRefusal(await change(owner, path, body), 'APPROVAL409_SECOND_PERSON')
    const mine = (await listed(owner, '?status=waiting'))[0]
    expect(mine).toEqual({
      settingRequestId: expect.any(String),
      operation: 'changeSettlement',
      subject: partnerId,
      changes: [{ field: 'release', from: 'at_once', to: 'banked' }],
      status: 'waiting',
      askedBy: 'Salima Kaci',
      askedAt: expect.stringMatching(/Z$/),
      confirmedBy: null,
      refusedBy: null,
      endedAt: null,
      side: 'operator',
      permissions: ['fees.edit', 'cash.adjust'],
      mayConfirm: false,
    })
    const auditor = await signInAs(platform, { side: 'operator', role: 'auditor' })
    expect((await listed(auditor))[0]).toEqual(mine)
    expect((await listed(colleague))[0]).toEqual({ ...mine, mayConfirm: true })
    expectRefusal(await change(owner, path, body), 'APPROVAL409_SAME_PERSON')
    const read = await owner.call('GET', `/operator/v1/${path}`)
    expect(read.body.release).toBe('at_once')
    expect((await change(colleague, path, body)).body.release).toBe('banked')
    const [ended] = await listed(owner, '?status=confirmed&limit=1')
    expect(ended).toMatchObject({ subject: partnerId, confirmedBy: 'Nadia Benali' })
    expect(ended.endedAt).not.toBeNull()
    const waiting = await listed(owner, '?status=waiting')
    expect(waiting.map(({ subject }) => subject)).not.toContain(partnerId)
    expectRefusal(
      await change(owner, 'partners/prt_999999/settlement', body),
      'PARTNER404_NOT_FOUND',
    )
  })

  test('is told to the other owners', async () => {
    const partnerId = await newPartner()
    await change(owner, `partners/${partnerId}/settlement`, { schedule: 'weekly' })
    const noticesOf = async (who: SignedIn) =>
      (await who.call('GET', '/account/v1/security')).body.notices.filter(
        ({ subject }: any) => subject === partnerId,
      )
    expect(await noticesOf(colleague)).toMatchObject([{ kind: 'setting.request' }])
    expect(await noticesOf(owner)).toEqual([])
  })

  test('is refused by another person, or taken back, and is asked for again after that', async () => {
    const partnerId = await newPartner()
    const path = `partners/${partnerId}/settlement`
    const body = { release: 'banked' }
    const refuse = async (as: SignedIn) => {
      const [{ settingRequestId }] = await listed(owner, '?status=waiting&limit=1')
      return as.call('POST', `/operator/v1/setting-requests/${settingRequestId}/refuse`)
    }
    expectRefusal(await change(owner, path, body), 'APPROVAL409_SECOND_PERSON')
    const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
    expectRefusal(await refuse(engineer), 'OPERATOR403_PERMISSION')
    const refused = await refuse(colleague)
    expect(refused.body).toMatchObject({
      subject: partnerId,
      status: 'refused',
      confirmedBy: null,
      refusedBy: 'Nadia Benali',
    })
    const again = `/operator/v1/setting-requests/${refused.body.settingRequestId}/refuse`
    expectRefusal(await colleague.call('POST', again), 'SETTING404_NOT_FOUND')
    // What was refused is not confirmed by saying the same: it is a first request.
    expectRefusal(await change(colleague, path, body), 'APPROVAL409_SECOND_PERSON')
    expect((await refuse(colleague)).body.refusedBy).toBe('Nadia Benali')
    expect((await owner.call('GET', `/operator/v1/${path}`)).body.release).toBe('at_once')
  })

  test('has a maximum', async () => {
    const answer = await change(owner, 'channels/chn_1', { countTolerance: 1_000.01 })
    expectRefusal(answer, 'VALIDATION400')
  })
})

test('a partner’s new secrets are shown to nobody who has not confirmed just now', async () => {
  const partnerId = await newPartner()
  const tired = await signInAs(platform, { side: 'operator', role: 'engineer', steppedUp: false })
  const body = { apiUrl: 'http://127.0.0.2:9/' }
  const answer = await tired.call('PATCH', `/operator/v1/partners/${partnerId}`, { body })
  expectRefusal(answer, 'PERSON403_STEP_UP')
})

describe('the limit of what a partner may owe', () => {
  test('is lowered by one person, and raised or removed by two', async () => {
    const partnerId = await newPartner()
    const set = (who: SignedIn, body: object) =>
      who.call('PATCH', `/operator/v1/partners/${partnerId}`, { body })
    // From no limit to some is lower.
    expect((await set(owner, { debitLimit: 500 })).body.debitLimit).toBe(500)
    expect((await set(owner, { debitLimit: 400.5, city: 'Oran' })).body.debitLimit).toBe(400.5)
    for (const more of [{ debitLimit: 500 }, { debitLimit: null }]) {
      expectRefusal(await set(owner, { ...more, city: 'Blida' }), 'APPROVAL409_SECOND_PERSON')
      expectRefusal(await set(owner, more), 'APPROVAL409_SAME_PERSON')
      const { body } = await owner.call('GET', `/operator/v1/partners/${partnerId}`)
      expect(body).toMatchObject({ debitLimit: 400.5, city: 'Oran' })
    }
    const byKey = platform.call('PATCH', `/operator/v1/partners/${partnerId}`, {
      key: platform.operatorKey,
      body: { debitLimit: null },
    })
    expectRefusal(await byKey, 'APPROVAL403_NOT_A_PERSON')
    const [asked] = (
      await colleague.call('GET', '/operator/v1/setting-requests?status=waiting&limit=1')
    ).body.items
    expect(asked).toMatchObject({
      operation: 'changePartner',
      subject: partnerId,
      changes: [{ field: 'debitLimit', from: 400.5, to: null }],
      permissions: ['partners.edit', 'cash.adjust'],
      mayConfirm: true,
    })
    expect((await set(colleague, { debitLimit: null })).body.debitLimit).toBeNull()
  })
})

describe('the limit of an agent', () => {
  test('is there from the beginning, and is not high', async () => {
    const { apiKey: key } = await platform.createChannel()
    const add = (fields: object) =>
      platform.call('POST', '/channel/v1/agents', { key, body: { name: 'Karim', ...fields } })
    expect((await add({})).body.cashMax).toBe(1_000_000)
    for (const cashMax of [1_000_000.01, null]) {
      expectRefusal(await add({ cashMax }), 'VALIDATION400')
    }
  })

  test('is raised by two of the channel’s people, or by the operator as the second one, and has a maximum', async () => {
    const channel = await platform.createChannel()
    const of = { side: 'channel', channelId: channel.channelId } as const
    const lone = await signInAs(platform, { ...of, name: 'Lina Rahal' })
    const added = await lone.call('POST', '/channel/v1/agents', {
      body: { name: 'Karim', cashMax: 1_000, heldDaysMax: 1 },
    })
    expect(added.status).toBe(201)
    const { agentId } = added.body
    const set = (who: SignedIn, body: object) =>
      who.call('PATCH', `/channel/v1/agents/${agentId}`, { body })
    // Nobody else is in the channel: the operator is the second one.
    const operatorSets = (who: SignedIn, body: object) =>
      who.call('PATCH', `/operator/v1/agents/${agentId}`, { body })
    const waiting = async () =>
      (await owner.call('GET', '/operator/v1/setting-requests?status=waiting&limit=1')).body
        .items[0]
    expectRefusal(await set(lone, { cashMax: 2_000 }), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await set(lone, { cashMax: 2_000 }), 'APPROVAL409_SAME_PERSON')
    expect(await waiting()).toMatchObject({
      subject: agentId,
      askedBy: 'Lina Rahal',
      mayConfirm: true,
    })
    const notices = (await owner.call('GET', '/account/v1/security')).body.notices
    expect(notices.filter(({ subject }: any) => subject === agentId)).toHaveLength(1)
    const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
    expectRefusal(await operatorSets(engineer, { cashMax: 2_000 }), 'OPERATOR403_PERMISSION')
    expect((await operatorSets(owner, { cashMax: 2_000 })).body.cashMax).toBe(2_000)
    // Alone, the operator lowers it and does not raise it.
    expect((await operatorSets(owner, { cashMax: 1_900 })).body.cashMax).toBe(1_900)
    expectRefusal(await operatorSets(owner, { cashMax: 2_000 }), 'APPROVAL409_SECOND_PERSON')
    expect((await operatorSets(colleague, { cashMax: 2_000 })).body.cashMax).toBe(2_000)

    // Of the same name: users are told apart, and not names.
    const second = await signInAs(platform, { ...of, name: 'Lina Rahal' })
    await signInAs(platform, { ...of, role: 'supervisor' })
    for (const more of [{ cashMax: 3_000 }, { cashMax: null }, { heldDaysMax: 2 }]) {
      expectRefusal(await set(lone, more), 'APPROVAL409_SECOND_PERSON')
    }
    expectRefusal(await set(lone, { heldDaysMax: 2 }), 'APPROVAL409_SAME_PERSON')
    expect((await set(second, { heldDaysMax: 2 })).body).toMatchObject({
      heldDaysMax: 2,
      cashMax: 2_000,
    })
    expect((await set(lone, { cashMax: 1_500, name: 'Karim B.' })).status).toBe(200)
    const [asked] = (await owner.call('GET', '/operator/v1/setting-requests?limit=1')).body.items
    expect(asked).toMatchObject({ subject: agentId, side: 'channel', status: 'confirmed' })
    expectRefusal(await set(lone, { cashMax: 50_000_001 }), 'VALIDATION400')

    const tired = await signInAs(platform, { ...of, steppedUp: false })
    expectRefusal(await set(tired, { cashMax: 1_000 }), 'PERSON403_STEP_UP')
    const adding = tired.call('POST', '/channel/v1/agents', { body: { name: 'Amine' } })
    expectRefusal(await adding, 'PERSON403_STEP_UP')

    // A key asks. Who made it is not known, so no person of the channel is the second one.
    const byKey = (cashMax: number) =>
      platform.call('PATCH', `/channel/v1/agents/${agentId}`, {
        key: channel.apiKey,
        body: { cashMax },
      })
    expectRefusal(await byKey(4_000), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await set(lone, { cashMax: 4_000 }), 'APPROVAL409_SECOND_PERSON')
    expect((await operatorSets(owner, { cashMax: 4_000 })).body.cashMax).toBe(4_000)
    // Nor does a key confirm what a person asked for.
    expectRefusal(await set(lone, { cashMax: 5_000 }), 'APPROVAL409_SECOND_PERSON')
    expectRefusal(await byKey(5_000), 'APPROVAL409_SECOND_PERSON')
    expect((await byKey(3_000)).body.cashMax).toBe(3_000)
  })
})
