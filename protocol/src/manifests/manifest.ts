/**
 * The manifest of a statement (W118): the SHA-256 of its documents, and of the partner's manifest before.
 * It is a JWS (RFC 7515) in its compact form, signed with Ed25519 (RFC 9864). Who verifies it takes the
 * exact bytes, of the manifest and of each document: nothing is parsed and written again.
 */
import { z } from 'zod'
import { businessDateSchema } from '../business-date.ts'
import { partnerIdSchema } from '../ids.ts'
import { currencySchema, sumSchema } from '../money.ts'
import { named } from '../named.ts'
import { kidSchema } from '../signing-keys.ts'
import { timeSchema } from '../time.ts'
import { MANIFEST_ALGORITHM, MANIFEST_TYPE } from './rules.ts'

export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { message: 'expected a SHA-256 in lowercase hexadecimal' })
  .meta({ description: 'SHA-256 in lowercase hexadecimal.' })

const listedFile = z.object({
  sha256: sha256Schema,
  bytes: z.int().min(0).meta({ description: 'The length of the document.' }),
})

/** The protected header: these members and no others. */
export const manifestHeader = z.strictObject({
  alg: z.string(),
  typ: z.string(),
  kid: kidSchema,
})

/** What is signed. A later version may add members. */
export const manifestPayload = z.object({
  issuer: z.string().meta({ description: 'The origin whose /.well-known/wasl-keys has the key.' }),
  statementId: z.guid(),
  number: z.string(),
  partnerId: partnerIdSchema,
  from: businessDateSchema,
  to: businessDateSchema,
  lines: z.int().min(0),
  net: sumSchema,
  currency: currencySchema,
  closedAt: timeSchema,
  issuedAt: timeSchema.meta({ description: 'When it was signed.' }),
  files: z.object({ json: listedFile, csv: listedFile }),
  previous: sha256Schema
    .nullable()
    .meta({ description: 'The SHA-256 of the partner’s manifest before; null for the first.' }),
})

export type ManifestPayload = z.infer<typeof manifestPayload>

export type ManifestFormat = keyof ManifestPayload['files']

named({ ManifestPayload: manifestPayload })

/**
 * The bytes that are signed: the header and the payload. A point and the signature in base64url follow
 * them.
 */
export const manifestInput = (kid: string, payload: ManifestPayload): string => {
  const header = { alg: MANIFEST_ALGORITHM, typ: MANIFEST_TYPE, kid }
  return [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
}
