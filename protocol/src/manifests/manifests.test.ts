import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publishedKeys } from '../signing-keys.ts'
import { manifestPayload } from './manifest.ts'
import { readManifest } from './read-manifest.ts'
import { verifyManifestChain } from './verify-chain.ts'
import { MANIFEST_REFUSALS } from './rules.ts'
import { sha256Of, verifyManifest } from './verify-manifest.ts'

type Case = {
  name: string
  manifest: string
  previous?: string
  fileBase64?: string
  format?: string
  refusal?: string
}
type Chain = { name: string; manifests: string[]; index?: number; refusal?: string }

const file = new URL('../../vectors/statement-manifests.json', import.meta.url)
const { keys, cases, chains } = JSON.parse(readFileSync(file, 'utf8')) as {
  keys: unknown
  cases: Case[]
  chains: Chain[]
}
const published = publishedKeys.parse(keys)

const verified = ({ manifest, previous, fileBase64 }: Case) =>
  verifyManifest({
    manifest: Buffer.from(manifest),
    keys: published,
    ...(previous !== undefined && { previous: Buffer.from(previous) }),
    ...(fileBase64 !== undefined && { fileSha256: sha256Of(Buffer.from(fileBase64, 'base64')) }),
  })

describe('statement-manifests.json', () => {
  test.each(cases)('$name', (vector) => {
    const { refusal, format = null } = vector
    const expected = refusal === undefined ? { ok: true, format } : { ok: false, reason: refusal }
    expect(verified(vector)).toMatchObject(expected)
  })

  test('every refusal has a case', () => {
    const named = new Set(cases.flatMap(({ refusal }) => refusal ?? []))
    expect([...named].toSorted()).toEqual([...MANIFEST_REFUSALS].toSorted())
  })

  test.each(chains)('a chain: $name', ({ manifests, index, refusal }) => {
    const result = verifyManifestChain(
      manifests.map((manifest) => Buffer.from(manifest)),
      published,
    )
    expect(result).toMatchObject(
      refusal === undefined
        ? { ok: true, payloads: manifests.map(() => ({ issuer: published.issuer })) }
        : { ok: false, index, reason: refusal },
    )
  })
})

describe('a manifest', () => {
  const valid = cases.find(({ name }) => name === 'alone')?.manifest ?? ''

  test('with any one byte changed is refused', () => {
    fc.assert(
      fc.property(fc.nat(valid.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const manifest = Buffer.from(valid)
        manifest[at] = (manifest[at] ?? 0) ^ change
        expect(verifyManifest({ manifest, keys: published }).ok).toBe(false)
      }),
    )
  })

  test('of any bytes is refused and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (manifest) => {
        expect(readManifest(manifest)).toEqual({ ok: false, reason: 'not_a_manifest' })
      }),
    )
    const huge = Buffer.from(`${valid.split('.')[0]}.${'A'.repeat(20_000)}.AAAA`)
    expect(readManifest(huge)).toEqual({ ok: false, reason: 'not_a_manifest' })
  })

  test('keeps what a later version adds out of what is read', () => {
    const later = cases.find(({ name }) => name === 'with a member of a later version')
    const read = readManifest(Buffer.from(later?.manifest ?? ''))
    expect(read.ok && Object.keys(read.payload)).toEqual(Object.keys(manifestPayload.shape))
  })
})
