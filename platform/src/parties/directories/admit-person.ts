import type { DirectoryRole } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, THE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { isNameTaken } from '../people/names-in-use.ts'
import { tellOwners } from '../people/security-notices.ts'
import { isTaken } from '../people/taken.ts'
import { closePerson } from './close-people.ts'
import {
  organisationOfDirectory,
  roleOf,
  type Directory,
  type DirectoryPerson,
} from './directory.ts'

export type Admitted =
  | { ok: true; userId: number }
  | { ok: false; code: 'DIRECTORY403_NO_GROUP' | 'DIRECTORY403_CLOSED' | 'USER409_TAKEN' }

/**
 * Finds the account of a person whom the directory has confirmed. The first sign-in makes it, each later one
 * gives it the role of the group that the person has now, and without a group it is closed.
 */
export const admitPerson = async (
  pool: pg.Pool,
  directory: Directory,
  person: DirectoryPerson,
  requestId: string,
): Promise<Admitted> => {
  const by = { ...THE_PLATFORM, requestId }
  try {
    return await withTransaction(pool, async (tx): Promise<Admitted> => {
      // Users change rarely, and two sign-ins of a new person make one account.
      await tx.query('lock table users in share row exclusive mode')
      const known = await findPerson(tx, directory, person.subject)
      const role = roleOf(directory.roles, person.groups)
      if (role === null) {
        if (known !== null && known.status !== 'disabled') await close(tx, directory, known, by)
        return { ok: false, code: 'DIRECTORY403_NO_GROUP' }
      }
      if (known === null) return add(tx, directory, { ...person, role }, by)
      if (known.status === 'disabled' && !known.isClosed) {
        return { ok: false, code: 'DIRECTORY403_CLOSED' }
      }
      await bringUp(tx, directory, known, role, by)
      return { ok: true, userId: known.userId }
    })
  } catch (error) {
    if (isTaken(error)) return { ok: false, code: 'USER409_TAKEN' }
    throw error
  }
}

type Known = {
  userId: number
  name: string
  role: string
  status: 'invited' | 'active' | 'disabled'
  /** Whether the directory closed it, and not an owner. */
  isClosed: boolean
}

const findPerson = async (
  tx: pg.ClientBase,
  { partnerId, issuer }: Directory,
  subject: string,
): Promise<Known | null> => {
  const { rows } = await tx.query<Known>(
    `select user_id as "userId", name, role, status, closed_at is not null as "isClosed"
    from directory_people
    join users using (user_id)
    where directory_people.partner_id = $1 and issuer = $2 and subject = $3`,
    [partnerId, issuer, subject],
  )
  return rows[0] ?? null
}

const close = async (
  tx: pg.ClientBase,
  { partnerId }: Directory,
  { userId, name }: Known,
  by: Actor,
): Promise<void> => {
  await closePerson(tx, { userId, partnerId, name }, by)
  const about = { kind: 'directory.close', subject: userWireId(userId), name }
  await tellOwners(tx, organisationOfDirectory(partnerId), about, by)
}

const add = async (
  tx: pg.ClientBase,
  { partnerId, issuer }: Directory,
  { subject, name, email, language, role }: DirectoryPerson & { role: DirectoryRole },
  by: Actor,
): Promise<Admitted> => {
  const organisation = organisationOfDirectory(partnerId)
  const { side } = organisation
  if (await isNameTaken(tx, side, name, null)) return { ok: false, code: 'USER409_TAKEN' }
  const { rows } = await tx.query<{ user_id: number }>(
    `insert into users (side, role, partner_id, name, email, language, status)
    values ($1, $2, $3, $4, $5, $6, 'active')
    returning user_id`,
    [side, role, organisation.partnerId, name, email, language],
  )
  const userId = rows[0]?.user_id as number
  await tx.query(
    'insert into directory_people (user_id, partner_id, issuer, subject) values ($1, $2, $3, $4)',
    [userId, partnerId, issuer, subject],
  )
  const subjectId = userWireId(userId)
  await appendAudit(tx, by, {
    partnerId,
    action: 'user.join',
    subject: subjectId,
    details: { name, role, issuer },
  })
  await tellOwners(tx, organisation, { kind: 'directory.join', subject: subjectId, name }, by)
  return { ok: true, userId }
}

/** Opens the account again where the directory had closed it, and gives it the role of the group. */
const bringUp = async (
  tx: pg.ClientBase,
  { partnerId }: Directory,
  { userId, name, role: before, status }: Known,
  role: DirectoryRole,
  by: Actor,
): Promise<void> => {
  if (before === role && status === 'active') return
  await tx.query(`update users set role = $2, status = 'active' where user_id = $1`, [userId, role])
  await tx.query('update directory_people set closed_at = null where user_id = $1', [userId])
  await appendAudit(tx, by, {
    partnerId,
    action: status === 'active' ? 'user.change' : 'user.join',
    subject: userWireId(userId),
    details: { name, from: before, to: role },
  })
}
