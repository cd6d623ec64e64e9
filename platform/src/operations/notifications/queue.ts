/** Notifications that wait for their transport: taken by one process at a time, and recorded. */
import type { NotificationTransport } from '@wasl/protocol'
import type pg from 'pg'
import type { NotificationItem } from './incident.ts'

export type ClaimedNotification = {
  notificationId: string
  madeAt: string
  items: NotificationItem[]
  /** From 1. */
  attempt: number
}

/** Longer than an attempt takes. When it lapses, its process died. */
const LEASE = `interval '2 minutes'`

/**
 * The delays before the next attempt: eight attempts in about 21 hours. A mail server that is away for a
 * night still gets them; older news is of no use.
 */
export const NOTIFY_DELAYS_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const

/** Takes the oldest due notification of a transport; null when none is due. */
export const claimNotification = async (
  pool: pg.Pool,
  transport: NotificationTransport,
): Promise<ClaimedNotification | null> => {
  const { rows } = await pool.query<ClaimedNotification>(
    `update notifications
    set leased_until = wasl_now() + ${LEASE}, attempts = attempts + 1
    where notification_id = any(array(
      select notification_id
      from notifications
      where due_at <= wasl_now() and transport = $1 and (leased_until > wasl_now()) is not true
      order by notification_id
      limit 1
      for update skip locked
    ))
    returning notification_id as "notificationId", wire_time(made_at) as "madeAt", items,
      attempts as attempt`,
    [transport],
  )
  return rows[0] ?? null
}

export type NotificationResult = 'sent' | 'failed' | 'given_up'

/** @param error null when it was sent. */
export const recordNotification = async (
  pool: pg.Pool,
  transport: NotificationTransport,
  { notificationId, attempt }: ClaimedNotification,
  error: string | null,
): Promise<NotificationResult> => {
  if (error === null) {
    await pool.query(SENT, [notificationId, transport])
    return 'sent'
  }
  const delay = NOTIFY_DELAYS_SECONDS[attempt - 1] ?? null
  // Another process may have taken it over while this one was cut off: then that one decides.
  await pool.query(FAILED, [notificationId, attempt, delay, error])
  return delay === null ? 'given_up' : 'failed'
}

/** The receiver is back: what waits for its next attempt waits no longer. */
const SENT = `
with sent as (
  update notifications
  set due_at = null, leased_until = null, sent_at = wasl_now(), error = null
  where notification_id = $1 and sent_at is null and given_up_at is null
)
update notifications set due_at = wasl_now()
where notification_id <> $1 and transport = $2 and due_at > wasl_now()
  and (leased_until > wasl_now()) is not true`

const FAILED = `
update notifications
set due_at = wasl_now() + make_interval(secs => $3),
  given_up_at = case when $3::float8 is null then wasl_now() end,
  leased_until = null, error = $4
where notification_id = $1 and attempts = $2 and due_at is not null`
