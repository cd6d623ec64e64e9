import { manifestHeader, manifestPayload, type ManifestPayload } from './manifest.ts'
import { headProblemOf, splitManifest } from './rules.ts'

export type ReadManifest = {
  kid: string
  payload: ManifestPayload
  /** The bytes that the signature covers. */
  signed: Uint8Array
  signature: Uint8Array
}

export type ManifestReading =
  | ({ ok: true } & ReadManifest)
  | { ok: false; reason: 'not_a_manifest' | 'wrong_algorithm' | 'wrong_type' }

const NOT_A_MANIFEST = { ok: false, reason: 'not_a_manifest' } as const

/** Reads a manifest, not yet verified. A line break at its end is not part of it, and is refused. */
export const readManifest = (manifest: Uint8Array): ManifestReading => {
  const parts = splitManifest(manifest)
  if (parts === null) return NOT_A_MANIFEST
  const head = manifestHeader.safeParse(parts.head)
  if (!head.success) return NOT_A_MANIFEST
  const problem = headProblemOf(head.data)
  if (problem !== null) return { ok: false, reason: problem }
  const body = manifestPayload.safeParse(parts.payload)
  if (!body.success) return NOT_A_MANIFEST
  const { signed, signature } = parts
  return { ok: true, kid: head.data.kid, payload: body.data, signed, signature }
}
