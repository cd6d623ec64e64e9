import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'
import { expectRefusal } from './support/scene.ts'

const ACCOUNT = {
  accountHolder: 'SARL El Baraka Fournitures',
  rib: '00799999001234567803',
  nif: '001216099012345',
}

let house: OperatorHouse
/** Keys of three holders; Amina has two. */
const keys: Record<'amina' | 'aminasProgram' | 'karim', string> = {
  amina: '',
  aminasProgram: '',
  karim: '',
}

const makeKey = async (name: string, holder: string): Promise<string> => {
  const { status, body } = await house.call('POST', '/operator/v1/operator-keys', {
    body: { name, holder },
  })
  expect(status).toBe(201)
  expect(body.holder).toBe(holder)
  return body.apiKey
}

beforeAll(async () => {
  house = await openOperatorHouse()
  keys.amina = await makeKey('Amina, desk', 'Amina Belkacem')
  keys.aminasProgram = await makeKey('Amina, program', 'Amina Belkacem')
  keys.karim = await makeKey('Karim', 'Karim Haddad')
})

afterAll(() => house.close())

const pathOf = (partnerId: string): string => `/operator/v1/partners/${partnerId}/account-changes`

const request = (partnerId: string, body: object = ACCOUNT, key = keys.amina) =>
  house.call('POST', pathOf(partnerId), { body, key })

const decide = (partnerId: string, changeId: string, verb: 'approve' | 'decline', key: string) =>
  house.call('POST', `${pathOf(partnerId)}/${changeId}/${verb}`, { key })

const accountOf = async (partnerId: string): Promise<any> =>
  (await house.call('GET', `/operator/v1/partners/${partnerId}/account`)).body

/** A partner with a change that waits. */
const withRequest = async (): Promise<{ partnerId: string; changeId: string }> => {
  const { partnerId } = await house.createPartner()
  const { body } = await request(partnerId)
  return { partnerId, changeId: body.changeId }
}

describe('the bank account of a partner', () => {
  test('changes when a second person approves the request', async () => {
    const { partnerId } = await house.createPartner()
    expect(await accountOf(partnerId)).toEqual({ current: null, requested: null })
    const requested = await request(partnerId)
    expect(requested.status).toBe(201)
    expect(requested.body).toMatchObject({ ...ACCOUNT, status: 'requested', nis: null })
    expect((await accountOf(partnerId)).current).toBeNull()
    const approved = await decide(partnerId, requested.body.changeId, 'approve', keys.karim)
    expect(approved.body).toMatchObject({
      status: 'approved',
      requestedBy: 'Amina Belkacem',
      decidedBy: 'Karim Haddad',
    })
    expect(await accountOf(partnerId)).toEqual({ current: approved.body, requested: null })
    const actions = (await house.auditLog()).slice(0, 2).map(({ action }) => action)
    expect(actions).toEqual(['partner-account.approve', 'partner-account.request'])
  })

  test('is the newest approved one', async () => {
    const { partnerId, changeId } = await withRequest()
    await decide(partnerId, changeId, 'approve', keys.karim)
    const other = { ...ACCOUNT, rib: '00100645030000123482' }
    const { body } = await request(partnerId, other, keys.karim)
    expect((await accountOf(partnerId)).current.rib).toBe(ACCOUNT.rib)
    await decide(partnerId, body.changeId, 'approve', keys.amina)
    expect((await accountOf(partnerId)).current.rib).toBe(other.rib)
    const list = await house.call('GET', `${pathOf(partnerId)}?limit=1`)
    expect(list.body.items.map(({ rib }: any) => rib)).toEqual([other.rib])
    const rest = await house.call('GET', `${pathOf(partnerId)}?cursor=${list.body.nextCursor}`)
    expect(rest.body.items.map(({ rib }: any) => rib)).toEqual([ACCOUNT.rib])
  })

  test.for(['amina', 'aminasProgram'] as const)(
    'is not approved by the person who requested it (key: %s)',
    async (key) => {
      const { partnerId, changeId } = await withRequest()
      const answer = await decide(partnerId, changeId, 'approve', keys[key])
      expectRefusal(answer, 'APPROVAL409_SAME_PERSON')
      expect((await accountOf(partnerId)).current).toBeNull()
    },
  )

  test('may be declined by the person who requested it', async () => {
    const { partnerId, changeId } = await withRequest()
    const { body } = await decide(partnerId, changeId, 'decline', keys.amina)
    expect(body.status).toBe('declined')
    expect(await accountOf(partnerId)).toEqual({ current: null, requested: null })
    expect((await request(partnerId)).status).toBe(201)
  })

  test('has one waiting change at most', async () => {
    const { partnerId, changeId } = await withRequest()
    expectRefusal(await request(partnerId), 'PARTNER_ACCOUNT409_WAITING')
    expect((await accountOf(partnerId)).requested.changeId).toBe(changeId)
  })

  test.for([
    ['approve', 'decline'],
    ['decline', 'approve'],
  ] as const)('is decided once: %s, then %s is refused', async ([first, second]) => {
    const { partnerId, changeId } = await withRequest()
    const answer = await decide(partnerId, changeId, first, keys.karim)
    expect((await decide(partnerId, changeId, first, keys.karim)).body).toEqual(answer.body)
    const refused = await decide(partnerId, changeId, second, keys.karim)
    expectRefusal(refused, 'PARTNER_ACCOUNT409_DECIDED')
  })

  test('is decided once when two decide at once', async () => {
    const { partnerId, changeId } = await withRequest()
    const answers = await Promise.all([
      decide(partnerId, changeId, 'approve', keys.karim),
      decide(partnerId, changeId, 'decline', keys.amina),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test.for([
    ['a wrong check digit', { ...ACCOUNT, rib: '00799999001234567804' }, 'rib'],
    ['a short tax number', { ...ACCOUNT, nif: '123' }, 'nif'],
    ['no holder', { rib: ACCOUNT.rib }, 'accountHolder'],
    ['an unknown field', { ...ACCOUNT, iban: 'DZ' }, 'iban'],
  ] as const)('is refused with %s', async ([, body, path]) => {
    const { partnerId } = await house.createPartner()
    const answer = await request(partnerId, body)
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details[0].path).toBe(path)
  })

  test('belongs to one partner alone', async () => {
    const { changeId } = await withRequest()
    const other = await house.createPartner()
    const answer = await decide(other.partnerId, changeId, 'approve', keys.karim)
    expectRefusal(answer, 'PARTNER_ACCOUNT404_NOT_FOUND')
    expectRefusal(await request('prt_999999'), 'PARTNER404_NOT_FOUND')
  })
})
