import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { Refusal } from '../../base/refusal.ts'
import { passkeyWireId } from '../../base/wire-ids.ts'
import { PASSKEY_COLUMNS, type PasskeyRow } from './add-passkey.ts'
import { auditCredential, type Owner } from './audit-credential.ts'

/** Renames a passkey of the user; null for any other. */
export const renamePasskey = (
  pool: pg.Pool,
  owner: Owner,
  passkeyId: number,
  name: string,
): Promise<PasskeyRow | null> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<PasskeyRow>(
      `update passkeys set name = $3
      where user_id = $1 and passkey_id = $2
      returning ${PASSKEY_COLUMNS}`,
      [owner.userId, passkeyId, name],
    )
    const [passkey] = rows
    if (passkey === undefined) return null
    await auditCredential(tx, owner, 'passkey.rename', {
      passkeyId: passkeyWireId(passkeyId),
      name,
    })
    return passkey
  })

export type RemovedPasskey =
  | { ok: true; passkey: PasskeyRow }
  | Refusal<'PASSKEY404_NOT_FOUND' | 'CREDENTIAL409_LAST'>

/** Removes a passkey of the user, unless the user could not sign in without it. */
export const removePasskey = (
  pool: pg.Pool,
  owner: Owner,
  passkeyId: number,
): Promise<RemovedPasskey> =>
  withTransaction(pool, async (tx) => {
    const { userId } = owner
    // Otherwise each of two removals at once would see the other's passkey.
    await tx.query('select from users where user_id = $1 for update', [userId])
    const { rows } = await tx.query<PasskeyRow & { is_last: boolean }>(
      `select ${PASSKEY_COLUMNS},
        not exists (
          select from passkeys where user_id = $1 and passkey_id <> $2
        ) and not exists (
          select from passwords join user_secrets using (user_id) where user_id = $1 and field = 'totp'
        ) as is_last
      from passkeys
      where user_id = $1 and passkey_id = $2`,
      [userId, passkeyId],
    )
    const [passkey] = rows
    if (passkey === undefined) return { ok: false, code: 'PASSKEY404_NOT_FOUND' }
    if (passkey.is_last) return { ok: false, code: 'CREDENTIAL409_LAST' }
    await tx.query('delete from passkeys where user_id = $1 and passkey_id = $2', [
      userId,
      passkeyId,
    ])
    await auditCredential(tx, owner, 'passkey.remove', { passkeyId: passkeyWireId(passkeyId) })
    return { ok: true, passkey }
  })
