import type { Progress } from './report.ts'

/**
 * One reference of the partner for each case. A check whose reference is missing is skipped. The run
 * sends:
 *
 * - `payable`, `odd`: lookups, forged events, and correctly signed `payment.initialized` and
 *   `payment.fail` of payments that do not exist. A correct partner leaves the reference payable.
 * - `paid`, `unavailable`: lookups
 * - `unknown`: lookups; default: a random reference
 * - `pay`, one to three references: a correctly signed `payment.success` each. Afterwards they are
 *   paid. The second is for a payment whose events come in order, the third for a wrong amount.
 * - `qr`, the token of a static QR code: correctly signed events of two payments. One succeeds, so
 *   the partner records a sale of 10 dinars.
 *
 * Many partners have no QR codes. Without `qr` its checks are not part of the run, and the run is
 * still complete. When `only` names them, they are skipped.
 */
export type References = {
  /** Its lookup answers 200 with payment details. */
  payable?: string | undefined
  /** Its lookup answers 409 ALREADY_PAID. */
  paid?: string | undefined
  /** Its lookup answers 404 NOT_FOUND. */
  unknown?: string | undefined
  /** Its lookup answers 503 SERVICE_UNAVAILABLE. */
  unavailable?: string | undefined
  /** Payable now, paid after the run. */
  pay?: string | readonly string[] | undefined
  /** The token of one of the partner's static QR codes. The run records a sale by it. */
  qr?: string | undefined
  /** Payable references with Arabic, spaces, slashes or the like. */
  odd?: readonly string[] | undefined
}

/** A correctly signed webhook that the partner refused. */
export type RefusedWebhook = {
  body: Uint8Array
  timestamp: string
  eventId: string
  hmacSecrets: readonly [string, ...string[]]
  apiSecrets: readonly string[]
}

/** The signature that a mistaken implementation computes, and the mistake in sentences. */
export type SignatureMistake = { signature: string; cause: string }

export type CertifyOptions = {
  /** Lookups are GET {apiUrl}/{reference}. */
  apiUrl: string
  /** Default: `{apiUrl}/webhooks/platform` (D12). */
  webhookUrl?: string | undefined
  /** The API secret, or all valid ones during a rotation. */
  apiSecret: string | readonly string[]
  /** The HMAC secret, or all valid ones during a rotation. */
  hmacSecret: string | readonly string[]
  references?: References | undefined
  /** The price of `payable` in dinars. The lookup must answer it. */
  amount?: number | undefined
  /** Limit for one answer. Default: 5 000 for a lookup, 10 000 for a webhook. */
  timeoutMs?: number | undefined
  /** Limit for the run; the remaining checks are skipped. Default: 300 000. */
  runTimeoutMs?: number | undefined
  /** Ids of checks or names of groups. Only these run. */
  only?: readonly string[] | undefined
  /** Ids of checks or names of groups. These do not run. */
  skip?: readonly string[] | undefined
  /** Called when a check starts and when it finishes. */
  onCheck?: ((progress: Progress) => void) | undefined
  /**
   * More mistakes to try when the partner refuses a correct signature. They are tried in this order;
   * the report shows the cause of the first signature that the partner accepts.
   */
  signatureMistakes?: ((webhook: RefusedWebhook) => Iterable<SignatureMistake>) | undefined
  /** Ends the run early. The remaining checks are skipped; the report is still returned. */
  signal?: AbortSignal | undefined
}
