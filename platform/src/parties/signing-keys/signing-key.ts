/**
 * The Ed25519 keys that sign documents: each purpose, `receipt` and `statement`, has its own (W121).
 *
 * A key is *pending* until `validFrom`. Then it *signs* until `validUntil`. Then it has *ended*: what
 * it signed stays valid. The newest key of a purpose has no end. A rotation gives it one and adds the
 * next key. An operator *revokes* a key whose private part may be in other hands: nothing that it
 * signed is valid any more, whenever it signed it. A revocation is final.
 *
 *   pending → signing              when `validFrom` comes, or when no other key signs any more
 *   signing → ended                when `validUntil` comes, or when its master key is lost
 *   pending, signing, ended → revoked   by an operator
 *
 * The state follows from the times, which `change-state.ts` alone writes. A public key is never
 * deleted: documents outlive the keys that signed them.
 */
import type { SigningKeyPurpose } from '@wasl/protocol'
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A key without its private part. */
export type SigningKeyRow = {
  kid: string
  purpose: SigningKeyPurpose
  public_key: Buffer
  valid_from: Date
  valid_until: Date | null
  revoked_at: Date | null
  revoked_reason: string | null
}

export const SIGNING_KEY_COLUMNS =
  'kid, purpose, public_key, valid_from, valid_until, revoked_at, revoked_reason'

/** A key that signs now. */
export type SigningKey = {
  kid: string
  /** The Ed25519 signature, 64 bytes. */
  sign(data: Uint8Array): Buffer
}

/** A new pair. `seed` is the private key: 32 bytes in base64url. */
export const makeKeyPair = (): { kid: string; publicKey: Buffer; seed: string } => {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  if (x === undefined || d === undefined) throw new Error('the new key pair has no key')
  return { kid: kidOf(x), publicKey: Buffer.from(x, 'base64url'), seed: d }
}

/** @throws Error when the seed is not the private key of `publicKey`. */
export const signingKeyOf = (kid: string, publicKey: Buffer, seed: string): SigningKey => {
  const x = publicKey.toString('base64url')
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d: seed }, format: 'jwk' })
  refuseOther(kid, key, x)
  return { kid, sign: (data) => sign(null, data, key) }
}

/** The kid is short, because each receipt's QR code contains it. Verifiers check the signature. */
const KID_BYTES = 8

const kidOf = (x: string): string => {
  // RFC 7638: these members, in this order, without white space.
  const thumbprint = hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'buffer')
  return thumbprint.subarray(0, KID_BYTES).toString('base64url')
}

/** Node.js believes the public key that it is given beside a private one. */
const refuseOther = (kid: string, key: KeyObject, x: string): void => {
  const derived = createPublicKey(key.export({ format: 'pem', type: 'pkcs8' }))
  if (derived.export({ format: 'jwk' }).x === x) return
  throw new Error(`the signing key ${kid} does not match its public key`)
}
