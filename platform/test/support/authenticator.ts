/** An authenticator in software: what a phone or a security key answers, over HTTP without a browser. */
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type WebAuthnOptions = { challenge: string; rpId?: string; rp?: { id?: string } }

export type Authenticator = {
  /** As `navigator.credentials.create`. */
  create(options: any, origin: string): any
  /** As `navigator.credentials.get`. Each signature counts, unless a copy of the key is played. */
  get(options: any, origin: string, counter?: number): any
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const WITH_KEY = 0x40

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

export const createAuthenticator = (): Authenticator => {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let signatures = 0
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }

  const dataOf = ({ rpId, rp }: WebAuthnOptions, flags: number, counter: number): Buffer => {
    const head = Buffer.alloc(37)
    sha256(rpId ?? rp?.id ?? '').copy(head)
    head.writeUInt8(flags, 32)
    head.writeUInt32BE(counter, 33)
    return head
  }

  return {
    create(options: WebAuthnOptions, origin) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        dataOf(options, USER_PRESENT | USER_VERIFIED | WITH_KEY, signatures),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const data = clientData('webauthn.create', options.challenge, origin)
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as any)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options: WebAuthnOptions, origin, counter = (signatures += 1)) {
      const authData = dataOf(options, USER_PRESENT | USER_VERIFIED, counter)
      const data = clientData('webauthn.get', options.challenge, origin)
      const signed = Buffer.concat([authData, sha256(data)])
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

/** EC2, ES256, P-256, x and y (RFC 9053). */
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
  const map = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return Buffer.from(isoCBOR.encode(map as any))
}
