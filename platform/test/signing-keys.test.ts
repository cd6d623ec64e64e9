import { createPublicKey, hash, randomBytes, verify } from 'node:crypto'
import { publishedKeys, type PublishedKey } from '@wasl/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkMasterKeys } from '../src/base/secrets/check-master-keys.ts'
import { forgetLostSecrets } from '../src/parties/secrets/forget-lost.ts'
import { resealSecrets } from '../src/base/secrets/reseal.ts'
import { createKeyring, unseal, type Keyring } from '../src/base/secrets/seal.ts'
import { currentSigningKey } from '../src/parties/signing-keys/current.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

let platform: TestPlatform
let keyring: Keyring

beforeAll(async () => {
  // No seal of the audit log is signed meanwhile: it would make a key that a test does not expect.
  platform = await startTestPlatform({ roles: ['api'] })
  keyring = createKeyring(platform.masterKey)
})

afterAll(() => platform.stop())

/** Each test starts without a key. */
beforeEach(async () => {
  await platform.pool.query('alter table signing_keys disable trigger all')
  await platform.pool.query('delete from signing_keys')
  await platform.pool.query('alter table signing_keys enable trigger all')
})

const PATH = '/operator/v1/signing-keys'
const DAY_SECONDS = 86_400

const signing = (purpose: 'receipt' | 'statement' = 'receipt', ring = keyring) =>
  currentSigningKey({ pool: platform.pool, keyring: ring }, purpose)

const published = async (): Promise<PublishedKey[]> => {
  const answer = await platform.call('GET', '/.well-known/wasl-keys')
  expect(answer.status).toBe(200)
  expect(publishedKeys.parse(answer.body)).toEqual(answer.body)
  expect(answer.body.issuer).toBe(platform.origin)
  return answer.body.keys
}

const call = (path: string, body: unknown) =>
  platform.call('POST', `${PATH}${path}`, { key: platform.operatorKey, body })

const rotate = (overlapSeconds: number, purpose = 'receipt') =>
  call('/rotate', { purpose, overlapSeconds })

const revoke = (kid: string, reason = 'The key was seen elsewhere.') =>
  call(`/${kid}/revoke`, { reason })

/** The sealed private keys that are left, by kid. */
const sealed = async (): Promise<any[]> =>
  (await platform.pool.query('select * from signing_keys where sealed is not null')).rows

const audit = async (): Promise<any[]> => (await platform.operator('/audit-log?limit=3')).items

const MESSAGE = Buffer.from('a document')

describe('signing keys (W121)', () => {
  test('are made with the first document, one for each purpose, however many ask at once', async () => {
    expect(await published()).toEqual([])
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => signing()))
    expect(others.map(({ kid }) => kid)).toEqual(Array(3).fill(first?.kid))
    const statement = await signing('statement')
    expect(statement.kid).not.toBe(first?.kid)
    const keys = await published()
    expect(keys.map(({ kid, purpose }) => [kid, purpose])).toEqual([
      [first?.kid, 'receipt'],
      [statement.kid, 'statement'],
    ])
    const creations = (await audit()).filter(({ action }) => action === 'signing-key.create')
    // Before them come those of the start, whose keys this test has deleted.
    expect(creations.slice(0, 2).map(({ actor, subject }) => [actor, subject])).toEqual([
      ['platform', statement.kid],
      ['platform', first?.kid],
    ])
  })

  test('are published as JSON Web Keys that verify what they sign', async () => {
    const { kid, sign } = await signing()
    const [jwk] = await published()
    const signature = sign(MESSAGE)
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    expect(verify(null, MESSAGE, key, signature)).toBe(true)
    expect(verify(null, Buffer.from('another'), key, signature)).toBe(false)
    const thumbprint = hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${jwk?.x}"}`, 'buffer')
    expect(kid).toBe(thumbprint.subarray(0, 8).toString('base64url'))
  })

  test('may be kept by caches for five minutes, and be read by pages of others', async () => {
    const { headers } = await platform.call('GET', '/.well-known/wasl-keys')
    expect(headers.get('cache-control')).toBe('public, max-age=300, stale-if-error=86400')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('are sealed in the database, each in its own place', async () => {
    const { kid } = await signing()
    await signing('statement')
    const [row] = await sealed()
    const stored = { masterKeyId: row.master_key_id, sealed: row.sealed }
    const seed = unseal(keyring, { purpose: 'receipt', kid }, stored)
    expect(seed).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { rows } = await platform.pool.query('select k::text as text from signing_keys as k')
    const text = JSON.stringify(rows)
    expect(text).not.toContain(seed)
    expect(text).not.toContain(Buffer.from(seed).toString('hex'))
    expect(text).not.toContain(Buffer.from(seed, 'base64url').toString('hex'))
    // Another key's sealed private key does not open here.
    await platform.pool.query(
      `update signing_keys as stored set sealed = other.sealed
      from signing_keys as other where stored.kid = $1 and other.kid <> $1`,
      [kid],
    )
    await expect(signing()).rejects.toThrow(`the receipt signing key ${kid} does not open`)
  })
})

