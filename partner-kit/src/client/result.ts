/** What a call of the platform comes to: a union to branch on, never an exception. */
import type {
  ErrorCodeOf,
  Issue,
  PARTNER_QR_CODES,
  PARTNER_STATUS,
  PaymentStatus,
  QrConfig,
} from '@wasl/protocol'

/**
 * Why there is no answer to go by, where the platform did not name the reason itself.
 *
 * - `network`: no connection, or it broke off.
 * - `timeout`: the time for the call ran out.
 * - `aborted`: the caller's own signal.
 * - `bad_response`: something was answered that the platform would not say: a redirect, a page of a
 *   proxy, too many bytes, a body that is off the specification.
 */
export type TransportError = 'network' | 'timeout' | 'aborted' | 'bad_response'

/** What the Payment Status API answers with (section 7.2; D5, D8). */
export type StatusErrorCode = ErrorCodeOf<typeof PARTNER_STATUS.readPaymentStatus>

/** What the Static QR Code API answers with (section 7.2; D18). */
export type QrConfigErrorCode = ErrorCodeOf<typeof PARTNER_QR_CODES.setQrConfig>

/** What is left of the partner's quota, as the header `RateLimit` says (D5). */
export type RateLimit = {
  /** Calls that would be answered now. */
  remaining: number
  /** In how long at least one more will be. */
  resetMs: number
}

export type ClientFailure<Code extends string = string> = {
  ok: false
  /** A code of the platform, also one that this version does not know; or a `TransportError`. */
  error: Code | TransportError | (string & {})
  /** The HTTP status, or null when none came. */
  status: number | null
  /** For the operator's support: the platform has this id in its logs. Null when none came. */
  requestId: string | null
  /** What was wrong and what to do, for people: the platform's own sentence where there is one. */
  message: string
  /** What the platform found wrong field by field, on `VALIDATION400`. */
  details: Issue[]
  /** How long the platform asked to wait (`Retry-After`), at most 24 h; null when it did not. */
  retryAfterMs: number | null
  /** How many requests were sent; 0 when the arguments were refused before any was. */
  attempts: number
}

export type ClientSuccess<Data> = {
  ok: true
  data: Data
  requestId: string | null
  /** Null where the endpoint has no quota. */
  rateLimit: RateLimit | null
  attempts: number
}

export type StatusResult = ClientSuccess<PaymentStatus> | ClientFailure<StatusErrorCode>

export type QrConfigResult = ClientSuccess<QrConfig> | ClientFailure<QrConfigErrorCode>
