/** Keys of partners and channels that may do a part of what their kind may (D29, W162), over HTTP. */
import { FORBIDDEN, KEY_PERMISSIONS, pathOf, type Operation, type Permission } from '@wasl/protocol'
import { ALL_OPERATIONS } from '@wasl/protocol/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from './support/people.ts'
import { expectRefusal } from './support/scene.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { statusPath } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

let platform: TestPlatform
let server: PartnerServer

beforeAll(async () => {
  platform = await startTestPlatform()
  server = await startPartner()
})

afterAll(() => Promise.all([platform.stop(), server.close()]))

type Kind = 'partner' | 'channel'

const byOperator = (path: string, body: object) =>
  platform.call('POST', `/operator/v1${path}`, { key: platform.operatorKey, body })

/** A key that may do this alone, as the operator issues it. */
const keyWith = async (kind: Kind, permissions?: readonly Permission[]): Promise<string> => {
  if (kind === 'channel') {
    const { channelId } = await platform.createChannel()
    const { body } = await byOperator(`/channels/${channelId}/rotate`, {
      overlapSeconds: 0,
      permissions,
    })
    return body.apiKey
  }
  const { partnerId } = await platform.createPartner(server)
  const { body } = await byOperator(`/partners/${partnerId}/rotate`, {
    secret: 'apiKey',
    overlapSeconds: 0,
    permissions,
  })
  return body.value
}

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e0000ffff'

const ask = async (key: string, operation: Operation) => {
  const params = Object.keys(operation.params ?? {}).map((name) => [name, UNKNOWN])
  const { status, body } = await platform.call(
    operation.method,
    pathOf(operation, Object.fromEntries(params)),
    {
      key,
      ...(operation.method !== 'GET' && operation.file === undefined && { body: {} }),
      headers: operation.idempotent === undefined ? {} : { 'idempotency-key': crypto.randomUUID() },
    },
  )
  return { status, error: body?.error, permission: body?.permission }
}

const halves = (kind: Kind): [string, Permission[]][] => {
  const all = [...KEY_PERMISSIONS[kind]]
  return [
    ['one half', all.filter((_, place) => place % 2 === 0)],
    ['the other half', all.filter((_, place) => place % 2 === 1)],
    ['all', all],
  ]
}

describe.each(['partner', 'channel'] as const)("a %s's key", (kind) => {
  test.each(halves(kind))('with %s of the permissions may do that alone', async (_, given) => {
    const key = await keyWith(kind, given)
    const wrong: string[] = []
    const operations = ALL_OPERATIONS.filter(([, { caller }]) => caller === kind)
    expect(operations.length).toBeGreaterThan(30)
    for (const [id, operation] of operations) {
      const permission = operation.permission as Permission
      const { status, error, permission: missing } = await ask(key, operation)
      const isForbidden = status === 403 && error === FORBIDDEN[kind] && missing === permission
      const isRight = given.includes(permission) ? error !== FORBIDDEN[kind] : isForbidden
      if (!isRight || status === 401 || status >= 500) wrong.push(`${id}: ${status} ${error}`)
    }
    expect(wrong).toEqual([])
  })

  test('may do everything that its kind may, when nothing was said', async () => {
    const key = await keyWith(kind)
    const operations = ALL_OPERATIONS.filter(
      ([, { caller, permission }]) => caller === kind && permission !== 'users.edit',
    )
    for (const [id, operation] of operations) {
      expect([id, (await ask(key, operation)).error]).not.toEqual([id, FORBIDDEN[kind]])
    }
  })
})

describe('a key with a part of the permissions', () => {
  const rotate = (key: string, body: object) =>
    platform.call('POST', '/partner/settings/v1/rotate', {
      key,
      body: { secret: 'apiKey', ...body },
    })

  test('is refused a status whatever was asked with it before', async () => {
    const key = await keyWith('partner', ['qr.edit'])
    for (let call = 0; call < 3; call += 1) {
      const refused = await platform.call('GET', statusPath('INV-1'), { key })
      expectRefusal(refused, 'PARTNER_API403_PERMISSION')
      expect(refused.body.permission).toBe('payments.view')
    }
    const reader = await keyWith('partner', ['payments.view'])
    for (let call = 0; call < 3; call += 1) {
      expect((await platform.call('GET', statusPath('INV-1'), { key: reader })).status).toBe(200)
    }
  })

  test('hands its permissions on, and never makes a stronger key', async () => {
    const own = ['payments.view', 'partners.view', 'partners.secrets'] as const
    const key = await keyWith('partner', own)
    expectRefusal(await rotate(key, { permissions: [...own, 'export'] }), 'VALIDATION400')
    const next = (await rotate(key, { overlapSeconds: 0 })).body.value
    const { items } = (await platform.call('GET', '/partner/settings/v1/keys', { key: next })).body
    expect(items.map(({ permissions }: { permissions: string[] }) => permissions)).toEqual([own])
    const weaker = (await rotate(next, { permissions: ['payments.view', 'partners.secrets'] })).body
    // The earlier key still works, and the present one may do less: nothing that is stronger comes of it.
    expectRefusal(await rotate(weaker.value, { permissions: own }), 'VALIDATION400')
  })

  test('does not get more by a rotation while a stronger key is the present one', async () => {
    const { partnerId } = await platform.createPartner(server)
    const weak = await byOperator(`/partners/${partnerId}/rotate`, {
      secret: 'apiKey',
      permissions: ['partners.secrets'],
    })
    const owner = await signInAs(platform, { side: 'partner', partnerId })
    const all = [...KEY_PERMISSIONS.partner]
    const strong = await owner.call('POST', '/partner/settings/v1/rotate', {
      body: { secret: 'apiKey', permissions: all },
    })
    expect(strong.status).toBe(200)
    expectRefusal(await rotate(weak.body.value, {}), 'VALIDATION400')
    const shown = await platform.operator(`/partners/${partnerId}`)
    expect(shown.keyPermissions).toEqual(all)
  })

  test('is of its kind alone, with at least one permission, each of them once', async () => {
    const { partnerId } = await platform.createPartner(server)
    const of = (body: object) => byOperator(`/partners/${partnerId}/rotate`, body)
    for (const permissions of [
      [],
      ['users.edit'],
      ['cash.count'],
      ['payments.view', 'payments.view'],
    ]) {
      expectRefusal(await of({ secret: 'apiKey', permissions }), 'VALIDATION400')
    }
    const other = await of({ secret: 'hmacSecret', permissions: ['payments.view'] })
    expect(other.body.details[0].path).toBe('permissions')
    const { items } = await platform.operator('/audit-log')
    expect(items[0]).toMatchObject({ action: 'partner.create' })
  })
})
