import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { endSessions } from '../people/end-sessions.ts'
import { auditCredential, type Owner } from './audit-credential.ts'

/**
 * Stores the hash of a new password. If there was one before, the user's other sessions end: perhaps
 * somebody else knew it.
 */
export const setPassword = (
  pool: pg.Pool,
  owner: Owner & { sessionId: number },
  hash: string,
): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const { userId, partnerId, sessionId } = owner
    const isChange = await storePassword(tx, userId, hash)
    await auditCredential(tx, owner, 'password.set')
    if (isChange) await endSessions(tx, { userId, partnerId, except: sessionId }, owner.actor)
  })

/** @returns whether there was a password before. */
export const storePassword = async (
  tx: pg.ClientBase,
  userId: number,
  hash: string,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'update passwords set hash = $2, set_at = wasl_now() where user_id = $1',
    [userId, hash],
  )
  if (rowCount === 1) return true
  await tx.query(
    `insert into passwords (user_id, hash) values ($1, $2)
    on conflict (user_id) do update set hash = excluded.hash, set_at = wasl_now()`,
    [userId, hash],
  )
  return false
}

/**
 * Removes the password, the authenticator app and the recovery codes; false when the user has no
 * passkey, and could not sign in any more.
 */
export const removePassword = (pool: pg.Pool, owner: Owner): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    const { userId } = owner
    await tx.query('select from users where user_id = $1 for update', [userId])
    const { rowCount } = await tx.query('select from passkeys where user_id = $1 limit 1', [userId])
    if (rowCount === 0) return false
    await tx.query('delete from passwords where user_id = $1', [userId])
    await tx.query(`delete from user_secrets where user_id = $1 and field = 'totp'`, [userId])
    await tx.query('delete from recovery_codes where user_id = $1', [userId])
    await auditCredential(tx, owner, 'password.remove')
    return true
  })
