/** What a partner's users see and change by themselves (W153, W154), over HTTP. */
import { OPERATIONS } from '@wasl/protocol/operations'
import { beforeAll, describe, expect, test } from 'vitest'
import { newReference } from './support/node.ts'
import { signInAs, type SignedIn } from './support/people.ts'
import { startPartner } from './support/partner.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const { partner: tables } = OPERATIONS

let owner: SignedIn
let viewer: SignedIn

const as = async (role: 'owner' | 'viewer') =>
  signInAs(scene.platform, { side: 'partner', role, partnerId: scene.partner.partnerId })

beforeAll(async () => {
  owner = await as('owner')
  viewer = await as('viewer')
})

const settings = (path: string) => `/partner/settings/v1${path}`

describe('the keys of a partner', () => {
  test('a new key is seen to be used before the old one is revoked, and the current one stays', async () => {
    const before = await owner.call('GET', settings('/keys'))
    expect(tables.settings.listOwnKeys.answer.schema.parse(before.body)).toEqual(before.body)
    const [old] = before.body.items
    const made = await owner.call('POST', settings('/rotate'), {
      body: { secret: 'apiKey', overlapSeconds: 604_800 },
    })
    expect(made.status).toBe(200)
    const during = (await owner.call('GET', settings('/keys'))).body.items
    expect(during.map((key: { hint: string }) => key.hint)).toContain(old.hint)
    const [current] = during
    expect(current).toMatchObject({ expiresAt: null, lastUsedAt: null })
    expectRefusal(
      await owner.call('POST', settings(`/keys/${current.hint}/revoke`)),
      'KEY409_CURRENT',
    )
    await until('the use of the new key', async () => {
      await scene.platform.call('GET', '/partner/payments/v1/ANY/status', { key: made.body.value })
      const { items } = (await owner.call('GET', settings('/keys'))).body
      return items[0].lastUsedAt !== null
    })
    const after = await owner.call('POST', settings(`/keys/${old.hint}/revoke`))
    expect(after.body.items).toHaveLength(1)
    const refused = await scene.platform.call('GET', '/partner/payments/v1/ANY/status', {
      key: scene.partner.apiKey,
    })
    expectRefusal(refused, 'PARTNER_API401_UNAUTHORIZED')
    scene.partner.apiKey = made.body.value
    const log = await scene.platform.operator(`/audit-log?actor=${owner.userId}`)
    expect(log.items.slice(0, 2).map((entry: { action: string }) => entry.action)).toEqual([
      'partner.revoke-key',
      'partner.rotate',
    ])
  })

  test('a person who did not just confirm who they are changes no secret', async () => {
    const plain = await signInAs(scene.platform, {
      side: 'partner',
      partnerId: scene.partner.partnerId,
      steppedUp: false,
    })
    const rotate = await plain.call('POST', settings('/rotate'), { body: { secret: 'apiKey' } })
    expectRefusal(rotate, 'PERSON403_STEP_UP')
  })
})

describe('the settings of a partner', () => {
  test('another host gets new shared secrets, and the operator alone changes the rest', async () => {
    const { body } = await owner.call('GET', settings('/partner'))
    expect(tables.settings.readOwnPartner.answer.schema.strict().parse(body)).toEqual(body)
    const refused = await owner.call('PATCH', settings('/partner'), { body: { name: 'Another' } })
    expectRefusal(refused, 'VALIDATION400')
    const same = await owner.call('PATCH', settings('/partner'), {
      body: { webhookUrl: `${body.apiUrl}/hooks` },
    })
    expect(same.body).toMatchObject({ isWebhookUrlDerived: false })
    expect(same.body.apiSecret).toBeUndefined()
    const back = await owner.call('PATCH', settings('/partner'), { body: { webhookUrl: null } })
    expect(back.body).toMatchObject({ webhookUrl: body.webhookUrl, isWebhookUrlDerived: true })
    expectRefusal(
      await viewer.call('PATCH', settings('/partner'), { body: { webhookUrl: null } }),
      'PARTNER_API403_PERMISSION',
    )
  })
})

