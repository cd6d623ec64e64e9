import { errors } from 'undici'
import { isResourceExhausted } from './exhausted.ts'
import { NO_ADDRESS, REFUSED_ADDRESS } from './guarded-lookup.ts'
import type { FailureReason } from './outbound-types.ts'

export type Failure = { reason: FailureReason; message: string }

/** How far a call got, which its error does not tell. */
export type Phase = 'waiting' | 'connecting' | 'sent' | 'answering'

const BY_CODE: Readonly<Record<string, FailureReason>> = {
  [REFUSED_ADDRESS]: 'refused_address',
  [NO_ADDRESS]: 'dns',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  ECONNABORTED: 'connection',
  EPIPE: 'connection',
  EHOSTUNREACH: 'connection',
  EHOSTDOWN: 'connection',
  ENETUNREACH: 'connection',
  ENETDOWN: 'connection',
  EADDRNOTAVAIL: 'connection',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'connection',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
  UND_ERR_INVALID_ARG: 'bad_request',
  UND_ERR_NOT_SUPPORTED: 'bad_request',
}

// undici reports an unexpected 100 or 101 as a socket error with one of these messages.
const PROTOCOL_BREACH = /^bad (?:response|upgrade)$/

const CONNECTION_SENTENCES: Readonly<Record<Phase, string>> = {
  waiting: 'no connection could be made',
  connecting: 'no connection could be made',
  sent: 'the connection was closed before any answer',
  answering: 'the connection was closed in the middle of the answer',
}

/**
 * Translates an error of the network or of undici into one of our reasons and part of a sentence.
 */
export const failureOf = (error: Error, phase: Phase, isTls: boolean): Failure => {
  const code = codeOf(error)
  if (code === 'UND_ERR_SOCKET' && PROTOCOL_BREACH.test(error.message)) {
    return { reason: 'bad_response', message: 'the answer is not a response to this request' }
  }
  if (error instanceof errors.HTTPParserError) {
    // undici puts its parser's message in parentheses. It repeats nothing of the answer.
    const [why = ''] = /\([^()]*\)$/.exec(error.message) ?? []
    return { reason: 'bad_response', message: `the answer is not valid HTTP/1.1 ${why}`.trim() }
  }
  // If the request was partly sent, it may have arrived: then it is a broken connection like any
  // other.
  const isUnsent = phase === 'waiting' || phase === 'connecting'
  if (isUnsent && isResourceExhausted(error)) {
    return {
      reason: 'no_resources',
      message: `this machine has no file, port or memory left for a connection (${code})`,
    }
  }
  const reason = BY_CODE[code] ?? unknownReason(phase, isTls)
  return { reason, message: sentence(reason, error, code, phase) }
}

const sentence = (reason: FailureReason, error: Error, code: string, phase: Phase): string => {
  switch (reason) {
    case 'connection':
      return `${CONNECTION_SENTENCES[phase]}${code === '' ? '' : ` (${code})`}`
    case 'timeout':
      return `the network gave up waiting for the other side (${code})`
    case 'tls':
      return `no trusted TLS connection could be made (${code === '' ? error.name : code})`
    case 'too_large':
      return 'the headers of the answer are too large'
    case 'bad_response':
      return `the answer does not have the length that its headers say (${code})`
    default:
      return error.message
  }
}

/**
 * TLS errors have hundreds of codes. On the way to an https origin, any unknown code is one of
 * them.
 */
const unknownReason = (phase: Phase, isTls: boolean): FailureReason => {
  return phase === 'connecting' && isTls ? 'tls' : 'connection'
}

/** When every address of a host fails, Node.js wraps the errors; the first one counts. */
const codeOf = (error: Error): string => {
  const own = (error as NodeJS.ErrnoException).code
  if (own !== undefined) return own
  return error instanceof AggregateError && error.errors[0] instanceof Error
    ? codeOf(error.errors[0])
    : ''
}
