import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { publishedKeys, type PublishedKey } from '../signing-keys.ts'
import { verifyInBrowser, type StatementInBrowser } from './verify-in-browser.ts'
import { sha256Of, verifyManifest } from './verify-manifest.ts'

const STATEMENT = '01989d2e-5c00-7a10-8f3b-9c00000003e9'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

const KEY: PublishedKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'Ed25519',
  use: 'sig',
  revokedReason: null,
  kid: 'Zx3kQm1v9aE',
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
  files: { json: { sha256: sha256Of(FILE) }, csv: { sha256: sha256Of(Buffer.from('csv')) } },
}

const signed = (
  changes: { head?: object; payload?: object } = {},
  by: KeyObject = privateKey,
): string => {
  const head = { alg: 'Ed25519', typ: 'wasl-statement-manifest', kid: KEY.kid, ...changes.head }
  const input = `${base64url(head)}.${base64url({ ...PAYLOAD, ...changes.payload })}`
  return `${input}.${sign(null, Buffer.from(input), by).toString('base64url')}`
}

const asked = (changes: Partial<StatementInBrowser> = {}): StatementInBrowser => ({
  manifest: Buffer.from(signed()),
  file: FILE,
  keys: { issuer: PAYLOAD.issuer, keys: [KEY] },
  statementId: STATEMENT,
  ...changes,
})

const VALID = { ok: true, kid: KEY.kid, sha256: PAYLOAD.files.json.sha256 }

const wrong = (reason: string): object => ({ ok: false, reason })

const bytes = (manifest: string): Buffer => Buffer.from(manifest)

const from = (issuer: string, ...keys: PublishedKey[]) => ({ keys: { issuer, keys } })

const withKeys = (...keys: PublishedKey[]) => from(PAYLOAD.issuer, ...keys)

describe('a statement in the browser', () => {
  test('is genuine as it was signed', async () => {
    expect(await verifyInBrowser(asked())).toEqual(VALID)
    expect(await verifyInBrowser(asked({ manifest: bytes(`${signed()}\n`) }))).toEqual(
      wrong('not_a_manifest'),
    )
  })

  test('is not with any byte of its document changed, left out or added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(FILE.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = Uint8Array.from(FILE, (byte, index) => (index === at ? byte ^ by : byte))
          expect(await verifyInBrowser(asked({ file: changed }))).toEqual(wrong('altered_file'))
          expect(await verifyInBrowser(asked({ file: FILE.slice(0, at) }))).toEqual(
            wrong('altered_file'),
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is not when another person signed it, or its payload was changed after that', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    expect(await verifyInBrowser(asked({ manifest: bytes(signed({}, other)) }))).toEqual(
      wrong('wrong_signature'),
    )
    const [head, , signature] = signed().split('.')
    const changed = base64url({ ...PAYLOAD, net: 9 })
    const manifest = bytes(`${head}.${changed}.${signature}`)
    expect(await verifyInBrowser(asked({ manifest }))).toEqual(wrong('wrong_signature'))
  })

  test.for([
    [
      'another statement',
      { manifest: bytes(signed({ payload: { statementId: 'x' } })) },
      'altered_file',
    ],
    ['another issuer', from('https://other.example', KEY), 'foreign_issuer'],
    [
      'another kind of document',
      { manifest: bytes(signed({ head: { typ: 'receipt' } })) },
      'wrong_type',
    ],
    [
      'another algorithm',
      { manifest: bytes(signed({ head: { alg: 'none' } })) },
      'wrong_algorithm',
    ],
    [
      'one member of the header more',
      { manifest: bytes(signed({ head: { b64: false } })) },
      'not_a_manifest',
    ],
    ['an unknown key', withKeys(), 'unknown_key'],
    ['a published key that is no key', withKeys({ ...KEY, x: '!' }), 'wrong_signature'],
    ['a key for receipts', withKeys({ ...KEY, purpose: 'receipt' }), 'unknown_key'],
    ['a revoked key', withKeys({ ...KEY, revokedAt: PAYLOAD.issuedAt }), 'revoked_key'],
    [
      'a later key',
      withKeys({ ...KEY, validFrom: '2026-12-01T00:00:00.000Z' }),
      'key_not_valid_then',
    ],
    [
      'an earlier key',
      withKeys({ ...KEY, validUntil: '2026-11-02T00:00:00.000Z' }),
      'key_not_valid_then',
    ],
  ] as const)('is not with %s', async ([, changes, why]) => {
    expect(await verifyInBrowser(asked(changes))).toEqual(wrong(why))
  })
})

type Case = { name: string; manifest: string; fileBase64?: string; previous?: string }

const vectors = new URL('../../vectors/statement-manifests.json', import.meta.url)
const { keys, cases } = JSON.parse(readFileSync(vectors, 'utf8')) as {
  keys: unknown
  cases: Case[]
}

test.for(cases.filter(({ previous }) => previous === undefined))(
  'the browser decides as the kit: $name',
  async ({ manifest, fileBase64 = '' }) => {
    const published = publishedKeys.parse(keys)
    const file = new Uint8Array(Buffer.from(fileBase64, 'base64'))
    const kit = verifyManifest({
      manifest: bytes(manifest),
      keys: published,
      fileSha256: sha256Of(file),
    })
    const statementId = kit.ok ? kit.payload.statementId : ''
    const browser = await verifyInBrowser({
      manifest: bytes(manifest),
      keys: published,
      file,
      statementId,
    })
    expect(browser).toMatchObject(kit.ok ? { ok: true } : kit)
  },
)
