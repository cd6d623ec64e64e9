import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { tellOwners } from '../people/security-notices.ts'
import { THE_OPERATOR } from '../people/user.ts'
import { endKey, lockKeys, startPendingKey } from './change-state.ts'
import { findKey, readKeyOf } from './list.ts'
import type { SigningKeyRow } from './signing-key.ts'

/**
 * Revokes a signing key: nothing that it signed is valid any more. Repeating it gives the first
 * answer. A key that was pending in its place signs from now on; else the next document makes one.
 * Returns null when there is no such key.
 */
export const revokeSigningKey = (
  pool: pg.Pool,
  { kid, reason }: { kid: string; reason: string },
  by: Actor,
): Promise<SigningKeyRow | null> =>
  withTransaction(pool, async (tx) => {
    await lockKeys(tx)
    if (await endKey(tx, kid, { cause: 'revoked', reason })) {
      const { purpose } = await readKeyOf(tx, kid)
      await startPendingKey(tx, purpose)
      await appendAudit(tx, by, {
        partnerId: WHOLE_PLATFORM,
        action: 'signing-key.revoke',
        subject: kid,
        details: { purpose, reason },
      })
      const about = { kind: 'signing-key.revoke', subject: kid, name: purpose }
      await tellOwners(tx, THE_OPERATOR, about, by)
    }
    return findKey(tx, kid)
  })
