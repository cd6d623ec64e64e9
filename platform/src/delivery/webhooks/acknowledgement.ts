import type { FailureReason, OutboundResult } from '../../base/outbound/outbound-types.ts'
import { partnerText, withoutSecret } from '../lookups/partner-text.ts'
import { sizeProblem } from '../../base/strict-json.ts'

/**
 * How an attempt ended. `acknowledged` is HTTP 200 with a JSON object whose `success` is true
 * (section 2.5, D14). A 2xx without it is `not_acknowledged`, so that a partner that acknowledges
 * incorrectly finds out. `not_sent` was claimed ahead of its turn and handed back, or this machine
 * lacked a resource to send it.
 */
export type Outcome =
  | 'acknowledged'
  | 'not_acknowledged'
  | 'http_status'
  | 'not_sent'
  | Exclude<FailureReason, 'no_resources'>

/**
 * Judges the answer to one attempt, with a sentence for people who investigate a failed delivery.
 *
 * @param secret the secret that was sent: removed from the sentence if the partner echoes it.
 */
export const judge = (
  result: OutboundResult,
  secret: string,
): { outcome: Outcome; error: string | null } => {
  if (!result.ok) {
    const outcome = result.reason === 'no_resources' ? 'not_sent' : result.reason
    return { outcome, error: result.message }
  }
  const { status, body } = result
  if (status < 200 || status > 299) {
    return {
      outcome: 'http_status',
      error: `expected HTTP 200 with {"success":true}, the partner answered HTTP ${status}`,
    }
  }
  const problem = status === 200 ? problemOf(body, secret) : `the status was ${status}, not 200`
  if (problem === null) return { outcome: 'acknowledged', error: null }
  return {
    outcome: 'not_acknowledged',
    error: `expected HTTP 200 with {"success":true} as JSON, but ${problem}`,
  }
}

/** Nearly every acknowledgement is exactly these bytes. */
export const ACKNOWLEDGEMENT = '{"success":true}'

const ACKNOWLEDGEMENT_BYTES = Buffer.from(ACKNOWLEDGEMENT)

export const isUsualAcknowledgement = (body: Buffer): boolean => body.equals(ACKNOWLEDGEMENT_BYTES)

const problemOf = (body: Buffer, secret: string): string | null => {
  if (isUsualAcknowledgement(body)) return null
  let parsed: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const problem = sizeProblem(text)
    if (problem !== null) return `the body is too large to be one: ${problem}`
    parsed = JSON.parse(text)
  } catch {
    return 'the body is not valid JSON'
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return 'the body is not a JSON object'
  }
  const success: unknown = Reflect.get(parsed, 'success')
  if (success === true) return null
  return success === undefined
    ? 'the body has no field "success"'
    : `the field "success" is ${shown(success, secret)}, not true`
}

const SHOWN_MAX = 40

/** Names objects instead of printing them: a deeply nested one cannot be printed. */
const shown = (value: unknown, secret: string): string => {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return partnerText(withoutSecret(JSON.stringify(value), secret)).slice(0, SHOWN_MAX)
}
