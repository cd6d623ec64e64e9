import { transportsOf } from '../../operations/notifications/notifier.ts'
import { listNotifications } from '../../operations/notifications/list.ts'
import { writeTest } from '../../operations/notifications/test-notification.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Notifications to the operator's own address (W145). */
export const notifications = ({ db, notify }: RouteDeps): OperatorHandlers<'notifications'> => ({
  async readNotifications() {
    return {
      // The path of the address may be its secret.
      webhook: notify?.webhook ? new URL(notify.webhook.url).host : null,
      email: notify?.email?.to ?? [],
      language: notify?.language ?? null,
      items: await listNotifications(db.operatorLists),
    }
  },

  async sendTestNotification({ caller }, refuse) {
    const transports = transportsOf(notify)
    if (transports.length === 0) throw refuse('NOTIFICATION409_NOT_CONFIGURED')
    const made = await writeTest(db.pool, transports, caller.actor)
    if (Array.isArray(made)) return { items: made }
    const headers = { 'retry-after': String(made.retryAfterSeconds) }
    throw refuse('NOTIFICATION429_TOO_MANY', { headers })
  },
})
