import { OWNERS } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { channelWireId, partnerWireId, userNumber } from '../../base/wire-ids.ts'
import { tellSignedOut } from './security-notices.ts'
import { organisationOf, type Organisation, type UsersOf } from './user.ts'

type EndedOf = {
  side: Organisation['side']
  partner_id: number | null
  channel_id: number | null
  user_ids: number[]
  sessions: number
}

/**
 * Ends every session of an organisation, or (null) of all of them, from the next request on in every
 * process: for the day when cookies may have been stolen. Credentials, devices and keys stay.
 *
 * @param except the session of who does it, so that this person can go on.
 * @returns how many sessions it ended.
 */
export const signOutEverybody = (
  pool: pg.Pool,
  { of, except }: { of: UsersOf; except: number | null },
  by: Actor,
): Promise<number> =>
  withTransaction(pool, async (tx) => {
    const ended = await endAll(tx, of, except, by)
    const count = ended.reduce((sum, { sessions }) => sum + sessions, 0)
    if (of === null) await audit(tx, 'everybody', WHOLE_PLATFORM, count, by)
    // An organisation reads in its own log that it was signed out.
    else if (ended.length === 0) await audit(tx, nameOf(of), of.partnerId, 0, by)
    for (const one of ended) {
      const organisation = organisationOf(one)
      await audit(tx, nameOf(organisation), organisation.partnerId, one.sessions, by)
      await tellSignedOut(
        tx,
        { userIds: one.user_ids, organisation, owner: OWNERS[one.side] },
        { subject: nameOf(organisation), except: by.id === null ? null : userNumber(by.id) },
        by,
      )
    }
    return count
  })

const endAll = async (
  tx: pg.ClientBase,
  of: UsersOf,
  except: number | null,
  by: Actor,
): Promise<EndedOf[]> => {
  const { rows } = await tx.query<EndedOf>(
    `with ended as (
      update sessions
      set ended_at = wasl_now(), ended_by_id = $1, ended_by = $2
      from users
      where sessions.user_id = users.user_id and sessions.ended_at is null
        and ($3::integer is null or session_id <> $3)
        and ($4::text is null or (
          users.side = $4 and users.partner_id is not distinct from $5::integer
            and users.channel_id is not distinct from $6::integer
        ))
      returning users.user_id, users.side, users.partner_id, users.channel_id
    )
    select side, partner_id, channel_id, array_agg(distinct user_id) as user_ids,
      count(*)::int as sessions
    from ended group by side, partner_id, channel_id
    order by side, partner_id, channel_id`,
    [by.id, by.name, except, of?.side ?? null, of?.partnerId ?? null, of?.channelId ?? null],
  )
  return rows
}

/** As in the request and in the audit log. */
const nameOf = ({ side, partnerId, channelId }: Organisation): string => {
  if (side === 'partner') return partnerWireId(partnerId)
  return side === 'channel' ? channelWireId(channelId) : 'operator'
}

const audit = (
  tx: pg.ClientBase,
  subject: string,
  partnerId: number | null,
  sessions: number,
  by: Actor,
): Promise<void> =>
  appendAudit(tx, by, {
    partnerId: partnerId ?? WHOLE_PLATFORM,
    action: 'session.end-all',
    subject,
    details: { sessions },
  })
