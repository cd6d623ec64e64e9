/**
 * A seal: what the platform signs of the audit log each hour, and of the ledger for each closed day. It is
 * a JWS in its compact form (RFC 7515), signed by the key that signs statements. Seals of a database are
 * numbered without a gap, and each names the hash of the one before it.
 */
import { createPublicKey, hash, verify } from 'node:crypto'
import type { SigningKey } from '../../parties/signing-keys/signing-key.ts'

export type SealPayload = {
  /** The name of the cell; empty when there is one database. */
  cell: string
  number: number
  sealedAt: string
  /** The SHA-256 of the seal before; null for the first. */
  previous: string | null
  /** The last place of the audit log's chain at that time, and its hash. */
  entries: number
  hash: string
  /** Of a closed day alone. */
  ledgerDay?: { date: string; transfers: number; hash: string }
}

export const sha256Of = (seal: string): string => hash('sha256', seal, 'hex')

const TYPE = 'wasl-seal'

export const signSeal = (key: SigningKey, payload: SealPayload): string => {
  const header = { alg: 'Ed25519', kid: key.kid, typ: TYPE }
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${key.sign(Buffer.from(input)).toString('base64url')}`
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const decode = (part: string | undefined): any =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

/** What a verifier needs of a published key. */
export type SealKey = { kid: string; x: string; revokedAt: string | null }

export type ReadSeal = { payload: SealPayload; problem: string | null }

/** What a seal says, and why it proves nothing; null when its signature is right. */
export const readSeal = (seal: string, keys: readonly SealKey[]): ReadSeal => {
  const [head, body, signature] = seal.split('.')
  const payload = decode(body) as SealPayload
  const { kid, typ } = decode(head) as { kid?: string; typ?: string }
  const key = keys.find((one) => one.kid === kid)
  if (typ !== TYPE || key === undefined) {
    return { payload, problem: `is signed by the key ${kid}, which is not a key of this platform` }
  }
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.x },
    format: 'jwk',
  })
  const input = Buffer.from(`${head}.${body}`)
  const isRight = verify(null, input, publicKey, Buffer.from(signature ?? '', 'base64url'))
  if (!isRight) return { payload, problem: `has a wrong signature of the key ${kid}` }
  const revoked = key.revokedAt
  return { payload, problem: revoked === null ? null : `is signed by ${kid}, revoked ${revoked}` }
}
