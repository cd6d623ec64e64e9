/** Answers about webhook events, the same for partners and operators (D14). */
import { listOf } from '../lists.ts'
import { named } from '../named.ts'
import { redelivered, webhookEventDetail, webhookEventRecord } from '../operator-records.ts'
import * as examples from './examples/payments.ts'
import { onePage } from './list-answer.ts'

const webhookEventRecordList = listOf(webhookEventRecord)

named({ WebhookEventRecordList: webhookEventRecordList })

export const WEBHOOK_EVENTS = onePage(webhookEventRecordList, examples.eventRecord)

export const WEBHOOK_EVENT = {
  description: 'The event, its body and a page of its attempts, oldest first.',
  schema: webhookEventDetail,
  examples: { delivered: examples.eventDetail },
} as const

export const DUE_WEBHOOK_EVENT = {
  description: 'The event, due again.',
  schema: webhookEventDetail,
  examples: { due: examples.dueEventDetail },
} as const

export const REDELIVERED = {
  description: 'The number of events that are due again.',
  schema: redelivered,
  examples: { some: { count: 17 } },
} as const
