/** What a webhook must be answered with (sections 2.5 and 4.2; D14). */
import { passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf } from '../json.ts'
import { malformed, mismatch } from './lookup.ts'
import type { Asked } from './lookup.ts'

const ACKNOWLEDGEMENT = 'HTTP 200 with {"success":true}'

/** Exactly HTTP 200, and a JSON object whose `success` is true. */
export const isAcknowledged = ({ answer, json }: Exchange): boolean =>
  answer.ok && answer.status === 200 && fieldOf(json?.value, 'success') === true

export const expectAcknowledged = (asked: Asked): Finding => {
  const { exchange } = asked
  if (isAcknowledged(exchange)) return passed(exchange)
  const { answer, json } = exchange
  const success = fieldOf(json?.value, 'success')
  // The event was taken, so that only the answer is to be changed.
  const answered = { ...asked, remedy: '' }
  if (answer.ok && success === true) {
    return mismatch(answered, ACKNOWLEDGEMENT, `The body is right: send it with status 200.`)
  }
  if (!answer.ok || answer.status !== 200) return mismatch(asked, ACKNOWLEDGEMENT)
  const wrong =
    success === undefined
      ? 'Answer with the JSON object {"success":true}, and nothing before or after it.'
      : 'The value of "success" is the boolean true, not a number or a text.'
  return malformed(asked, ACKNOWLEDGEMENT) ?? mismatch(answered, ACKNOWLEDGEMENT, wrong)
}

/**
 * Refused as the sender's fault: a status of 400 to 499. The specification fixes none for a wrong
 * signature or timestamp; 401 UNAUTHORIZED is what the partner kit answers.
 */
export const expectRefused = (asked: Asked): Finding => {
  const { answer } = asked.exchange
  if (answer.ok && answer.status >= 400 && answer.status < 500) return passed(asked.exchange)
  const expected = 'a refusal, such as HTTP 401 with {"error":"UNAUTHORIZED","errorMessage":"…"}'
  if (answer.ok && answer.status >= 500) {
    return mismatch(
      asked,
      expected,
      'Your code broke on it instead of refusing it: check the form of a header before you use it.',
    )
  }
  return mismatch(asked, expected)
}

/** Either is right; which one it was is worth a note. */
export const expectEither = (asked: Asked, whatItIs: string): Finding => {
  if (isAcknowledged(asked.exchange)) return passed(asked.exchange, `${whatItIs} is accepted.`)
  const refused = expectRefused(asked)
  if (refused.outcome !== 'passed') return refused
  return passed(asked.exchange, `${whatItIs} is refused, which is as good.`)
}
