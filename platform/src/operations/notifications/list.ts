import type { Notification, NotificationTransport } from '@wasl/protocol'
import type pg from 'pg'
import { partnerIn } from './message.ts'
import type { NotificationItem } from './incident.ts'

/** What the system page shows. */
const LISTED_MAX = 20

type Row = {
  notification_id: string
  transport: NotificationTransport
  made_at: Date
  items: NotificationItem[]
  due_at: Date | null
  attempts: number
  sent_at: Date | null
  given_up_at: Date | null
  error: string | null
}

/** The newest notifications, newest first. */
export const listNotifications = async (pool: pg.Pool): Promise<Notification[]> => {
  const { rows } = await pool.query<Row>(
    'select * from notifications order by notification_id desc limit $1',
    [LISTED_MAX],
  )
  return rows.map(toNotification)
}

export const toNotification = (row: Row): Notification => ({
  notificationId: row.notification_id,
  transport: row.transport,
  state: stateOf(row),
  items: row.items.map((item) => ({
    phase: item.phase,
    kind: item.kind,
    partnerId: partnerIn(item),
    partnerName: item.partnerName,
    beganAt: item.beganAt,
    endedAt: item.endedAt,
  })),
  madeAt: row.made_at.toISOString(),
  attempts: row.attempts,
  nextAttemptAt: row.due_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
  error: row.error,
})

const stateOf = ({ sent_at, given_up_at }: Row): Notification['state'] => {
  if (sent_at !== null) return 'sent'
  return given_up_at === null ? 'waiting' : 'given-up'
}

export type NotificationRow = Row
