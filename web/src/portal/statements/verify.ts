/** Verifies a statement in the browser, as `verifyStatement` of the partner kit does. Pure but for the keys. */

export type Verdict =
  | { is: 'valid'; kid: string }
  | { is: 'unable' }
  | { is: 'invalid'; why: 'badSignature' | 'badFile' | 'badKey' }

export type Key = {
  kid: string
  x: string
  purpose: string
  validFrom: string
  validUntil: string | null
  revokedAt: string | null
}

export type ToVerify = {
  /** The JWS in its compact form. */
  manifest: string
  /** The JSON document, as it was downloaded. */
  file: Uint8Array<ArrayBuffer>
  issuer: string
  keys: readonly Key[]
  /** The statement that the page shows. */
  statementId: string
}

type Head = { kid: string; alg: string; typ: string }

type Payload = {
  issuer: string
  issuedAt: string
  statementId: string
  files: { json: { sha256: string } }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(base64url.replaceAll('-', '+').replaceAll('_', '/')),
    (letter) => letter.codePointAt(0) ?? 0,
  )

const jsonOf = (part: string): unknown => JSON.parse(new TextDecoder().decode(bytesOf(part)))

const hexOf = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key of a manifest, if it signed statements at that time and was not revoked. */
const keyOf = (keys: readonly Key[], kid: string, issuedAt: string): Key | undefined =>
  keys.find(
    (key) =>
      key.kid === kid &&
      key.purpose === 'statement' &&
      key.revokedAt === null &&
      key.validFrom <= issuedAt &&
      (key.validUntil === null || issuedAt <= key.validUntil),
  )

export const verify = async (asked: ToVerify): Promise<Verdict> => {
  const { manifest, file, issuer, keys, statementId } = asked
  const [head = '', body = '', signature = ''] = manifest.trim().split('.')
  const { kid, alg, typ } = jsonOf(head) as Head
  const payload = jsonOf(body) as Payload
  const key = keyOf(keys, kid, payload.issuedAt)
  const isOurs = alg === 'Ed25519' && typ === 'wasl-statement-manifest'
  if (key === undefined || !isOurs || payload.issuer !== issuer) {
    return { is: 'invalid', why: 'badKey' }
  }
  const signed = new TextEncoder().encode(`${head}.${body}`)
  let isSigned: boolean
  try {
    const imported = await crypto.subtle.importKey('raw', bytesOf(key.x), 'Ed25519', false, [
      'verify',
    ])
    isSigned = await crypto.subtle.verify('Ed25519', imported, bytesOf(signature), signed)
  } catch {
    return { is: 'unable' }
  }
  if (!isSigned) return { is: 'invalid', why: 'badSignature' }
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', file))
  return sha256 === payload.files.json.sha256 && payload.statementId === statementId
    ? { is: 'valid', kid }
    : { is: 'invalid', why: 'badFile' }
}
