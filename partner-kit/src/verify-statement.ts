import { createHash } from 'node:crypto'
import { publishedKeys, verifyManifest, verifyManifestChain } from '@wasl/protocol'
import type { ManifestFormat, ManifestPayload, ManifestRefusal } from '@wasl/protocol'

/** `unusable_keys`: the caller's copy of the published keys is invalid, not the manifest. */
export type StatementRefusal = 'unusable_keys' | ManifestRefusal

export type StatementToVerify = {
  /** The manifest as it was downloaded: the exact bytes, or their text. */
  manifest: Uint8Array | string
  /**
   * The JSON of the platform's `/.well-known/wasl-keys`, over https from the platform that you work with.
   * Keep a copy: it verifies without the network.
   */
  keys: unknown
  /** The JSON or CSV document, as it was downloaded. Without it, no document is checked. */
  file?: Uint8Array | AsyncIterable<Uint8Array>
  /** Your manifest before this one. Without it, the chain is not checked. */
  previous?: Uint8Array | string
}

export type VerifiedStatement =
  | {
      ok: true
      /** What the platform signed: the period, the net, the hashes. */
      manifest: ManifestPayload
      /** What the file is; null without a file. */
      format: ManifestFormat | null
    }
  | { ok: false; reason: StatementRefusal; /** For a log. */ message: string }

/**
 * Verifies a statement (W118): the signature of its manifest, the key, the document and the manifest
 * before. It takes the exact bytes: an opened and saved file is another file. Every refusal has a
 * `reason`; it throws only what reading the file throws.
 *
 * @example
 * const statement = await verifyStatement({ manifest, keys, file: createReadStream('2026-11.csv') })
 * if (!statement.ok) throw new Error(statement.message)
 */
export const verifyStatement = async (input: StatementToVerify): Promise<VerifiedStatement> => {
  const keys = publishedKeys.safeParse(input.keys)
  if (!keys.success) return refused('unusable_keys')
  const { manifest, previous, file } = input
  const result = verifyManifest({
    manifest: bytesOf(manifest),
    keys: keys.data,
    ...(previous !== undefined && { previous: bytesOf(previous) }),
    ...(file !== undefined && { fileSha256: await sha256OfFile(file) }),
  })
  if (!result.ok) return refused(result.reason)
  return { ok: true, manifest: result.payload, format: result.format }
}

export type VerifiedChain =
  | { ok: true; manifests: ManifestPayload[] }
  | {
      ok: false
      /** Of the refused manifest. */ index: number
      reason: StatementRefusal
      message: string
    }

/**
 * Verifies all your manifests, the oldest first: none was removed, exchanged or changed. A manifest whose
 * key was revoked since is valid if the one after it, with a good key, contains its hash.
 */
export const verifyStatementChain = (
  manifests: readonly (Uint8Array | string)[],
  keys: unknown,
): VerifiedChain => {
  const parsed = publishedKeys.safeParse(keys)
  if (!parsed.success) return { index: 0, ...refused('unusable_keys') }
  const result = verifyManifestChain(manifests.map(bytesOf), parsed.data)
  if (!result.ok) return { index: result.index, ...refused(result.reason) }
  return { ok: true, manifests: result.payloads }
}

const bytesOf = (bytes: Uint8Array | string): Uint8Array =>
  typeof bytes === 'string' ? Buffer.from(bytes) : bytes

const sha256OfFile = async (file: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  if (file instanceof Uint8Array) hash.update(file)
  else for await (const chunk of file) hash.update(chunk)
  return hash.digest('hex')
}

const refused = (
  reason: StatementRefusal,
): { ok: false; reason: StatementRefusal; message: string } => ({
  ok: false,
  reason,
  message: statementRefusalMessage(reason),
})

const AGAIN = 'Download it again, and save the bytes as they come.'

/** The message for each reason: what is wrong, and what to do. */
export const statementRefusalMessage = (reason: StatementRefusal): string => {
  switch (reason) {
    case 'unusable_keys':
      return 'The keys are not the JSON of /.well-known/wasl-keys. Download them from the platform.'
    case 'not_a_manifest':
      return `This is not a manifest: expected the three parts of a JWS and nothing after them. ${AGAIN}`
    case 'wrong_algorithm':
      return 'The manifest names another algorithm than Ed25519. The platform does not sign so.'
    case 'wrong_type':
      return 'The signature is that of another kind of document, not of a manifest.'
    case 'foreign_issuer':
      return 'Another platform issued this manifest. Take the keys of the issuer that it names.'
    case 'unknown_key':
      return 'The keys have no key for statements with the kid of this manifest. Download them again.'
    case 'revoked_key':
      return (
        'The key of this manifest was revoked, so the signature alone proves nothing. A later manifest ' +
        'that contains its hash can prove it; or ask the operator.'
      )
    case 'key_not_valid_then':
      return 'The key did not sign at the time that the manifest names.'
    case 'wrong_signature':
      return 'The signature does not match the manifest. Its content was changed, or is not the platform’s.'
    case 'wrong_previous':
      return (
        'The manifest does not follow the one before: another statement lies between them, or one of ' +
        'them was exchanged.'
      )
    case 'altered_file':
      return `The document is not the one of the manifest: at least one byte differs. ${AGAIN}`
    default:
      return reason satisfies never
  }
}
