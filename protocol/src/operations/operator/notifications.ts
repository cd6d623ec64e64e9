/** Notifications to the operator's own address (W145). */
import { notificationReport, testNotificationSent } from '../../notifications.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/notifications.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

export const OPERATOR_NOTIFICATIONS = {
  readNotifications: {
    ...common,
    method: 'GET',
    path: '/operator/v1/notifications',
    permission: 'audit.view',
    summary: 'Read who is notified, and the last notifications',
    description:
      'The addresses come from the environment (WASL_NOTIFY_URL, WASL_NOTIFY_EMAIL). A ' +
      'notification that was not accepted at its last attempt is given up.',
    answer: {
      description: 'The addresses, and the newest notifications.',
      schema: notificationReport,
      examples: { 'one was sent': examples.notificationReport },
    },
  },
  sendTestNotification: {
    ...common,
    method: 'POST',
    path: '/operator/v1/notifications/test',
    permission: 'partners.edit',
    summary: 'Send a test notification',
    description:
      'To every configured address, as a real one is sent. The list of notifications shows the ' +
      'result. At most 6 within a minute.',
    answer: {
      status: 202,
      description: 'One notification for each transport; they are sent within seconds.',
      schema: testNotificationSent,
      examples: { 'by mail': examples.testNotificationSent },
    },
    errors: ['NOTIFICATION409_NOT_CONFIGURED', 'NOTIFICATION429_TOO_MANY'],
  },
} as const satisfies OperationTable
