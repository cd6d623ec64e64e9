import { Overloaded } from '../database/overloaded.ts'
import { ApiError } from './api-error.ts'

/** Long enough for a failover to begin, short enough that nobody gives up. */
const DATABASE_AWAY_RETRY_SECONDS = 5
const OVERLOADED_RETRY_SECONDS = 1

/**
 * Anything that was thrown, as the refusal to answer with. What is no refusal of ours, no fault of
 * the request and no absence of the database is a bug: SERVER500_INTERNAL, which tells the caller
 * nothing of it.
 */
export const apiErrorOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof Overloaded) return unavailable(OVERLOADED_RETRY_SECONDS)
  if (!(error instanceof Error)) return new ApiError('SERVER500_INTERNAL')
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (isBrokenOff(code, error.message)) return bodyTooShort()
  if (isDatabaseAway(code, error.message)) return unavailable(DATABASE_AWAY_RETRY_SECONDS)
  return apiErrorOfFramework(code) ?? new ApiError('SERVER500_INTERNAL')
}

const unavailable = (retryAfterSeconds: number): ApiError =>
  new ApiError('SERVER503_UNAVAILABLE', { headers: { 'retry-after': String(retryAfterSeconds) } })

/** What Fastify itself refuses before a route runs. */
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

/** Whoever sent the request went away in the middle of its body: Node's error, with a network's code. */
const isBrokenOff = (code: string, message: string): boolean =>
  code === 'ECONNRESET' && message === 'aborted'

/**
 * Connections that cannot be made or were lost; PostgreSQL starting, stopping, or read-only after a
 * failover; statements that took too long or waited too long for a lock, or lost a race for good.
 */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // This process has as many files and connections open as it may: no other can be made now.
  'EMFILE',
  'ENFILE',
  // A session whose statements were of before the schema changed: it is replaced.
  '0A000',
  '26000',
  '25006',
  '25P03',
  '25P04',
  '3D000',
  '40001',
  '40P01',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '58030',
])

/** Of the connection, turned away (another password since), and out of room: disk, memory, places. */
const DATABASE_AWAY_CLASSES = /^(?:08|28|53)[0-9A-Z]{3}$/

/** The PostgreSQL client has no codes for these. */
const CLIENT_MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^timeout expired/,
  /^Query read timeout/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Cannot use a pool after calling end/,
]

const isDatabaseAway = (code: string, message: string): boolean =>
  DATABASE_AWAY.has(code) ||
  DATABASE_AWAY_CLASSES.test(code) ||
  // The socket file of a server on this machine is gone.
  (code === 'ENOENT' && message.startsWith('connect ')) ||
  (code === '' && CLIENT_MESSAGES.some((pattern) => pattern.test(message)))
