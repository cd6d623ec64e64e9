import type { Rotated, SecretKind } from '@wasl/protocol'
import type { Replacement } from '../../base/secrets/versions.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

/** A new secret of a partner, this once. */
export const rotatedBody = (
  partnerId: number,
  secret: SecretKind,
  { value, previousValidUntil }: Replacement,
): Rotated => ({
  partnerId: partnerWireId(partnerId),
  secret,
  value,
  previousValidUntil: previousValidUntil.toISOString(),
})
