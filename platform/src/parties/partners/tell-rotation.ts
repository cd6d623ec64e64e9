import type pg from 'pg'
import type { Actor } from '../../base/audit/append.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { tellOwners } from '../people/security-notices.ts'

/**
 * Tells the partner's other owners of a new secret. Users are in the control cell and the secret may be in
 * another, so the notice is written after it, in no transaction with it.
 */
export const tellRotation = (
  control: pg.Pool,
  partnerId: number,
  secret: string,
  by: Actor,
): Promise<void> =>
  tellOwners(
    control,
    { side: 'partner', partnerId, channelId: null },
    { kind: 'partner.rotate', subject: partnerWireId(partnerId), name: secret },
    by,
  )
