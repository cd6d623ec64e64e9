/**
 * The secrets that the platform shares with a partner: the API secret that it shows and the HMAC
 * secret that it signs with (section 5). The platform needs their plain values, so they are sealed,
 * not hashed. The private keys that sign documents, and what people prove themselves with, are sealed in
 * the same way.
 *
 * A sealed secret is one layout byte, the nonce (12 bytes), the tag (16 bytes) and the ciphertext
 * of AES-256-GCM. The associated data names the place (the partner, the field and the version, or
 * the purpose and the kid of a signing key, or the user) and the master key, so that a sealed secret moved to
 * another row does not open there.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { SigningKeyPurpose } from '@wasl/protocol'
import { randomText } from './api-key.ts'
import { partnerWireId } from '../wire-ids.ts'
import { randomBytes } from '../chance.ts'

export const SECRET_FIELDS = ['apiSecret', 'hmacSecret'] as const

export type SecretField = (typeof SECRET_FIELDS)[number]

/** The row of `partner_secrets` that a sealed secret belongs to. */
export type SecretPlace = { partnerId: number; field: SecretField; version: number }

/** The row of `signing_keys` that a sealed private key belongs to. */
export type SigningKeyPlace = { purpose: SigningKeyPurpose; kid: string }

/** The row of `user_secrets` that a sealed secret belongs to. */
export type UserSecretPlace = { userId: number; field: 'totp' | 'pin' }

/** The row of `directories` that the sealed secret of a client belongs to: of a partner, or 0. */
export type DirectoryPlace = { directoryOf: number }

type Place = SecretPlace | SigningKeyPlace | UserSecretPlace | DirectoryPlace

export type SealedSecret = { masterKeyId: string; sealed: Buffer }

export type MasterKey = { id: string; key: KeyObject }

/** Seals with the current master key, and opens with any that it holds. */
export type Keyring = { current: MasterKey; byId: ReadonlyMap<string, MasterKey> }

export const MASTER_KEY_BYTES = 32

const LAYOUT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/**
 * A keyring of the current master key and of earlier ones, each 32 bytes.
 *
 * @throws RangeError when a key has another length.
 */
export const createKeyring = (current: Uint8Array, previous: Uint8Array[] = []): Keyring => {
  const newest = masterKey(current)
  const all = [...previous.map(masterKey), newest]
  return { current: newest, byId: new Map(all.map((key) => [key.id, key])) }
}

export const makeSecret = (field: SecretField): string =>
  `${field === 'apiSecret' ? 'wasl_sec' : 'wasl_hmac'}_${randomText()}`

export const seal = (keyring: Keyring, place: Place, secret: string): SealedSecret => {
  const { id, key } = keyring.current
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(place, id))
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([Buffer.of(LAYOUT), nonce, cipher.getAuthTag(), ciphertext])
  return { masterKeyId: id, sealed }
}

/**
 * Opens a sealed secret.
 *
 * @throws Error when the keyring lacks the master key, or when the sealed bytes were changed or
 *   belong to another place. The message names the place, never a byte of what is stored there.
 */
export const unseal = (keyring: Keyring, place: Place, stored: SealedSecret): string => {
  const where = nameOf(place)
  const master = keyring.byId.get(stored.masterKeyId)
  if (master === undefined) {
    throw new Error(
      `${where} is sealed under the master key ${stored.masterKeyId}, but WASL_MASTER_KEY is ` +
        `${keyring.current.id}: start with the master key that sealed it`,
    )
  }
  const { sealed } = stored
  if (sealed.length <= 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== LAYOUT) {
    throw new Error(`${where} is stored in a layout that this release does not know`)
  }
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, master.key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(associatedData(place, master.id))
  decipher.setAuthTag(tag)
  try {
    const ciphertext = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch {
    throw new Error(`${where} does not open: its sealed bytes were changed or belong elsewhere`)
  }
}

const nameOf = (place: Place): string => {
  if ('kid' in place) return `the ${place.purpose} signing key ${place.kid}`
  if ('userId' in place) return `the ${place.field} secret of user ${place.userId}`
  if ('directoryOf' in place) return `the client secret of directory ${place.directoryOf}`
  return `the ${place.field} of ${partnerWireId(place.partnerId)} (version ${place.version})`
}

const associatedData = (place: Place, masterKeyId: string): Buffer =>
  Buffer.from(`wasl:${LAYOUT}:${pathOf(place)}:${masterKeyId}`, 'utf8')

/** A partner's number is never a word, so no two places have one path. */
const pathOf = (place: Place): string => {
  if ('kid' in place) return `signing-key:${place.purpose}:${place.kid}`
  if ('userId' in place) return `user:${place.userId}:${place.field}`
  if ('directoryOf' in place) return `directory:${place.directoryOf}`
  return `${place.partnerId}:${place.field}:${place.version}`
}

/** A master key's id is a digest of the key, so that nobody has to name or number keys. */
const masterKey = (bytes: Uint8Array): MasterKey => {
  if (bytes.length !== MASTER_KEY_BYTES) {
    throw new RangeError(
      `expected a master key of ${MASTER_KEY_BYTES} bytes, received ${bytes.length} bytes`,
    )
  }
  const key = createSecretKey(bytes)
  const digest = createHmac('sha256', key).update('wasl master key id').digest('hex')
  return { id: digest.slice(0, 16), key }
}
