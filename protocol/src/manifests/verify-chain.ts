import type { PublishedKeys } from '../signing-keys.ts'
import type { ManifestPayload } from './manifest.ts'
import { readManifest } from './read-manifest.ts'
import type { ManifestRefusal } from './rules.ts'
import { sha256Of, verifyManifest } from './verify-manifest.ts'

export type ManifestChainResult =
  | { ok: true; payloads: ManifestPayload[] }
  /** `index` is the place of the refused manifest. */
  | { ok: false; index: number; reason: ManifestRefusal }

/**
 * Verifies the manifests of one partner, the oldest first: each contains the SHA-256 of the one before.
 * The newest must be valid by itself. An older one whose key was revoked since is valid, because the
 * manifest after it, with a good key, contains its hash. Never throws.
 */
export const verifyManifestChain = (
  manifests: readonly Uint8Array[],
  keys: PublishedKeys,
): ManifestChainResult => {
  const payloads: ManifestPayload[] = []
  for (const [index, manifest] of manifests.entries()) {
    const read = readManifest(manifest)
    if (!read.ok) return { ok: false, index, reason: read.reason }
    const previous = manifests[index - 1]
    const isLinked = previous === undefined || sha256Of(previous) === read.payload.previous
    if (!isLinked || (payloads[0] ?? read.payload).partnerId !== read.payload.partnerId) {
      return { ok: false, index, reason: 'wrong_previous' }
    }
    const own = verifyManifest({ manifest, keys })
    const isLast = index === manifests.length - 1
    if (!own.ok && (isLast || own.reason !== 'revoked_key')) return { ...own, index }
    payloads.push(read.payload)
  }
  return { ok: true, payloads }
}
