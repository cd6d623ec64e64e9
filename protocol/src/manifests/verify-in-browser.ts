/** Verifies a statement in a browser, by the rules of the kit (W118). */
import { bytesOfBase64Url, hexOf } from '../receipts/cbor.ts'
import type { PublishedKey, PublishedKeys } from '../signing-keys.ts'
import {
  formatOf,
  headProblemOf,
  keyOf,
  splitManifest,
  type ListedFiles,
  type ManifestRefusal,
  type SignedFacts,
  type SplitManifest,
} from './rules.ts'

export type StatementInBrowser = {
  /** The exact bytes, as they were downloaded. */
  manifest: Uint8Array
  /** The JSON or CSV document, as it was downloaded. */
  file: Uint8Array<ArrayBuffer>
  /** The content of `/.well-known/wasl-keys`. */
  keys: PublishedKeys
  /** The statement that is looked at. */
  statementId: string
}

/** `unable`: this browser knows no Ed25519. */
export type BrowserVerdict =
  | { ok: true; kid: string; sha256: string }
  | { ok: false; reason: ManifestRefusal | 'unable' }

/** Verifies the signature, the key and the document, in the order of MANIFEST_REFUSALS. Never throws. */
export const verifyInBrowser = async (asked: StatementInBrowser): Promise<BrowserVerdict> => {
  const { manifest, file, keys, statementId } = asked
  const parts = splitManifest(manifest)
  const facts = parts === null ? null : factsOf(parts)
  if (parts === null || facts === null) return { ok: false, reason: 'not_a_manifest' }
  const problem = headProblemOf(facts)
  if (problem !== null) return { ok: false, reason: problem }
  const found = keyOf(facts, keys)
  if (!found.ok) return found
  const isSigned = await isSignedBy(found.key, parts)
  if (isSigned === null) return { ok: false, reason: 'unable' }
  if (!isSigned) return { ok: false, reason: 'wrong_signature' }
  const sha256 = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', file)))
  const { files, statementId: signedId } = facts.payload
  // A right document of another statement is not the one that is looked at.
  if (formatOf(files, sha256) === null || signedId !== statementId) {
    return { ok: false, reason: 'altered_file' }
  }
  return { ok: true, kid: facts.kid, sha256 }
}

type Facts = { alg: string; typ: string } & SignedFacts & {
    payload: { statementId: string; files: ListedFiles }
  }

/** Null unless the header has its three members and no others, and the payload has what the rules need. */
const factsOf = ({ head, payload }: SplitManifest): Facts | null => {
  const { alg, typ, kid, ...others } = membersOf(head)
  const { issuer, issuedAt, statementId, files } = membersOf(payload)
  const { json, csv } = membersOf(files)
  const [ofJson, ofCsv] = [membersOf(json)['sha256'], membersOf(csv)['sha256']]
  const texts = [alg, typ, kid, issuer, issuedAt, statementId, ofJson, ofCsv]
  if (Object.keys(others).length > 0 || texts.some((text) => typeof text !== 'string')) return null
  return {
    alg,
    typ,
    kid,
    payload: {
      issuer,
      issuedAt,
      statementId,
      files: { json: { sha256: ofJson }, csv: { sha256: ofCsv } },
    },
  } as Facts
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Null when the browser cannot tell. */
const isSignedBy = async (
  { x }: PublishedKey,
  { signed, signature }: SplitManifest,
): Promise<boolean | null> => {
  // A page that is not secure has no WebCrypto.
  const { subtle } = crypto as { subtle?: typeof crypto.subtle }
  if (subtle === undefined) return null
  try {
    const raw = new Uint8Array(bytesOfBase64Url(x))
    const key = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', key, signature, signed)
  } catch (error) {
    // Otherwise the published key is not a key.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false
  }
}