describe('a rotation', () => {
  test('publishes the next key before it signs; what the old one signed stays valid', async () => {
    const old = await signing()
    const { status, body: next } = await rotate(DAY_SECONDS)
    expect(status).toBe(200)
    expect((await signing()).kid).toBe(old.kid)
    const [before, after] = await published()
    expect(after).toEqual(next)
    expect(before?.validUntil).toBe(next.validFrom)
    expect(Date.parse(next.validFrom) - (await platform.clock.now()).getTime()).toBeGreaterThan(
      (DAY_SECONDS - 60) * 1000,
    )
    await platform.clock.advanceTo(next.validFrom)
    expect((await signing()).kid).toBe(next.kid)
    expect((await published()).map(({ kid }) => kid)).toEqual([old.kid, next.kid])
    expect((await audit()).slice(0, 2)).toMatchObject([
      {
        actor: 'environment',
        action: 'signing-key.rotate',
        subject: next.kid,
        details: { purpose: 'receipt', overlapSeconds: DAY_SECONDS, previous: old.kid },
      },
      { action: 'signing-key.create', subject: next.kid },
    ])
    // The next rotation deletes the private key that has ended.
    await rotate(DAY_SECONDS)
    expect((await sealed()).map(({ kid }) => kid)).not.toContain(old.kid)
  })

  test('at once, and as the very first act', async () => {
    const { body: first } = await rotate(DAY_SECONDS, 'statement')
    expect((await signing('statement')).kid).toBe(first.kid)
    const { body: second } = await rotate(0, 'statement')
    expect((await signing('statement')).kid).toBe(second.kid)
    expect((await sealed()).map(({ kid }) => kid)).toEqual([second.kid])
  })

  test('is refused while the next key has not started', async () => {
    await signing()
    const { body: next } = await rotate(60)
    const refused = await rotate(0)
    expect([refused.status, refused.body.error]).toEqual([409, 'SIGNING_KEY409_ROTATION_PENDING'])
    expect(await published()).toHaveLength(2)
    await platform.clock.advanceTo(next.validFrom)
    expect((await rotate(60)).status).toBe(200)
  })

  test('of two at once makes one next key', async () => {
    await signing()
    const statuses = (await Promise.all([rotate(60), rotate(60), rotate(60)])).map((a) => a.status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(await published()).toHaveLength(2)
  })
})

describe('a revocation', () => {
  test('is published with its reason, deletes the private key, and is final', async () => {
    const { kid } = await signing()
    const { status, body } = await revoke(kid, 'A backup was lost.')
    expect([status, body.kid, body.revokedReason]).toEqual([200, kid, 'A backup was lost.'])
    expect(body.validUntil).toBe(body.revokedAt)
    expect(await published()).toEqual([body])
    expect(await sealed()).toEqual([])
    expect((await audit())[0]).toMatchObject({
      action: 'signing-key.revoke',
      subject: kid,
      details: { purpose: 'receipt', reason: 'A backup was lost.' },
    })
    await platform.clock.advance(1)
    expect((await revoke(kid, 'Another reason')).body).toEqual(body)
    expect((await audit()).filter(({ subject }) => subject === kid)).toHaveLength(2)
    expect((await signing()).kid).not.toBe(kid)
    await expect(
      platform.pool.query('update signing_keys set revoked_at = null, revoked_reason = null'),
    ).rejects.toThrow('stays published')
  })

  test('lets the pending key sign at once', async () => {
    const { kid } = await signing()
    const { body: next } = await rotate(DAY_SECONDS)
    await revoke(kid)
    expect((await signing()).kid).toBe(next.kid)
    const [, after] = await published()
    expect(Date.parse(after?.validFrom as string)).toBeLessThanOrEqual(
      (await platform.clock.now()).getTime(),
    )
  })

  test('of the pending key leaves the signing one until its end, then the next is made', async () => {
    const { kid } = await signing()
    const { body: next } = await rotate(60)
    expect((await revoke(next.kid)).body.validUntil).toBe(next.validFrom)
    expect((await signing()).kid).toBe(kid)
    await platform.clock.advanceTo(next.validFrom)
    const third = await signing()
    expect([kid, next.kid]).not.toContain(third.kid)
    expect(await published()).toHaveLength(3)
  })

  test.each(['AAAAAAAAAAA', 'x', '%20'])('of %s is refused: there is no such key', async (kid) => {
    const { status, body } = await revoke(kid)
    expect([status, body.error]).toEqual([404, 'SIGNING_KEY404_NOT_FOUND'])
  })

  test.each(['', 'two\nlines', 'x'.repeat(201)])('needs a reason on one line', async (reason) => {
    const { kid } = await signing()
    expect((await revoke(kid, reason)).body.error).toBe('VALIDATION400')
  })
})

test('a published key is neither changed nor deleted', async () => {
  await signing()
  for (const change of [
    'delete from signing_keys',
    'truncate signing_keys',
    'update signing_keys set public_key = sha256(public_key)',
    `update signing_keys set kid = 'AAAAAAAAAAA'`,
    `update signing_keys set valid_from = valid_from + interval '1 s'`,
  ]) {
    await expect(platform.pool.query(change)).rejects.toThrow(/stays (published )?as it is/)
  }
})

describe('the master key of signing keys', () => {
  test('can be changed: the same keys sign, sealed under the new one', async () => {
    const { kid } = await signing()
    await signing('statement')
    const next = randomBytes(32)
    const both = createKeyring(next, [platform.masterKey])
    expect(await resealSecrets(platform.pool, both)).toBe(2)
    expect(await resealSecrets(platform.pool, both)).toBe(0)
    const only = createKeyring(next)
    await checkMasterKeys(platform.pool, only)
    expect((await signing('receipt', only)).kid).toBe(kid)
    await expect(checkMasterKeys(platform.pool, keyring)).rejects.toThrow('--forget-lost')
  })

  test('can be lost: the keys end, stay published, and others take their place', async () => {
    const { kid } = await signing()
    await signing('statement')
    const other = createKeyring(randomBytes(32))
    const by = { id: null, name: 'test', requestId: null }
    const { signingKeys, partners } = await forgetLostSecrets(platform.pool, other, by)
    expect(partners).toEqual([])
    expect(signingKeys).toHaveLength(2)
    await checkMasterKeys(platform.pool, other)
    const ended = (await published()).find((key) => key.kid === kid)
    expect(ended?.validUntil).not.toBeNull()
    expect(ended?.revokedAt).toBeNull()
    expect((await signing('receipt', other)).kid).not.toBe(kid)
    expect((await audit()).map(({ action }) => action)).toContain('signing-key.forget')
  })

  test('is lost for the signing key alone: the pending one starts', async () => {
    await signing()
    const { body: next } = await rotate(DAY_SECONDS)
    const other = createKeyring(randomBytes(32), [platform.masterKey])
    await platform.pool.query(
      `update signing_keys set master_key_id = 'gone' where valid_until is not null`,
    )
    const by = { id: null, name: 'test', requestId: null }
    await forgetLostSecrets(platform.pool, other, by)
    expect((await signing('receipt', other)).kid).toBe(next.kid)
    expect((await published())[1]?.validFrom).not.toBe(next.validFrom)
  })
})
