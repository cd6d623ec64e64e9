import { breakdownAddsUp, decodeReference } from '@wasl/protocol'
import { errorAnswer, jsonAnswer, unauthorizedAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { checkAuthorization } from './authorization.ts'
import type { Incoming } from './incoming.ts'
import { readLookupAnswer } from './lookup-answer.ts'
import type { LookupAnswerResult } from './lookup-answer.ts'
import type { Settings } from './settings.ts'
import { refusalMessage } from './refusal.ts'
import type { WebhookRefusal } from './refusal.ts'
import { checkTimestamp } from './timestamp.ts'
import { within } from './within.ts'

/** The platform's limit for an answer (D11). */
const ANSWER_BYTES_MAX = 256 * 1024

type LookupSettings = Omit<Settings<never>, 'on' | 'dedupe'>

/** `GET {API_URL}/{reference}` (section 4.1). Checks both headers before it calls `lookup`. */
export const answerLookup = async (
  settings: LookupSettings,
  incoming: Incoming,
  segment: string,
): Promise<Answer> => {
  const refusal = refusalOf(settings, incoming)
  if (refusal !== null) {
    const message = refusalMessage(refusal, settings.toleranceSeconds)
    settings.log({ level: 'warn', code: 'lookup_refused', message })
    return unauthorizedAnswer(message)
  }
  const reference = decodeReference(segment)
  if (reference === null) {
    // No partner can have such a reference (D1).
    const message = 'The path is not a valid reference; lookup was not called.'
    settings.log({ level: 'warn', code: 'lookup_refused', message })
    return errorAnswer('NOT_FOUND')
  }
  const result = await lookUp(settings, reference)
  return result === null
    ? errorAnswer('SERVICE_UNAVAILABLE')
    : answerOf(settings, reference, result)
}

const refusalOf = (settings: LookupSettings, incoming: Incoming): WebhookRefusal | null => {
  const { secrets, nowSeconds, toleranceSeconds } = settings
  const header = incoming.headers.get('authorization')
  const authorization = checkAuthorization(header, secrets.apiSecretBlocks)
  if (!authorization.ok) return authorization.reason
  const timestamp = incoming.headers.get('x-timestamp')
  const fresh = checkTimestamp(timestamp, nowSeconds(), toleranceSeconds)
  return fresh.ok ? null : fresh.reason
}

/** The result of the partner's `lookup`; null when it threw or timed out. */
const lookUp = async (
  settings: LookupSettings,
  reference: string,
): Promise<LookupAnswerResult | null> => {
  const { log, lookupTimeoutMs } = settings
  const controller = new AbortController()
  const result = await within(callLookup(settings, reference, controller.signal), lookupTimeoutMs)
  if (!result.late) return result.value
  controller.abort()
  const message = `lookup took more than ${lookupTimeoutMs} ms, and the platform waits only 5 s.`
  log({ level: 'error', code: 'lookup_too_slow', reference, message })
  return null
}

const callLookup = async (
  settings: LookupSettings,
  reference: string,
  signal: AbortSignal,
): Promise<LookupAnswerResult | null> => {
  try {
    return readLookupAnswer(await settings.lookup(reference, { signal }), reference)
  } catch (error) {
    const message = 'lookup threw; the platform received 503 SERVICE_UNAVAILABLE.'
    settings.log({ level: 'error', code: 'lookup_failed', reference, message, error })
    return null
  }
}

const answerOf = (
  settings: LookupSettings,
  reference: string,
  result: LookupAnswerResult,
): Answer => {
  const { log } = settings
  if (result.status === 'invalid') return invalidAnswer(settings, reference, result.problem)
  const message = `Answered the lookup: ${result.status}.`
  if (result.status !== 'payable') {
    log({ level: 'info', code: 'lookup_answered', reference, message })
    return errorAnswer(ERROR_OF[result.status])
  }
  const answer = jsonAnswer(200, result.details)
  const bytes = Buffer.byteLength(answer.body)
  if (bytes > ANSWER_BYTES_MAX) {
    const problem = `expected at most ${ANSWER_BYTES_MAX} bytes in total, received ${bytes}`
    return invalidAnswer(settings, reference, problem)
  }
  if (!breakdownAddsUp(result.details)) {
    const warning =
      'The values of amount_detail do not add up to total_amount. The payment continues with ' +
      'total_amount, and the platform records a warning.'
    log({ level: 'warn', code: 'lookup_breakdown_does_not_add_up', reference, message: warning })
  }
  log({ level: 'info', code: 'lookup_answered', reference, message })
  return answer
}

const ERROR_OF = {
  not_found: 'NOT_FOUND',
  already_paid: 'ALREADY_PAID',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const

const invalidAnswer = (settings: LookupSettings, reference: string, problem: string): Answer => {
  const message =
    `lookup returned an invalid answer: ${problem}. ` +
    'The platform received 503 SERVICE_UNAVAILABLE.'
  settings.log({ level: 'error', code: 'lookup_answer_invalid', reference, message })
  return errorAnswer('SERVICE_UNAVAILABLE')
}
