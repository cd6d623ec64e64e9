/** The keys that sign receipts and manifests of statements, and their operator API (W121). */
import { z } from 'zod'
import { named } from './named.ts'
import { OVERLAP_SECONDS_DEFAULT, OVERLAP_SECONDS_MAX } from './rotations.ts'
import { requestObject } from './request-object.ts'
import { isLine } from './text.ts'
import { timeSchema } from './time.ts'

export const SIGNING_KEY_PURPOSES = ['receipt', 'statement'] as const

export const signingKeyPurposeSchema = z.enum(SIGNING_KEY_PURPOSES)

/** 8 bytes of the thumbprint of the public key (RFC 7638), in base64url. */
export const kidSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{11}$/, { message: 'expected a kid such as Zx3kQm1v9aE' })
  .meta({ examples: ['Zx3kQm1v9aE'] })

const REASON_LENGTH_MAX = 200

/**
 * A published key: a JSON Web Key (RFC 8037) with its validity. A document is valid when the key of its
 * `kid` has the right purpose, its signature verifies, and the key is not revoked.
 */
export const publishedKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  alg: z.literal('Ed25519'),
  use: z.literal('sig'),
  kid: kidSchema,
  x: z.string().meta({ description: 'The public key: 32 bytes in base64url.' }),
  purpose: signingKeyPurposeSchema.meta({ description: 'What the key signs, and nothing else.' }),
  validFrom: timeSchema.meta({ description: 'When it starts to sign; it is published before.' }),
  validUntil: timeSchema.nullable().meta({
    description:
      'When it stops signing; what it signed before stays valid. Null for the newest key.',
  }),
  revokedAt: timeSchema.nullable().meta({
    description:
      'When it was revoked. Nothing that it signed is valid any more, whatever its date.',
  }),
  revokedReason: z.string().nullable(),
})

/** `GET /.well-known/wasl-keys` */
export const publishedKeys = z.object({
  issuer: z.string().meta({ description: 'The origin that documents name as their issuer.' }),
  keys: z.array(publishedKey).meta({ description: 'Every key that was ever used, oldest first.' }),
})

/** `POST /operator/v1/signing-keys/rotate` */
export const rotateSigningKeyRequest = requestObject({
  purpose: signingKeyPurposeSchema,
  overlapSeconds: z
    .int()
    .min(0)
    .max(OVERLAP_SECONDS_MAX)
    .default(OVERLAP_SECONDS_DEFAULT)
    .meta({
      description:
        'How long the new key is published before it signs, in seconds. Those who verify without the ' +
        'network fetch it in that time.',
    }),
})

/** `POST /operator/v1/signing-keys/{kid}/revoke` */
export const revokeSigningKeyRequest = requestObject({
  reason: z
    .string()
    .refine((value) => isLine(value, REASON_LENGTH_MAX), {
      message: `expected one line of 1 to ${REASON_LENGTH_MAX} characters`,
    })
    .meta({ minLength: 1, maxLength: REASON_LENGTH_MAX, description: 'Published with the key.' }),
})

export const signingKeyList = z.object({ items: z.array(publishedKey) })

named({
  Kid: kidSchema,
  PublishedKey: publishedKey,
  PublishedKeys: publishedKeys,
  RevokeSigningKeyRequest: revokeSigningKeyRequest,
  RotateSigningKeyRequest: rotateSigningKeyRequest,
  SigningKeyList: signingKeyList,
  SigningKeyPurpose: signingKeyPurposeSchema,
})

export type SigningKeyPurpose = z.infer<typeof signingKeyPurposeSchema>
export type PublishedKey = z.infer<typeof publishedKey>
export type PublishedKeys = z.infer<typeof publishedKeys>
