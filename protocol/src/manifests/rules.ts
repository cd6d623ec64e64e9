/**
 * The rules by which a manifest of a statement counts (W118). The kit and the screens both use them, each
 * with its own way to check a signature.
 *
 * This file uses nothing of Node.js and no schema, because the screens run it in the browser.
 */
import { bytesOfBase64Url } from '../receipts/cbor.ts'
import type { PublishedKey, PublishedKeys } from '../signing-keys.ts'

/** The only algorithm. RFC 9864 replaces the name EdDSA, which means two curves. */
export const MANIFEST_ALGORITHM = 'Ed25519'

/** What the key signs here: a signature of another kind of document does not count as one of a manifest. */
export const MANIFEST_TYPE = 'wasl-statement-manifest'

/** The reasons to refuse a manifest or a file, in the order of the checks. */
export const MANIFEST_REFUSALS = [
  'not_a_manifest',
  'wrong_algorithm',
  'wrong_type',
  'foreign_issuer',
  'unknown_key',
  'revoked_key',
  'key_not_valid_then',
  'wrong_signature',
  'wrong_previous',
  'altered_file',
] as const

export type ManifestRefusal = (typeof MANIFEST_REFUSALS)[number]

/** The parts of a JWS in its compact form; what they say is not checked yet. */
export type SplitManifest = {
  head: unknown
  payload: unknown
  /** The bytes that the signature covers. */
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** A manifest has about 1,200 bytes. */
const BYTES_MAX = 16_384

/** Null for anything else. A line break at its end is not part of a manifest, and is refused. */
export const splitManifest = (manifest: Uint8Array): SplitManifest | null => {
  if (manifest.length > BYTES_MAX) return null
  const text = new TextDecoder('latin1').decode(manifest)
  const [head, payload, signature, ...rest] = text.split('.').map(bytesOf)
  if (!head || !payload || !signature || rest.length > 0) return null
  const signed = new Uint8Array(manifest.subarray(0, text.lastIndexOf('.')))
  return { head: jsonOf(head), payload: jsonOf(payload), signed, signature }
}

/** Null for anything that base64url does not write so. */
const bytesOf = (part: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return new Uint8Array(bytesOfBase64Url(part))
  } catch {
    return null
  }
}

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Why a header is not that of a manifest; null when it is. */
export const headProblemOf = ({
  alg,
  typ,
}: {
  alg: string
  typ: string
}): 'wrong_algorithm' | 'wrong_type' | null => {
  if (alg !== MANIFEST_ALGORITHM) return 'wrong_algorithm'
  return typ === MANIFEST_TYPE ? null : 'wrong_type'
}

/** What the rules need of what was signed. */
export type SignedFacts = { kid: string; payload: { issuer: string; issuedAt: string } }

type FoundKey = { ok: true; key: PublishedKey } | { ok: false; reason: ManifestRefusal }

/** The key that must have signed: published by this issuer for statements, not revoked, valid then. */
export const keyOf = (
  { kid, payload: { issuer, issuedAt } }: SignedFacts,
  keys: PublishedKeys,
): FoundKey => {
  if (issuer !== keys.issuer) return { ok: false, reason: 'foreign_issuer' }
  const key = keys.keys.find((one) => one.kid === kid && one.purpose === 'statement')
  if (key === undefined) return { ok: false, reason: 'unknown_key' }
  if (key.revokedAt !== null) return { ok: false, reason: 'revoked_key' }
  return wasValid(key, issuedAt) ? { ok: true, key } : { ok: false, reason: 'key_not_valid_then' }
}

const wasValid = ({ validFrom, validUntil }: PublishedKey, at: string): boolean => {
  const time = Date.parse(at)
  return Date.parse(validFrom) <= time && (validUntil === null || time <= Date.parse(validUntil))
}

export type ListedFiles = { json: { sha256: string }; csv: { sha256: string } }

/** Which of the documents of a manifest has this SHA-256; null for none of them. */
export const formatOf = ({ json, csv }: ListedFiles, sha256: string): 'json' | 'csv' | null => {
  if (json.sha256 === sha256) return 'json'
  return csv.sha256 === sha256 ? 'csv' : null
}
