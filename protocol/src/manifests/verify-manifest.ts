import { createHash, createPublicKey, verify } from 'node:crypto'
import type { PublishedKey, PublishedKeys } from '../signing-keys.ts'
import type { ManifestFormat, ManifestPayload } from './manifest.ts'
import { readManifest, type ReadManifest } from './read-manifest.ts'
import { formatOf, keyOf, type ManifestRefusal } from './rules.ts'

export type ManifestToVerify = {
  /** The exact bytes, as they were downloaded. */
  manifest: Uint8Array
  /** The content of the issuer's `/.well-known/wasl-keys`, from a place that you trust. */
  keys: PublishedKeys
  /** The exact bytes of the partner's manifest before this one. Without it the chain is not checked. */
  previous?: Uint8Array
  /** The SHA-256 of a document in lowercase hexadecimal. Without it no document is checked. */
  fileSha256?: string
}

export type VerifiedManifest = {
  ok: true
  payload: ManifestPayload
  /** What the document is; null when none was given. */
  format: ManifestFormat | null
}

export type ManifestResult = VerifiedManifest | { ok: false; reason: ManifestRefusal }

/**
 * Verifies a manifest, and optionally the manifest before it and a document. Never throws; every refusal
 * has a `reason`. It checks in the order of MANIFEST_REFUSALS.
 */
export const verifyManifest = (input: ManifestToVerify): ManifestResult => {
  const read = readManifest(input.manifest)
  if (!read.ok) return read
  const keyProblem = keyProblemOf(read, input.keys)
  if (keyProblem !== null) return { ok: false, reason: keyProblem }
  return checkLinks(read.payload, input)
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

const keyProblemOf = (read: ReadManifest, keys: PublishedKeys): ManifestRefusal | null => {
  const found = keyOf(read, keys)
  if (!found.ok) return found.reason
  return isSigned(read, found.key) ? null : 'wrong_signature'
}

const isSigned = ({ signed, signature }: ReadManifest, { x }: PublishedKey): boolean => {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, signed, key, signature)
  } catch {
    // The published key is not a key.
    return false
  }
}

const checkLinks = (
  payload: ManifestPayload,
  { previous, fileSha256 }: ManifestToVerify,
): ManifestResult => {
  if (previous !== undefined && sha256Of(previous) !== payload.previous) {
    return { ok: false, reason: 'wrong_previous' }
  }
  if (fileSha256 === undefined) return { ok: true, payload, format: null }
  const format = formatOf(payload.files, fileSha256)
  return format === null ? { ok: false, reason: 'altered_file' } : { ok: true, payload, format }
}
