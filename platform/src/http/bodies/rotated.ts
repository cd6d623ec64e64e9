import type { Rotated, SecretKind } from '@wasl/protocol'
import type { Replacement } from '../../secrets/versions.ts'
import { partnerWireId } from '../../wire-ids.ts'

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
