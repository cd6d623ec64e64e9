/** Examples of signing keys. */
import type { PublishedKey, PublishedKeys } from '../../signing-keys.ts'

export const publishedKey: PublishedKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'Ed25519',
  use: 'sig',
  kid: 'kPrK_qmxVWY',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  purpose: 'receipt',
  validFrom: '2026-11-01T08:00:00.000Z',
  validUntil: null,
  revokedAt: null,
  revokedReason: null,
}

export const revokedKey: PublishedKey = {
  ...publishedKey,
  validUntil: '2026-11-21T09:00:00.000Z',
  revokedAt: '2026-11-21T09:00:00.000Z',
  revokedReason: 'A backup with the key was lost.',
}

export const publishedKeys: PublishedKeys = {
  issuer: 'https://pay.example.dz',
  keys: [publishedKey],
}
