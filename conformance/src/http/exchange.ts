import type { FailureReason } from './failure-of.ts'
import type { HttpAnswer } from './send.ts'

/** The endpoint of a request; `other` is a request that the platform never makes. */
export type Purpose = 'lookup' | 'webhook' | 'other'

/** One request as it was sent. A secret is replaced by its name, such as `<API_SECRET>`. */
export type SentRequest = {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** The body as text, cut when long; null when none was sent. */
  body: string | null
}

/** The response to a request, or why there was no response. */
export type ReceivedAnswer =
  | {
      kind: 'response'
      status: number
      headers: [name: string, value: string][]
      /** The body as text, cut when long. */
      body: string
      durationMs: number
    }
  | { kind: 'failure'; reason: FailureReason; message: string; durationMs: number }

/** One request and its answer: complete for the checks, and as the report shows it. */
export type Exchange = {
  purpose: Purpose
  answer: HttpAnswer
  /** The parsed body; null when it is missing or not JSON. */
  json: { value: unknown } | null
  sent: SentRequest
  received: ReceivedAnswer
  /**
   * The first characters of the correct signatures, in hexadecimal and base64. Empty when the request
   * had a correct one: a partner may repeat a header.
   */
  expectedSignatures: readonly string[]
}

/** The longest body in a report, in UTF-16 units. */
const BODY_SHOWN_MAX = 2_000

export const exchangeOf = (
  purpose: Purpose,
  sent: SentRequest,
  answer: HttpAnswer,
  expectedSignatures: readonly string[] = [],
): Exchange => {
  if (!answer.ok) {
    const { reason, message, durationMs } = answer
    const received: ReceivedAnswer = { kind: 'failure', reason, message, durationMs }
    return { purpose, answer, json: null, sent, received, expectedSignatures }
  }
  const text = new TextDecoder().decode(answer.body)
  const { status, headers, durationMs } = answer
  const received: ReceivedAnswer = {
    kind: 'response',
    status,
    headers,
    body: shownBody(text),
    durationMs,
  }
  return { purpose, answer, json: parsed(text), sent, received, expectedSignatures }
}

/** The body, cut to the length that a report shows. */
export const shownBody = (text: string): string => {
  if (text.length <= BODY_SHOWN_MAX) return text
  return `${text.slice(0, BODY_SHOWN_MAX).toWellFormed()}… (${text.length} characters)`
}

/** The value of a response header, joined by commas when repeated; null without one. */
export const headerOf = ({ answer }: Exchange, name: string): string | null => {
  if (!answer.ok) return null
  const values = answer.headers.filter(([found]) => found === name).map(([, value]) => value)
  return values.length === 0 ? null : values.join(', ')
}

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}
