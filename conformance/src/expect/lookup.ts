/** The expected answers to a lookup (sections 4.1 and 7.1). */
import { failed, passed } from '../finding.ts'
import type { Failed, Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf } from '../json.ts'
import { came } from './came.ts'
import { hintFor } from './hints.ts'
import { shapeRemedy } from './shape.ts'

/** A request under test. `what` is the subject of a sentence: `A lookup without X-Timestamp`. */
export type Trial = { exchange: Exchange; what: string; remedy: string }

const ERRORS = {
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'ALREADY_PAID',
  503: 'SERVICE_UNAVAILABLE',
}

export type PartnerStatus = keyof typeof ERRORS

/** The status and the error code of section 7.1, in the body of section 2.3. */
export const expectError = (trial: Trial, status: PartnerStatus): Finding => {
  const { exchange } = trial
  const { answer, json } = exchange
  const code = ERRORS[status]
  const expected = `HTTP ${status} with {"error":"${code}","errorMessage":"…"}`
  if (!answer.ok || answer.status !== status) return mismatch(trial, expected)
  const shape = malformed(trial, expected)
  if (shape !== null) return shape
  if (fieldOf(json?.value, 'error') !== code) {
    return mismatch(trial, expected, `Send the status and "error": "${code}" in the body, as JSON.`)
  }
  const message = fieldOf(json?.value, 'errorMessage')
  if (typeof message !== 'string' || message.trim() === '') {
    return mismatch(
      trial,
      expected,
      'Add "errorMessage" to the body: a sentence for people, not empty.',
    )
  }
  return passed(exchange)
}

/** Status 200. Other checks look at the fields. */
export const expectPayable = (trial: Trial): Finding => {
  const { answer } = trial.exchange
  if (answer.ok && answer.status === 200) return passed(trial.exchange)
  return mismatch(trial, 'HTTP 200 with the payment details')
}

/** Not paid: 200, or 503 from a partner that reserves the reference for an open payment (W54). */
export const expectUnpaid = (trial: Trial): Finding => {
  const { answer } = trial.exchange
  if (answer.ok && answer.status === 503) return passed(trial.exchange, 'It was answered with 503.')
  return expectPayable(trial)
}

/** Status 200 with a JSON object that has this reference. */
export const expectDetailsOf = (trial: Trial, reference: string): Finding => {
  const { exchange } = trial
  const { answer, json } = exchange
  const expected = `HTTP 200 with the payment details of ${JSON.stringify(reference)}`
  if (!answer.ok || answer.status !== 200) return mismatch(trial, expected)
  const shape = malformed(trial, expected)
  if (shape !== null) return shape
  if (fieldOf(json?.value, 'reference') !== reference) return mismatch(trial, expected)
  return passed(exchange)
}

/** Status 401 or 400. The specification names no status; the partner kit answers 401. */
export const expectTimestampRefused = (trial: Trial): Finding => {
  const { answer } = trial.exchange
  if (answer.ok && (answer.status === 401 || answer.status === 400)) return passed(trial.exchange)
  return mismatch(
    trial,
    'a refusal, such as HTTP 401 with {"error":"UNAUTHORIZED","errorMessage":"…"}',
  )
}

/** The failure of a body that is not a JSON object, under a correct status; null for an object. */
export const malformed = ({ exchange, what }: Trial, expected: string): Failed | null => {
  const remedy = shapeRemedy(exchange)
  return remedy === null ? null : mismatch({ exchange, what, remedy: '' }, expected, remedy)
}

/** The failure for an unexpected answer. Its remedy starts with `first`, or with a hint. */
export const mismatch = (
  { exchange, what, remedy }: Trial,
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
