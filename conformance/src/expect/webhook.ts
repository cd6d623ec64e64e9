/** The expected answers to a webhook (sections 2.5 and 4.2; D14). */
import { passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf } from '../json.ts'
import { malformed, mismatch } from './lookup.ts'
import type { Trial } from './lookup.ts'

const ACKNOWLEDGEMENT = 'HTTP 200 with {"success":true}'

/** HTTP 200 with a JSON object whose `success` is true. */
export const isAcknowledged = ({ answer, json }: Exchange): boolean =>
  answer.ok && answer.status === 200 && fieldOf(json?.value, 'success') === true

export const expectAcknowledged = (trial: Trial): Finding => {
  const { exchange } = trial
  if (isAcknowledged(exchange)) return passed(exchange)
  const { answer, json } = exchange
  const success = fieldOf(json?.value, 'success')
  // The partner accepted the event; only its answer is wrong.
  const answered = { ...trial, remedy: '' }
  if (answer.ok && success === true) {
    return mismatch(answered, ACKNOWLEDGEMENT, 'The body is correct: send it with status 200.')
  }
  if (!answer.ok || answer.status !== 200) return mismatch(trial, ACKNOWLEDGEMENT)
  const wrong =
    success === undefined
      ? 'Answer with the JSON object {"success":true} and nothing else.'
      : 'The value of "success" must be the boolean true, not a number or a text.'
  return malformed(trial, ACKNOWLEDGEMENT) ?? mismatch(answered, ACKNOWLEDGEMENT, wrong)
}

/**
 * A status of 400 to 499. The specification names no status for a wrong signature or timestamp; the
 * partner kit answers 401 UNAUTHORIZED.
 */
export const expectRefused = (trial: Trial): Finding => {
  const { answer } = trial.exchange
  if (answer.ok && answer.status >= 400 && answer.status < 500) return passed(trial.exchange)
  const expected = 'a refusal, such as HTTP 401 with {"error":"UNAUTHORIZED","errorMessage":"…"}'
  if (answer.ok && answer.status >= 500) {
    return mismatch(
      trial,
      expected,
      'Your code threw an error instead of refusing: validate a header before you use it.',
    )
  }
  return mismatch(trial, expected)
}

/** Acknowledged or refused; a note says which. */
export const expectEither = (trial: Trial, whatItIs: string): Finding => {
  if (isAcknowledged(trial.exchange)) return passed(trial.exchange, `${whatItIs} is accepted.`)
  const refused = expectRefused(trial)
  if (refused.outcome !== 'passed') return refused
  return passed(trial.exchange, `${whatItIs} is refused, which is also correct.`)
}
