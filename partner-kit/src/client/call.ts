import type { Operation } from '@wasl/protocol'
import { wholeNumber } from '../option-checks.ts'
import { wait } from '../wait.ts'
import { sendOnce } from './attempt.ts'
import type { ClientLogEntry, ClientOperation } from './log.ts'
import type { CallOptions } from './options.ts'
import { resultOf } from './read-answer.ts'
import type { Schema } from './read-answer.ts'
import type { ClientFailure, ClientSuccess } from './result.ts'
import { mayRetry, retryWaitMs } from './retry.ts'
import type { Repeatable } from './retry.ts'
import { RETRY_LIMITS } from './settings.ts'
import type { ClientSettings } from './settings.ts'

export type Call<Data> = {
  /** For the log. */
  name: ClientOperation
  /** The reference or the token, for the log. */
  subject: string
  /** From the contract: the method and the schema of the answer. */
  operation: Pick<Operation, 'method'> & { answer: { schema: Schema<Data> } }
  url: string
  body?: unknown
  repeatable: Repeatable
}

/**
 * Sends a request until it gets a usable answer or runs out of retries or time. One deadline covers
 * all attempts and waits. It does not start a wait that exceeds the deadline.
 */
export const callPlatform = async <Data>(
  settings: ClientSettings,
  call: Call<Data>,
  { signal, retries: retriesMax = settings.retries }: CallOptions,
): Promise<ClientSuccess<Data> | ClientFailure> => {
  const retries = wholeNumber(call.name, 'retries', retriesMax, RETRY_LIMITS)
  const { method, answer } = call.operation
  const json = call.body === undefined ? null : JSON.stringify(call.body)
  const request = { method, url: call.url, json }
  const deadlineMs = performance.now() + settings.timeoutMs
  for (let attempts = 1; ; attempts += 1) {
    const leftMs = deadlineMs - performance.now()
    const attemptMs = Math.max(1, Math.min(settings.attemptTimeoutMs, leftMs))
    const attempt = await sendOnce(settings, request, attemptMs, signal)
    const wasSent =
      attempt.kind === 'answered' || !(attempt.error === 'aborted' && attempt.neverSent)
    const result = resultOf(settings, answer.schema, attempt, wasSent ? attempts : attempts - 1)
    if (result.ok) {
      settings.log(entryOf(call, attempts, 'call_answered', result))
      return result
    }
    const waitMs = retryWaitMs(attempts, result.retryAfterMs, Math.random())
    const hasTime = performance.now() + waitMs < deadlineMs
    if (attempts > retries || !hasTime || !mayRetry(attempt, call.repeatable)) {
      settings.log(entryOf(call, attempts, 'call_failed', result))
      return result
    }
    settings.log({ ...entryOf(call, attempts, 'call_retried', result), waitMs })
    // If the signal aborts the wait, the next attempt sends nothing and returns `aborted`.
    await wait(waitMs, signal)
  }
}

const entryOf = <Data>(
  { name: operation, subject }: Call<Data>,
  attempt: number,
  code: ClientLogEntry['code'],
  result: ClientSuccess<Data> | ClientFailure,
): ClientLogEntry => {
  const common = { code, operation, subject, attempt, requestId: result.requestId }
  if (result.ok) return { ...common, level: 'info', message: 'Answered.', status: 200 }
  const { message, status, error } = result
  return { ...common, level: 'warn', message, status, error }
}
