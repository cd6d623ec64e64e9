/** Answers that several endpoints give alike. */
import type { SchemaName } from './components.ts'
import * as examples from './examples.ts'
import type { Success } from './operation.ts'

/** A page of a list (D22), with one item in the example. */
export function onePage(schema: SchemaName, item: unknown): Success {
  return {
    status: 200,
    description: 'One page.',
    schema,
    examples: { 'last page': examples.lastPage(item) },
  }
}

export const WEBHOOK_EVENT: Success = {
  status: 200,
  description: 'The event, its body and a page of its attempts, the oldest of them first.',
  schema: 'WebhookEventDetail',
  examples: { delivered: examples.eventDetail },
}

export const DUE_WEBHOOK_EVENT: Success = {
  status: 200,
  description: 'The event, due again.',
  schema: 'WebhookEventDetail',
  examples: { due: examples.dueEventDetail },
}

export const REDELIVERED: Success = {
  status: 200,
  description: 'How many events are due again.',
  schema: 'Redelivered',
  examples: { some: { count: 17 } },
}
