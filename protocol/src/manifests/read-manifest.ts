import {
  MANIFEST_ALGORITHM,
  MANIFEST_TYPE,
  manifestHeader,
  manifestPayload,
  type ManifestPayload,
} from './manifest.ts'

export type ReadManifest = {
  kid: string
  payload: ManifestPayload
  /** The bytes that the signature covers. */
  signed: Buffer
  signature: Buffer
}

export type ManifestReading =
  | ({ ok: true } & ReadManifest)
  | { ok: false; reason: 'not_a_manifest' | 'wrong_algorithm' | 'wrong_type' }

/** A manifest has about 1,200 bytes. */
const BYTES_MAX = 16_384

const NOT_A_MANIFEST = { ok: false, reason: 'not_a_manifest' } as const

/** Reads a manifest, not yet verified. A line break at its end is not part of it, and is refused. */
export const readManifest = (manifest: Uint8Array): ManifestReading => {
  if (manifest.length > BYTES_MAX) return NOT_A_MANIFEST
  const text = Buffer.from(manifest).toString('latin1')
  const [header, payload, signature, ...rest] = text.split('.').map(bytesOf)
  if (!header || !payload || !signature || rest.length > 0) return NOT_A_MANIFEST
  const head = manifestHeader.safeParse(jsonOf(header))
  if (!head.success) return NOT_A_MANIFEST
  if (head.data.alg !== MANIFEST_ALGORITHM) return { ok: false, reason: 'wrong_algorithm' }
  if (head.data.typ !== MANIFEST_TYPE) return { ok: false, reason: 'wrong_type' }
  const body = manifestPayload.safeParse(jsonOf(payload))
  if (!body.success) return NOT_A_MANIFEST
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('.')), 'latin1')
  return { ok: true, kid: head.data.kid, payload: body.data, signed, signature }
}

/** Null for anything that base64url does not write so. */
const bytesOf = (part: string): Buffer | null => {
  const bytes = Buffer.from(part, 'base64url')
  return part !== '' && bytes.toString('base64url') === part ? bytes : null
}

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}
