import { errorCodeOf, isDatabaseUnavailable } from '../../base/database/errors.ts'
import { Overloaded } from '../../base/database/overloaded.ts'
import { ApiError } from '../../base/api-error.ts'

/** Long enough for a failover to begin, short enough that callers wait for it. */
const DATABASE_UNAVAILABLE_RETRY_SECONDS = 5
const OVERLOADED_RETRY_SECONDS = 1

/**
 * Turns anything that was thrown into the refusal to answer with. What is neither a refusal, nor a
 * fault in the request, nor an unavailable database is a bug: SERVER500_INTERNAL, which tells the
 * caller nothing about it.
 */
export const apiErrorOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof Overloaded) return unavailable(OVERLOADED_RETRY_SECONDS)
  if (!(error instanceof Error)) return new ApiError('SERVER500_INTERNAL')
  const code = errorCodeOf(error)
  if (isBrokenOff(code, error.message)) return bodyTooShort()
  if (isDatabaseUnavailable(error)) return unavailable(DATABASE_UNAVAILABLE_RETRY_SECONDS)
  return apiErrorOfFramework(code) ?? new ApiError('SERVER500_INTERNAL')
}

const unavailable = (retryAfterSeconds: number): ApiError =>
  new ApiError('SERVER503_UNAVAILABLE', { headers: { 'retry-after': String(retryAfterSeconds) } })

/** Fastify's own refusals before a route runs. */
const apiErrorOfFramework = (code: string): ApiError | null => {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('REQUEST413_TOO_LARGE')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('REQUEST415_UNSUPPORTED_MEDIA_TYPE')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return malformed('', 'expected a body of valid JSON in UTF-8')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return bodyTooShort()
    case 'FST_ERR_BAD_URL':
      return malformed('path', 'expected a path in valid percent-encoding')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return malformed('path', 'expected shorter segments in the path')
    default:
      return null
  }
}

const malformed = (path: string, message: string): ApiError =>
  new ApiError('VALIDATION400', { details: [{ path, message }] })

const bodyTooShort = (): ApiError => malformed('', 'expected a body as long as Content-Length says')

/** Whether the sender disconnected in the middle of the body. */
const isBrokenOff = (code: string, message: string): boolean =>
  code === 'ECONNRESET' && message === 'aborted'
