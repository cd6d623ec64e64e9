/**
 * What people are told of their own accounts, and owners of their organisation's users and keys (D34,
 * W180). Written in the transaction of the act: no act is without its notice.
 */
import { OWNERS } from '@wasl/protocol'
import type pg from 'pg'
import type { Actor } from '../../base/audit/append.ts'
import { userNumber } from '../../base/wire-ids.ts'
import type { Organisation } from './user.ts'

export type NoticeAbout = {
  /** As in the audit log: `passkey.add`. */
  kind: string
  /** The wire id of the user or the key. */
  subject: string
  name: string
}

/** Tells a person of an act in their name, also of their own: the session may be another's. */
export const tellPerson = async (
  tx: pg.ClientBase,
  userId: number,
  about: NoticeAbout,
  by: Actor,
): Promise<void> => {
  await tx.query(`${TELL} where user_id = $6 and status <> 'disabled'`, [
    ...valuesOf(about, by),
    userId,
  ])
}

/** Tells the active owners of an organisation, without the one who did it and the one it is about. */
export const tellOwners = async (
  tx: pg.ClientBase | pg.Pool,
  { side, partnerId, channelId }: Organisation,
  about: NoticeAbout,
  by: Actor,
): Promise<void> => {
  const known = [by.id, about.subject].map((id) => (id === null ? null : userNumber(id)))
  await tx.query(
    `${TELL}
    where side = $6 and role = $7 and status = 'active'
      and partner_id is not distinct from $8::integer
      and channel_id is not distinct from $9::integer and user_id <> all($10::integer[])`,
    [
      ...valuesOf(about, by),
      side,
      OWNERS[side],
      partnerId,
      channelId,
      known.filter((id) => id !== null),
    ],
  )
}

/** Tells those who were signed out together, and the owners of their organisation, once each. */
export const tellSignedOut = async (
  tx: pg.ClientBase,
  of: { userIds: readonly number[]; organisation: Organisation; owner: string },
  { subject, except }: { subject: string; except: number | null },
  by: Actor,
): Promise<void> => {
  const { side, partnerId, channelId } = of.organisation
  await tx.query(
    `${TELL}
    where status = 'active' and user_id is distinct from $6::integer and (
      user_id = any($7::integer[])
      or (side = $8 and role = $9 and partner_id is not distinct from $10::integer
        and channel_id is not distinct from $11::integer)
    )`,
    [
      ...valuesOf({ kind: 'session.end-all', subject, name: '' }, by),
      except,
      of.userIds,
      side,
      of.owner,
      partnerId,
      channelId,
    ],
  )
}

const TELL = `
  insert into security_notices
    (user_id, kind, subject, subject_name, by_id, by_name, email_due_at)
  select user_id, $1, $2, $3, $4, $5, case when email is not null then wasl_now() end
  from users`

const valuesOf = ({ kind, subject, name }: NoticeAbout, by: Actor) => [
  kind,
  subject,
  name,
  by.id,
  by.name,
]

export type NoticeRow = {
  notice_id: number
  kind: string
  made_at: Date
  by_name: string
  subject: string
  subject_name: string
  seen_at: Date | null
}

/** As many as anybody reads. */
const NOTICES_MAX = 100

/** The notices of a user, the newest first. */
export const listNotices = async (pool: pg.Pool, userId: number): Promise<NoticeRow[]> => {
  const { rows } = await pool.query<NoticeRow>(
    `select notice_id, kind, made_at, by_name, subject, subject_name, seen_at
    from security_notices
    where user_id = $1
    order by notice_id desc
    limit $2`,
    [userId, NOTICES_MAX],
  )
  return rows
}

/** Notes that the user has read all through this one. */
export const markNoticesSeen = async (
  pool: pg.Pool,
  userId: number,
  through: number,
): Promise<void> => {
  await pool.query(
    `update security_notices set seen_at = wasl_now()
    where user_id = $1 and notice_id <= $2 and seen_at is null`,
    [userId, through],
  )
}

const KEPT_DAYS = 90

export const forgetOldNotices = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    'delete from security_notices where made_at <= wasl_now() - make_interval(days => $1)',
    [KEPT_DAYS],
  )
}
