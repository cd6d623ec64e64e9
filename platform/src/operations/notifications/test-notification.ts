import type { Notification, NotificationTransport } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { toNotification, type NotificationRow } from './list.ts'

const TESTS_PER_MINUTE = 6

const MINUTE_SECONDS = 60

/** Writes a test notification for each transport. Null when too many were asked for within a minute. */
export const writeTest = (
  pool: pg.Pool,
  transports: readonly NotificationTransport[],
  by: Actor,
): Promise<Notification[] | { retryAfterSeconds: number }> =>
  withTransaction(pool, async (tx) => {
    // One test at a time, so that all processes together keep to the limit.
    await tx.query('select from notification_watch for update')
    const { rows: recent } = await tx.query<{ made_at: Date; wait: number }>(
      `select made_at,
        ceil(extract(epoch from made_at + make_interval(secs => $1) - wasl_now()))::int as wait
      from notifications
      where made_at > wasl_now() - make_interval(secs => $1) and items @> '[{"phase": "test"}]'
        and transport = $2
      order by made_at desc
      limit ${TESTS_PER_MINUTE}`,
      [MINUTE_SECONDS, transports[0]],
    )
    const oldest = recent[TESTS_PER_MINUTE - 1]
    if (oldest !== undefined) return { retryAfterSeconds: Math.max(1, oldest.wait) }
    const { rows } = await tx.query<NotificationRow>(
      `insert into notifications (notification_id, transport, made_at, items, due_at)
      select new_id(0), transport, now, jsonb_build_array(jsonb_build_object(
        'phase', 'test', 'kind', null, 'incidentId', null, 'partnerId', 0, 'partnerName', null,
        'facts', jsonb_build_object('count', 0, 'detail', null), 'beganAt', wire_time(now),
        'endedAt', null,
        'began', to_char(now at time zone time_zone, 'YYYY-MM-DD HH24:MI'), 'ended', null
      )), now
      from unnest($1::text[]) as transport, ledger_state, (select wasl_now() as now) as clock
      returning *`,
      [transports],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'notification.test',
      subject: 'notifications',
      details: { transports },
    })
    return rows.map(toNotification)
  })
