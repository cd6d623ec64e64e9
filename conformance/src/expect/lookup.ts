/** What a lookup must be answered with (sections 4.1 and 7.1). */
import { failed, passed } from '../finding.ts'
import type { Failed, Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf } from '../json.ts'
import { came } from './came.ts'
import { hintFor } from './hints.ts'
import { shapeRemedy } from './shape.ts'

/** What was done, as the subject of a sentence: `A lookup without an Authorization header`. */
export type Asked = { exchange: Exchange; what: string; remedy: string }

const ERRORS = {
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'ALREADY_PAID',
  503: 'SERVICE_UNAVAILABLE',
}

export type PartnerStatus = keyof typeof ERRORS

/** The status and the error code of section 7.1, in the body of section 2.3. */
export const expectError = (asked: Asked, status: PartnerStatus): Finding => {
  const { exchange } = asked
  const { answer, json } = exchange
  const code = ERRORS[status]
  const expected = `HTTP ${status} with {"error":"${code}","errorMessage":"…"}`
  if (!answer.ok || answer.status !== status) return mismatch(asked, expected)
  const shape = malformed(asked, expected)
  if (shape !== null) return shape
  if (fieldOf(json?.value, 'error') !== code) {
    return mismatch(asked, expected, `Send the status and "error": "${code}" in the body, as JSON.`)
  }
  const message = fieldOf(json?.value, 'errorMessage')
  if (typeof message !== 'string' || message.trim() === '') {
    return mismatch(
      asked,
      expected,
      'Add "errorMessage" to the body: a sentence for people, not empty.',
    )
  }
  return passed(exchange)
}

/** 200: what is in the details is the concern of the checks of each field. */
export const expectPayable = (asked: Asked): Finding => {
  const { answer } = asked.exchange
  if (answer.ok && answer.status === 200) return passed(asked.exchange)
  return mismatch(asked, 'HTTP 200 with the payment details')
}

/**
 * Not paid: 200, or 503 from a partner that keeps the reference for a payment that is open. Section 7.1
 * allows 503 while a partner is temporarily unable to serve (W54).
 */
export const expectUnpaid = (asked: Asked): Finding => {
  const { answer } = asked.exchange
  if (answer.ok && answer.status === 503) return passed(asked.exchange, 'It was answered with 503.')
  return expectPayable(asked)
}

/** 200 with a JSON object that echoes the reference. */
export const expectDetailsOf = (asked: Asked, reference: string): Finding => {
  const { exchange } = asked
  const { answer, json } = exchange
  const expected = `HTTP 200 with the payment details of ${JSON.stringify(reference)}`
  if (!answer.ok || answer.status !== 200) return mismatch(asked, expected)
  const shape = malformed(asked, expected)
  if (shape !== null) return shape
  if (fieldOf(json?.value, 'reference') !== reference) return mismatch(asked, expected)
  return passed(exchange)
}

/**
 * Refused because of X-Timestamp: 401 or 400. The specification names no status for it; 401
 * UNAUTHORIZED is what the partner kit answers.
 */
export const expectTimestampRefused = (asked: Asked): Finding => {
  const { answer } = asked.exchange
  if (answer.ok && (answer.status === 401 || answer.status === 400)) return passed(asked.exchange)
  return mismatch(
    asked,
    'a refusal, such as HTTP 401 with {"error":"UNAUTHORIZED","errorMessage":"…"}',
  )
}

/**
 * A body of the wrong form under the right status: what to do about the form, and nothing else. Null
 * for a JSON object.
 */
export const malformed = ({ exchange, what }: Asked, expected: string): Failed | null => {
  const remedy = shapeRemedy(exchange)
  return remedy === null ? null : mismatch({ exchange, what, remedy: '' }, expected, remedy)
}

/** The sentence for an answer that is not the expected one, with the hint that it gives by itself. */
export const mismatch = (
  { exchange, what, remedy }: Asked,
  expected: string,
  first?: string,
): Failed => {
  const hint = first ?? hintFor(exchange)
  return failed(
    exchange,
    `${what} was answered with ${came(exchange)}. Expected: ${expected}.`,
    hint === null ? remedy : `${hint} ${remedy}`.trim(),
  )
}