describe('what belongs to another partner', () => {
  test('is unknown: its codes, payments and statements', async () => {
    const server = await startPartner()
    try {
      const other = await scene.platform.createPartner(server)
      const stranger = await signInAs(scene.platform, {
        side: 'partner',
        partnerId: other.partnerId,
      })
      const code = await owner.call('POST', settings('/qr-codes'), { body: { label: 'Caisse 2' } })
      expect(tables.ownQrCodes.createOwnQrCode.answer.schema.parse(code.body)).toEqual(code.body)
      const { qrCodeToken } = code.body
      const payment = await scene.platform.opened(scene.channel, scene.partner, newReference())
      const ask = (path: string, method = 'GET', body?: unknown) =>
        stranger.call(method, path, body === undefined ? {} : { body })
      const ofCode = settings(`/qr-codes/${qrCodeToken}`)
      const answers = await Promise.all([
        ask(ofCode),
        ask(ofCode, 'PATCH', { status: 'disabled' }),
        ask(`${ofCode}/configurations`),
        ask(`${ofCode}/image`),
        ask(`${ofCode}/poster`),
        ask(`/partner/payments/v1/${payment.paymentId}`),
        ask(`/partner/payments/v1/${payment.paymentId}/receipt?format=json`),
      ])
      expect(answers.map(({ body }) => body.error)).toEqual([
        ...Array.from({ length: 5 }, () => 'QR_CODE404_NOT_FOUND'),
        'PAYMENT404_NOT_FOUND',
        'PAYMENT404_NOT_FOUND',
      ])
      const filtered = `/partner/payments/v1/newest?qrCodeToken=${qrCodeToken}`
      expect((await ask(filtered)).body).toEqual({ items: [], nextCursor: null })
      expect((await ask('/partner/payments/v1/newest')).body.items).toEqual([])
    } finally {
      await server.close()
    }
  })
})

describe('a payment', () => {
  test('is read without the people of the channel and of the operator', async () => {
    const payment = await scene.platform.opened(scene.channel, scene.partner, newReference())
    await scene.platform.change(scene.channel, 'confirm', payment.paymentId)
    const list = await viewer.call('GET', '/partner/payments/v1/newest')
    expect(tables.ownPayments.listNewestPayments.answer.schema.parse(list.body)).toEqual(list.body)
    expect(list.body.items[0]).toMatchObject({ paymentId: payment.paymentId, stage: 'paid' })
    const path = `/partner/payments/v1/${payment.paymentId}`
    const { body } = await viewer.call('GET', path)
    expect(tables.ownPayments.readOwnPayment.answer.schema.strict().parse(body)).toEqual(body)
    const receipt = await viewer.call('GET', `${path}/receipt?format=json`)
    expect(receipt.body).toMatchObject({ number: body.receiptNumber })
    expect(Object.keys(body)).not.toContain('takenBy')
  })
})

describe('an export of payments', () => {
  test('has what the filter finds, as CSV that no spreadsheet calculates and as JSON', async () => {
    const finance = await signInAs(scene.platform, {
      side: 'partner',
      role: 'finance',
      partnerId: scene.partner.partnerId,
    })
    const begin = newReference()
    const references = [`${begin}-1`, `${begin}-2`]
    const formula = `=${begin}`
    for (const reference of [...references, formula]) {
      scene.server.prices.set(reference, 1250.5)
      const opened = await scene.platform.opened(scene.channel, scene.partner, reference)
      await scene.platform.change(scene.channel, 'confirm', opened.paymentId)
    }
    // What the partner has acknowledged is in the list and in the file.
    await scene.platform.settled()
    const exported = '/partner/payments/v1/export'
    const json = await finance.call('GET', `${exported}?format=json&referenceBegins=${begin}`)
    const list = await finance.call('GET', `/partner/payments/v1/newest?referenceBegins=${begin}`)
    expect(json.body.items).toEqual(list.body.items)
    expect(json.body.items.map((one: any) => one.reference)).toEqual(references.toReversed())
    const csv = await finance.call(
      'GET',
      `${exported}?format=csv&lang=fr&referenceBegins=${encodeURIComponent(formula)}`,
    )
    const [head = '', line = '', ...rest] = csv.text.split('\r\n')
    expect(head).toMatch(/^\uFEFF?Référence;Montant;État;/)
    expect(line).toMatch(new RegExp(`^"'${formula}";1250,50;paid;0,00;`))
    expect(rest).toEqual([''])
    const nothing = await finance.call('GET', `${exported}?format=json&referenceBegins=NOBODY`)
    expect(nothing.body).toEqual({ items: [] })
  })

  test('is for people with the permission, and of their own partner alone', async () => {
    expectRefusal(
      await viewer.call('GET', '/partner/payments/v1/export?format=csv'),
      'PARTNER_API403_PERMISSION',
    )
    const server = await startPartner()
    try {
      const other = await scene.platform.createPartner(server)
      const stranger = await signInAs(scene.platform, {
        side: 'partner',
        partnerId: other.partnerId,
      })
      const answer = await stranger.call('GET', '/partner/payments/v1/export?format=json')
      expect(answer.body).toEqual({ items: [] })
    } finally {
      await server.close()
    }
  })
})

