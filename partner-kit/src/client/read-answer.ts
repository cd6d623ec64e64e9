/** Converts an HTTP answer to a result. */
import { describeIssues, platformErrorSchema } from '@wasl/protocol'
import type { Issue } from '@wasl/protocol'
import { issuesText } from '../issues-text.ts'
import type { Attempt } from './attempt.ts'
import { platformText } from './platform-text.ts'
import { rateLimitOf } from './rate-limit.ts'
import type { ClientFailure, ClientSuccess } from './result.ts'
import { retryAfterMs } from './retry-after.ts'
import type { ClientSettings } from './settings.ts'

/** A schema of the protocol, without importing zod, which the kit does not depend on. */
export type Schema<Data> = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Data } | { success: false; error: SchemaError }
}

type SchemaError = Parameters<typeof describeIssues>[0]

type Answered = Extract<Attempt, { kind: 'answered' }>
type Failed = Extract<Attempt, { kind: 'failed' }>

/** The result of an attempt. Ignores unknown fields of the answer. */
export const resultOf = <Data>(
  settings: ClientSettings,
  schema: Schema<Data>,
  attempt: Attempt,
  attempts: number,
): ClientSuccess<Data> | ClientFailure => {
  if (attempt.kind === 'failed') return failureOf(settings, attempt, attempts)
  const { status, headers } = attempt
  const json = jsonOf(attempt.body)
  if (status !== 200) return refusalOf(settings, attempt, json, attempts)
  const parsed = schema.safeParse(json.value)
  const requestId = requestIdOf(headers, settings)
  if (json.ok && parsed.success) {
    return { ok: true, data: parsed.data, requestId, rateLimit: rateLimitOf(headers), attempts }
  }
  const problem =
    json.ok && !parsed.success ? problems(parsed.error, json.value) : 'it is not JSON in UTF-8'
  const message = `The platform's answer does not match the specification: ${problem}. Check baseUrl.`
  return {
    ...failure('bad_response', platformText(message, settings.apiKey)),
    status,
    requestId,
    attempts,
  }
}

/** Arguments that the platform would refuse are not sent, and cost nothing of the quota. */
export const notSent = (issues: Issue[]): ClientFailure => {
  const message = `The request was not sent: ${issuesText(issues)}.`
  return { ...failure('VALIDATION400', message), details: issues }
}

/** Any status but 200: the platform's own error (D4), or of something that stands before it. */
const refusalOf = (
  settings: ClientSettings,
  { status, headers }: Answered,
  json: Json,
  attempts: number,
): ClientFailure => {
  const { apiKey } = settings
  const common = { status, attempts, retryAfterMs: retryAfterMs(headers, settings.now()) }
  const parsed = platformErrorSchema.safeParse(json.value)
  if (!parsed.success || status < 400) {
    const message =
      `The answer was HTTP ${status} without an error of the platform. Something between may ` +
      `have given it, or baseUrl is not the platform's.`
    const requestId = requestIdOf(headers, settings)
    return { ...failure('bad_response', message), ...common, requestId }
  }
  const { error, errorMessage, requestId, details = [] } = parsed.data
  return {
    ...failure(platformText(error, apiKey), platformText(errorMessage, apiKey)),
    ...common,
    requestId: platformText(requestId, apiKey),
    details: details.slice(0, DETAILS_MAX).map(({ path, message }) => ({
      path: platformText(path, apiKey),
      message: platformText(message, apiKey),
    })),
  }
}

/** More than the platform ever sends. */
const DETAILS_MAX = 100

const failureOf = (settings: ClientSettings, attempt: Failed, attempts: number): ClientFailure => {
  const { status, headers } = attempt
  const requestId = headers === null ? null : requestIdOf(headers, settings)
  return { ...namedFailure(settings, attempt), status, requestId, attempts }
}

const namedFailure = (
  settings: ClientSettings,
  { error, status, cause }: Failed,
): ClientFailure => {
  switch (error) {
    case 'network': {
      const how = cause === null ? '' : ` (${platformText(cause, settings.apiKey)})`
      return failure('network', `The connection to the platform failed${how}.`)
    }
    case 'timeout':
      return failure('timeout', 'The platform did not answer in time.')
    case 'aborted':
      return failure('aborted', 'The signal aborted the call.')
    case 'too_large':
      return failure('bad_response', `The answer is larger than ${settings.bodyBytesMax} bytes.`)
    case 'redirected': {
      const message = `The answer is a redirect (HTTP ${status}). The client does not follow it, because it would send the key along. Give the redirect's target as baseUrl.`
      return failure('bad_response', message)
    }
    default:
      return error satisfies never
  }
}

const failure = (error: string, message: string): ClientFailure => ({
  ok: false,
  error,
  message,
  status: null,
  requestId: null,
  details: [],
  retryAfterMs: null,
  attempts: 0,
})

type Json = { ok: true; value: unknown } | { ok: false; value: undefined }

const jsonOf = (body: Uint8Array): Json => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, value: undefined }
  }
}

const problems = (error: SchemaError, value: unknown): string =>
  issuesText(describeIssues(error, value))

const requestIdOf = (headers: Headers, { apiKey }: ClientSettings): string | null => {
  const id = platformText(headers.get('x-request-id') ?? '', apiKey)
  return id === '' ? null : id
}
