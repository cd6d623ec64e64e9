import type { SigningKeyPurpose } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { tellOwners } from '../people/security-notices.ts'
import { THE_OPERATOR } from '../people/user.ts'
import { deleteEndedSeeds, endKey, lockKeys } from './change-state.ts'
import type { SigningKeyStore } from './current.ts'
import { readKeyOf } from './list.ts'
import type { SigningKeyRow } from './signing-key.ts'
import { storeNewKey } from './store-key.ts'

export type Rotation =
  | { ok: true; key: SigningKeyRow }
  | { ok: false; code: 'SIGNING_KEY409_ROTATION_PENDING' }

/**
 * Publishes the next key of a purpose. It signs when the overlap ends, so that everyone who keeps a
 * copy of the published keys has it by then. Until then the previous key signs. A second rotation
 * before that moment is refused: the pending key would never sign.
 */
export const rotateSigningKey = (
  { pool, keyring }: SigningKeyStore,
  { purpose, overlapSeconds }: { purpose: SigningKeyPurpose; overlapSeconds: number },
  by: Actor,
): Promise<Rotation> =>
  withTransaction(pool, async (tx): Promise<Rotation> => {
    await lockKeys(tx)
    const { now, validFrom, newest } = await readTimes(tx, purpose, overlapSeconds)
    if (newest !== null && newest.validFrom > now) {
      return { ok: false, code: 'SIGNING_KEY409_ROTATION_PENDING' }
    }
    if (newest !== null) {
      await endKey(tx, newest.kid, { cause: 'rotated', validUntil: validFrom })
    }
    const kid = await storeNewKey(tx, keyring, { purpose, validFrom }, by)
    if (kid === null) throw new Error('a key without an end is left after the rotation')
    await deleteEndedSeeds(tx, purpose)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'signing-key.rotate',
      subject: kid,
      details: { purpose, overlapSeconds, previous: newest?.kid ?? null },
    })
    const about = { kind: 'signing-key.rotate', subject: kid, name: purpose }
    await tellOwners(tx, THE_OPERATOR, about, by)
    return { ok: true, key: await readKeyOf(tx, kid) }
  })

const readTimes = async (
  tx: pg.ClientBase,
  purpose: SigningKeyPurpose,
  overlapSeconds: number,
): Promise<{ now: Date; validFrom: Date; newest: { kid: string; validFrom: Date } | null }> => {
  const { rows } = await tx.query<{
    now: Date
    valid_from: Date
    kid: string | null
    newest_from: Date | null
  }>(
    `select now, now + make_interval(secs => $2) as valid_from, kid, newest.valid_from as newest_from
    from (select wasl_now() as now) as clock
    left join signing_keys as newest on purpose = $1 and valid_until is null`,
    [purpose, overlapSeconds],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database told no time')
  const { now, kid, newest_from: from } = row
  const newest = kid === null || from === null ? null : { kid, validFrom: from }
  // The first key signs at once.
  return { now, validFrom: newest === null ? now : row.valid_from, newest }
}
