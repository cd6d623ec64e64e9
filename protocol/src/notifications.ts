/** Notifications to the operator's own address (W145). */
import { z } from 'zod'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** What the operator is told of, when it begins and when it ends. */
export const INCIDENT_KINDS = [
  /** A partner's lookups fail: payers are turned away. */
  'lookups-fail',
  /** Three canaries of a partner failed in a row: payers would be turned away. */
  'canary-fails',
  /** A partner's webhooks fail, and wait for their next attempt. */
  'webhooks-fail',
  /** Deliveries of a partner whose last attempt failed. */
  'deliveries-exhausted',
  /** A business day is over and does not close. */
  'day-open',
  /** The check of integrity found a violation. */
  'integrity-violated',
] as const

export const NOTIFICATION_TRANSPORTS = ['webhook', 'email'] as const

export const notificationItem = z.object({
  phase: z.enum(['began', 'ended', 'test']),
  kind: z.enum(INCIDENT_KINDS).nullable().meta({ description: 'Null for a test.' }),
  partnerId: z.string().nullable().meta({ description: 'Null when it is about no partner.' }),
  partnerName: z.string().nullable(),
  beganAt: timeSchema,
  endedAt: timeSchema.nullable(),
})

export const notification = z.object({
  notificationId: z.guid(),
  transport: z.enum(NOTIFICATION_TRANSPORTS),
  state: z.enum(['waiting', 'sent', 'given-up']),
  items: z.array(notificationItem),
  madeAt: timeSchema,
  attempts: z.int(),
  nextAttemptAt: timeSchema.nullable(),
  sentAt: timeSchema.nullable(),
  error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
})

export const notificationReport = z.object({
  webhook: z
    .string()
    .nullable()
    .meta({ description: 'The host that is notified; null when none is.' }),
  email: z.array(z.string()).meta({ description: 'The mailboxes that are notified.' }),
  language: z.enum(['en', 'fr', 'ar']).nullable(),
  items: z.array(notification).meta({ description: 'The newest 20.' }),
})

export const testNotificationSent = z.object({
  items: z.array(notification).meta({ description: 'One for each transport, not sent yet.' }),
})

named({
  NotificationItem: notificationItem,
  Notification: notification,
  NotificationReport: notificationReport,
  TestNotificationSent: testNotificationSent,
})

export type IncidentKind = (typeof INCIDENT_KINDS)[number]
export type NotificationTransport = (typeof NOTIFICATION_TRANSPORTS)[number]
export type Notification = z.infer<typeof notification>
export type NotificationReport = z.infer<typeof notificationReport>
