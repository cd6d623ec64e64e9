import { Counter, type Registry } from 'prom-client'
import type { NotificationResult } from '../notifications/queue.ts'

const RESULTS = ['sent', 'failed', 'given_up'] as const satisfies readonly NotificationResult[]

/** Counts what comes of each attempt to notify the operator (W145). */
export const notificationCounter = (registry: Registry) => {
  const counter = new Counter({
    name: 'wasl_notifications_total',
    help: 'Attempts to notify the operator, by result; given_up is the last one of a notification.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  for (const result of RESULTS) counter.inc({ result }, 0)
  return (result: NotificationResult): void => counter.inc({ result })
}
