import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verify, type Key, type ToVerify } from './verify.ts'

const STATEMENT = '01989d2e-5c00-7a10-8f3b-9c00000003e9'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

const KEY: Key = {
  kid: 'statement-1',
  x: publicKey.export({ format: 'jwk' }).x ?? '',
  purpose: 'statement',
  validFrom: '2026-11-01T00:00:00.000Z',
  validUntil: null,
  revokedAt: null,
}

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

const FILE = new TextEncoder().encode('{"lines":[],"net":1250.5}')

const PAYLOAD = {
  issuer: 'https://wasl.example',
  statementId: STATEMENT,
  issuedAt: '2026-11-23T10:00:00.000Z',
  files: { json: { sha256: createHash('sha256').update(FILE).digest('hex') } },
}

const signed = (
  changes: { head?: object; payload?: object } = {},
  by: KeyObject = privateKey,
): string => {
  const head = { alg: 'Ed25519', typ: 'wasl-statement-manifest', kid: KEY.kid, ...changes.head }
  const input = `${base64url(head)}.${base64url({ ...PAYLOAD, ...changes.payload })}`
  return `${input}.${sign(null, Buffer.from(input), by).toString('base64url')}`
}

const asked = (changes: Partial<ToVerify> = {}): ToVerify => ({
  manifest: signed(),
  file: FILE,
  issuer: PAYLOAD.issuer,
  keys: [KEY],
  statementId: STATEMENT,
  ...changes,
})

const VALID = { is: 'valid', kid: KEY.kid }

const wrong = (why: string): object => ({ is: 'invalid', why })

describe('a statement in the browser', () => {
  test('is genuine as it was signed', async () => {
    expect(await verify(asked())).toEqual(VALID)
    expect(await verify(asked({ manifest: `${signed()}\n` }))).toEqual(VALID)
  })

  test('is not with any byte of its document changed, left out or added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(FILE.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = Uint8Array.from(FILE, (byte, index) => (index === at ? byte ^ by : byte))
          expect(await verify(asked({ file: changed }))).toEqual(wrong('badFile'))
          expect(await verify(asked({ file: FILE.slice(0, at) }))).toEqual(wrong('badFile'))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is not when another person signed it, or its payload was changed after that', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    expect(await verify(asked({ manifest: signed({}, other) }))).toEqual(wrong('badSignature'))
    const [head, , signature] = signed().split('.')
    const changed = base64url({ ...PAYLOAD, net: 9 })
    const manifest = `${head}.${changed}.${signature}`
    expect(await verify(asked({ manifest }))).toEqual(wrong('badSignature'))
  })

  test.for([
    ['another statement', { manifest: signed({ payload: { statementId: 'x' } }) }, 'badFile'],
    ['another issuer', { issuer: 'https://other.example' }, 'badKey'],
    ['another kind of document', { manifest: signed({ head: { typ: 'receipt' } }) }, 'badKey'],
    ['another algorithm', { manifest: signed({ head: { alg: 'none' } }) }, 'badKey'],
    ['an unknown key', { keys: [] }, 'badKey'],
    ['a key for receipts', { keys: [{ ...KEY, purpose: 'receipt' }] }, 'badKey'],
    ['a revoked key', { keys: [{ ...KEY, revokedAt: PAYLOAD.issuedAt }] }, 'badKey'],
    ['a later key', { keys: [{ ...KEY, validFrom: '2026-12-01T00:00:00.000Z' }] }, 'badKey'],
    ['an earlier key', { keys: [{ ...KEY, validUntil: '2026-11-02T00:00:00.000Z' }] }, 'badKey'],
  ] as const)('is not with %s', async ([, changes, why]) => {
    expect(await verify(asked(changes))).toEqual(wrong(why))
  })
})
