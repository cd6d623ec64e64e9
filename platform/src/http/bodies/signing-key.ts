import type { PublishedKey } from '@wasl/protocol'
import type { SigningKeyRow } from '../../parties/signing-keys/signing-key.ts'

/** A key as it is published. */
export const publishedKeyOf = (row: SigningKeyRow): PublishedKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'Ed25519',
  use: 'sig',
  kid: row.kid,
  x: row.public_key.toString('base64url'),
  purpose: row.purpose,
  validFrom: row.valid_from.toISOString(),
  validUntil: row.valid_until?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  revokedReason: row.revoked_reason,
})
