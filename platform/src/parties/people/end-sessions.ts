import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { sessionWireId, userWireId } from '../../base/wire-ids.ts'

/** Whose sessions end: one of them, all but one, or all. */
export type EndedSessions = {
  userId: number
  partnerId: number | null
  only?: number
  except?: number
}

/**
 * Ends sessions of one user from the next request on, in every process. A session that has ended stays
 * as it is.
 *
 * @returns how many it ended.
 */
export const endSessions = async (
  tx: pg.ClientBase,
  { userId, partnerId, only, except }: EndedSessions,
  by: Actor,
): Promise<number> => {
  const { rows } = await tx.query<{ session_id: number }>(
    `update sessions
    set ended_at = wasl_now(), ended_by_id = $2, ended_by = $3
    where user_id = $1 and ended_at is null
      and ($4::integer is null or session_id = $4)
      and ($5::integer is null or session_id <> $5)
    returning session_id`,
    [userId, by.id, by.name, only ?? null, except ?? null],
  )
  if (rows.length === 0) return 0
  await appendAudit(tx, by, {
    partnerId: partnerId ?? WHOLE_PLATFORM,
    action: 'session.end',
    subject: userWireId(userId),
    details: { sessionIds: rows.map((row) => sessionWireId(row.session_id)) },
  })
  return rows.length
}

/** The same in a transaction of its own; false when the user never had the one session named. */
export const endOwnSessions = (
  pool: pg.Pool,
  which: EndedSessions,
  by: Actor,
): Promise<{ found: boolean; count: number }> =>
  withTransaction(pool, async (tx) => {
    const count = await endSessions(tx, which, by)
    if (count > 0 || which.only === undefined) return { found: true, count }
    const { rowCount } = await tx.query(
      `select from sessions where user_id = $1 and session_id = $2`,
      [which.userId, which.only],
    )
    return { found: rowCount === 1, count }
  })
