import type { Received, Sent } from '../report.ts'
import type { HttpAnswer } from './send.ts'

/** Which of the two endpoints a request was for; `other` is one that the platform never makes. */
export type Purpose = 'lookup' | 'webhook' | 'other'

/** One request and what came for it: whole for the checks, and as the report shows it. */
export type Exchange = {
  purpose: Purpose
  answer: HttpAnswer
  /** The body read as JSON; null when there is none to read or it is not JSON. */
  json: { value: unknown } | null
  sent: Sent
  received: Received
  /**
   * The beginning of the signatures that would have been right, in hexadecimal and base64; empty when
   * the right one was sent, since a partner may repeat a header.
   */
  expectedSignatures: readonly string[]
}

/** How much of a body a report shows, in UTF-16 units. */
const BODY_SHOWN_MAX = 2_000

export function exchangeOf(
  purpose: Purpose,
  sent: Sent,
  answer: HttpAnswer,
  expectedSignatures: readonly string[] = [],
): Exchange {
  if (!answer.ok) {
    const { reason, message, durationMs } = answer
    const received: Received = { kind: 'failure', reason, message, durationMs }
    return { purpose, answer, json: null, sent, received, expectedSignatures }
  }
  const text = new TextDecoder().decode(answer.body)
  const { status, headers, durationMs } = answer
  const received: Received = {
    kind: 'response',
    status,
    headers,
    body: shownBody(text),
    durationMs,
  }
  return { purpose, answer, json: parsed(text), sent, received, expectedSignatures }
}

/** A body as a report shows it. */
export function shownBody(text: string): string {
  if (text.length <= BODY_SHOWN_MAX) return text
  return `${text.slice(0, BODY_SHOWN_MAX).toWellFormed()}… (${text.length} characters)`
}

/** The value of a header of the response, joined when it came several times; null without it. */
export function headerOf({ answer }: Exchange, name: string): string | null {
  if (!answer.ok) return null
  const values = answer.headers.filter(([found]) => found === name).map(([, value]) => value)
  return values.length === 0 ? null : values.join(', ')
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}
