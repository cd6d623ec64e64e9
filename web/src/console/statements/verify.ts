/**
 * Checks a statement in the browser, as the kit does: the manifest's signature, then the SHA-256 of the
 * exact bytes of a document. Nothing is parsed and written again.
 */
import { addressOf } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'

type PublishedKey = { kid: string; x: string; purpose: string; revokedAt: string | null }

export type Verified = {
  isRight: boolean
  /** Of the JSON document, as the manifest lists it. */
  sha256: string
  kid: string
  lines: readonly DocumentLine[]
}

/** A line of the JSON document. */
export type DocumentLine = {
  businessDate: string
  at: string
  code: string
  reference: string | null
  paymentId: string | null
  sourceId: string
  channelId: string | null
  amount: number
  fee: number
}

const bytesOf = async (url: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw await failureOf(response)
  return new Uint8Array(await response.arrayBuffer())
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

const parsed = (part: string): any => JSON.parse(new TextDecoder().decode(fromBase64Url(part)))

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The files of a statement, and whether they are what the platform signed. */
export const verifyStatement = async (statementId: string): Promise<Verified> => {
  const params = { statementId }
  // The manifest first: it is signed when it is asked for the first time.
  const manifest = await bytesOf(
    addressOf('GET /operator/v1/statements/{statementId}/manifest')({ params }),
  )
  const [document, keys] = await Promise.all([
    bytesOf(
      addressOf('GET /operator/v1/statements/{statementId}/document')({
        params,
        query: { format: 'json' },
      }),
    ),
    bytesOf('/.well-known/wasl-keys'),
  ])
  const text = new TextDecoder().decode(manifest)
  const [header = '', payload = '', signature = ''] = text.split('.')
  const { kid, typ } = parsed(header)
  const listed = parsed(payload)
  const published: readonly PublishedKey[] = JSON.parse(new TextDecoder().decode(keys)).keys
  const key = published.find((one) => one.kid === kid && one.purpose === 'statement')
  const isSigned =
    typ === 'wasl-statement-manifest' &&
    key !== undefined &&
    key.revokedAt === null &&
    (await isSignedBy(key, `${header}.${payload}`, signature))
  const sha256 = hex(await crypto.subtle.digest('SHA-256', document))
  const isRight =
    isSigned && listed.statementId === statementId && listed.files.json.sha256 === sha256
  return { isRight, sha256, kid, lines: JSON.parse(new TextDecoder().decode(document)).lines }
}

const isSignedBy = async (
  { x }: PublishedKey,
  input: string,
  signature: string,
): Promise<boolean> => {
  const key = await crypto.subtle.importKey('raw', fromBase64Url(x), 'Ed25519', false, ['verify'])
  const bytes = new TextEncoder().encode(input)
  return crypto.subtle.verify('Ed25519', key, fromBase64Url(signature), bytes)
}
