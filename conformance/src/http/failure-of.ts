import { errors } from 'undici'

/** Why a request has no usable response. */
export type FailureReason =
  | 'refused'
  | 'unknown_host'
  | 'tls'
  | 'reset'
  | 'timeout'
  | 'too_large'
  | 'not_http'
  | 'aborted'
  | 'unreachable'

const BY_CODE: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'not_http',
}

// OpenSSL's and Node.js' codes for a certificate that is not trusted.
const TLS = /^ERR_(?:TLS|SSL)_|CERT|SIGNATURE|ISSUER/

const SENTENCES: Readonly<Record<FailureReason, string>> = {
  refused: 'the connection was refused: nothing listens there',
  unknown_host: 'the host name is unknown',
  tls: 'no trusted TLS connection is possible',
  reset: 'the connection was closed before the answer was complete',
  timeout: 'the answer did not arrive in time',
  too_large: 'the answer is too large',
  not_http: 'the answer is not a valid HTTP/1.1 response',
  aborted: 'the run was stopped',
  unreachable: 'the host cannot be reached',
}

/** Maps an error of the network or of undici to a reason and a sentence part. */
export const failureOf = (error: unknown): { reason: FailureReason; message: string } => {
  const code = codeOf(error)
  const reason = reasonOf(error, code)
  return { reason, message: code === '' ? SENTENCES[reason] : `${SENTENCES[reason]} (${code})` }
}

const reasonOf = (error: unknown, code: string): FailureReason => {
  if (error instanceof errors.HTTPParserError) return 'not_http'
  const known = BY_CODE[code]
  if (known !== undefined) return known
  return TLS.test(code) ? 'tls' : 'unreachable'
}

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
