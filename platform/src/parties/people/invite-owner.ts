import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { makeInvitation } from './invitation.ts'
import { tellOwners } from './security-notices.ts'
import { THE_OPERATOR } from './user.ts'

/**
 * Makes the link of the first owner when the operator has no user yet; null when it has one. Two
 * platforms that start at once make one link between them.
 *
 * @returns the token. The caller prints the link once, because only its hash is stored.
 */
export const ensureFirstOwner = (pool: pg.Pool, by: Actor): Promise<string | null> =>
  withTransaction(pool, async (tx) => {
    await tx.query('lock table users in share row exclusive mode')
    const { rowCount } = await tx.query(`select from users where side = 'operator' limit 1`)
    return rowCount === 0 ? addOwner(tx, by) : null
  })

/** Makes the link of one more owner, for the day when every owner lost what they sign in with. */
export const inviteOwner = (pool: pg.Pool, by: Actor): Promise<string> =>
  withTransaction(pool, (tx) => addOwner(tx, by))

/** Nobody knows yet who this owner is: they say it when they join. */
const addOwner = async (tx: pg.ClientBase, by: Actor): Promise<string> => {
  const { rows } = await tx.query<{ user_id: number }>(
    `insert into users (side, role) values ('operator', 'owner') returning user_id`,
  )
  const userId = rows[0]?.user_id as number
  await appendAudit(tx, by, {
    partnerId: WHOLE_PLATFORM,
    action: 'user.invite',
    subject: userWireId(userId),
    details: { role: 'owner' },
  })
  const about = { kind: 'user.invite', subject: userWireId(userId), name: '' }
  await tellOwners(tx, THE_OPERATOR, about, by)
  return makeInvitation(tx, userId, by.name)
}