describe('the bank account', () => {
  const RIB = '00799999001234567803'
  const NEXT_RIB = '00799999000000000012'
  const change = async (rib: string, key: string): Promise<string> => {
    const path = `/operator/v1/partners/${scene.partner.partnerId}/account-changes`
    const body = { accountHolder: 'SARL El Baraka', rib }
    return (await scene.platform.call('POST', path, { key, body })).body.changeId
  }

  test('is recognised by who may see statements, with the change that waits, and never whole', async () => {
    const read = () => viewer.call('GET', settings('/account'))
    expect((await read()).body).toEqual({ current: null, requested: null })
    const { operatorKey } = scene.platform
    const changeId = await change(RIB, operatorKey)
    const karim = await signInAs(scene.platform, { side: 'operator', role: 'owner' })
    const path = `/operator/v1/partners/${scene.partner.partnerId}/account-changes/${changeId}/approve`
    expect((await karim.call('POST', path)).status).toBe(200)
    await change(NEXT_RIB, operatorKey)
    const account = await read()
    expect(tables.ownStatements.readOwnAccount.answer.schema.strict().parse(account.body)).toEqual(
      account.body,
    )
    expect(account.body).toMatchObject({
      current: { accountHolder: 'SARL El Baraka', bank: '007', ending: '7803' },
      requested: { bank: '007', ending: '0012' },
    })
    for (const rib of [RIB, NEXT_RIB]) expect(account.text).not.toContain(rib.slice(4, 14))
    const developer = await signInAs(scene.platform, {
      side: 'partner',
      role: 'developer',
      partnerId: scene.partner.partnerId,
    })
    expectRefusal(await developer.call('GET', settings('/account')), 'PARTNER_API403_PERMISSION')
  })
})

describe('the health of the addresses', () => {
  test('counts lookups, their failures with the last reason, and webhooks', async () => {
    const reference = newReference()
    scene.server.onLookup(() => ({ status: 500, body: 'broken' }), reference)
    const opened = await scene.platform.call('POST', '/channel/v1/payments', {
      key: scene.channel.apiKey,
      body: { partnerId: scene.partner.partnerId, reference },
    })
    expect(opened.status).toBeGreaterThanOrEqual(500)
    // The hour may end between the two.
    const sumOf = ({ hours }: any, name: string): number =>
      hours.slice(-2).reduce((sum: number, hour: any) => sum + hour[name], 0)
    const health = await until('the failure to be counted', async () => {
      const { body } = await viewer.call('GET', settings('/health'))
      return body.failures.length > 0 && sumOf(body, 'acknowledged') > 0 ? body : null
    })
    expect(tables.ownStatements.readOwnHealth.answer.schema.parse(health)).toEqual(health)
    expect(health.hours).toHaveLength(24)
    expect(sumOf(health, 'lookupFailures')).toBe(1)
    expect(health.failures[0].explanation).toContain('answered 500')
  })
})
