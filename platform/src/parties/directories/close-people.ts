import type pg from 'pg'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { endSessions } from '../people/end-sessions.ts'
import { endInvitation } from '../people/invitation.ts'

/** Closes the accounts of everybody who came from another issuer than `except`. */
export const closePeople = async (
  tx: pg.ClientBase,
  { partnerId, except }: { partnerId: number; except: string | null },
  by: Actor,
): Promise<void> => {
  const { rows } = await tx.query<{ user_id: number; name: string }>(
    `select user_id, name
    from directory_people
    join users using (user_id)
    where directory_people.partner_id = $1 and issuer is distinct from $2 and status <> 'disabled'
    order by user_id`,
    [partnerId, except],
  )
  for (const { user_id: userId, name } of rows)
    await closePerson(tx, { userId, partnerId, name }, by)
}

/** Closes an account of which the directory does not speak any more, and ends its sessions. */
export const closePerson = async (
  tx: pg.ClientBase,
  { userId, partnerId, name }: { userId: number; partnerId: number; name: string },
  by: Actor,
): Promise<void> => {
  await tx.query(`update users set status = 'disabled' where user_id = $1`, [userId])
  await tx.query('update directory_people set closed_at = wasl_now() where user_id = $1', [userId])
  await endInvitation(tx, userId)
  await endSessions(tx, { userId, partnerId }, by)
  await appendAudit(tx, by, {
    partnerId,
    action: 'user.disable',
    subject: userWireId(userId),
    details: { name, cause: 'directory' },
  })
}
