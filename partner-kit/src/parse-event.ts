import {
  EVENT_KINDS,
  describeIssues,
  webhookEnvelopeSchema,
  webhookEventSchema,
} from '@wasl/protocol'
import type { EventKind, Issue, WebhookEnvelope, WebhookEvent } from '@wasl/protocol'
import { issuesText } from './issues-text.ts'
import { isPlainEvent } from './plain-event.ts'
import type { BodyRefusal } from './refusal.ts'

export type ParsedEvent =
  | { ok: true; known: true; event: WebhookEvent }
  /** A kind that this release does not know: a newer platform may send one. */
  | { ok: true; known: false; event: WebhookEnvelope }
  | { ok: false; reason: BodyRefusal; problem?: string }

// JSON has no byte order mark (RFC 8259): keep it, so that the parser refuses it.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parses an event (section 2.4). Only for bytes with a verified signature. */
export const parseEvent = (body: Uint8Array): ParsedEvent => {
  let text: string
  try {
    text = strictUtf8.decode(body)
  } catch {
    return { ok: false, reason: 'not_utf8' }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not_json' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'not_an_object' }
  }
  return eventOf(value)
}

const eventOf = (value: { event?: unknown }): ParsedEvent => {
  if (isPlainEvent(value)) return { ok: true, known: true, event: value }
  if (!isEventKind(value.event)) {
    const envelope = webhookEnvelopeSchema.safeParse(value)
    if (!envelope.success) return malformed(describeIssues(envelope.error, value))
    return { ok: true, known: false, event: envelope.data }
  }
  const event = webhookEventSchema.safeParse(value)
  if (!event.success) return malformed(describeIssues(event.error, value))
  return { ok: true, known: true, event: event.data }
}

const isEventKind = (kind: unknown): kind is EventKind =>
  (EVENT_KINDS as readonly unknown[]).includes(kind)

const malformed = (issues: readonly Issue[]): ParsedEvent => ({
  ok: false,
  reason: 'malformed_event',
  problem: issuesText(issues),
})
