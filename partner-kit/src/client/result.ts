/** The results of calls: a discriminated union, never an exception. */
import type {
  ErrorCodeOf,
  Issue,
  JsonOf,
  ListPaymentsError,
  PartnerPaymentList,
  PARTNER_QR_CODES,
  PARTNER_STATEMENTS,
  PARTNER_STATUS,
  PaymentStatus,
  QrConfig,
} from '@wasl/protocol'

/**
 * A failure without an error code of the platform.
 *
 * - `network`: the connection failed.
 * - `timeout`: the call took too long.
 * - `aborted`: the caller's signal aborted the call.
 * - `bad_response`: the answer does not match the specification: a redirect, a proxy's error page, too
 *   many bytes, a wrong body.
 */
export type TransportError = 'network' | 'timeout' | 'aborted' | 'bad_response'

/** The error codes of the Payment Status API (section 7.2; D5, D8). */
export type StatusErrorCode = ErrorCodeOf<typeof PARTNER_STATUS.readPaymentStatus>

/** The error codes of the Static QR Code API (section 7.2; D18). */
export type QrConfigErrorCode = ErrorCodeOf<typeof PARTNER_QR_CODES.setQrConfig>

/** The partner's remaining quota, from the header `RateLimit` (D5). */
export type RateLimit = {
  /** Calls that are left now. */
  remaining: number
  /** The time until at least one more call is allowed. */
  resetMs: number
}

export type ClientFailure<Code extends string = string> = {
  ok: false
  /** A code of the platform, possibly newer than this version, or a `TransportError`. */
  error: Code | TransportError | (string & {})
  /** The HTTP status, or null without an answer. */
  status: number | null
  /** The id in the platform's logs, for the operator's support; or null. */
  requestId: string | null
  /** What is wrong and what to do: the platform's message, if it sent one. */
  message: string
  /** One problem for each wrong field, on `VALIDATION400`. */
  details: Issue[]
  /** The wait that the platform asks for (`Retry-After`), at most 24 h; or null. */
  retryAfterMs: number | null
  /** The number of requests sent; 0 when the arguments are invalid. */
  attempts: number
}

export type ClientSuccess<Data> = {
  ok: true
  data: Data
  requestId: string | null
  /** Null for an endpoint without a quota. */
  rateLimit: RateLimit | null
  attempts: number
}

export type StatusResult = ClientSuccess<PaymentStatus> | ClientFailure<StatusErrorCode>

export type PaymentsResult = ClientSuccess<PartnerPaymentList> | ClientFailure<ListPaymentsError>

export type StatementsResult =
  | ClientSuccess<JsonOf<typeof PARTNER_STATEMENTS.listOwnStatements.answer>>
  | ClientFailure<ErrorCodeOf<typeof PARTNER_STATEMENTS.listOwnStatements>>

export type QrConfigResult = ClientSuccess<QrConfig> | ClientFailure<QrConfigErrorCode>
