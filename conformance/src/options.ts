import type { Progress } from './report.ts'

/**
 * References of the partner that stand for a case each. A check whose reference is not given is
 * skipped, and says so. What is sent about each:
 *
 * - `payable`, `odd`: lookups, forged events, and true `payment.initialized` and `payment.fail` of
 *   payments that never were; it stays payable when the partner is honest
 * - `paid`, `unavailable`: lookups
 * - `unknown`: lookups; one is made up unless given
 * - `pay`, one to three of them: is paid for good, by a true `payment.success`. Give what may be
 *   sacrificed. The second is for a payment in the usual order of its events, the third for a payment
 *   of a wrong amount
 * - `qr`: the token of a static QR code. True events of two payments by it, of references that the
 *   run makes up as the platform does; one succeeds, so a sale of 10 dinars is recorded for good
 *
 * Many partners have no QR codes. Without `qr` its checks are no part of the run, so that it is
 * complete without them; when `only` names them, they are skipped and say so.
 */
export type References = {
  /** Can be paid: answered with 200 and payment details. */
  payable?: string | undefined
  /** Was paid: answered with 409 ALREADY_PAID. */
  paid?: string | undefined
  /** Known to nobody: answered with 404 NOT_FOUND. */
  unknown?: string | undefined
  /** Cannot be served at the moment: answered with 503 SERVICE_UNAVAILABLE. */
  unavailable?: string | undefined
  /** Can be paid, and will be: for the checks of `payment.success`. */
  pay?: string | readonly string[] | undefined
  /** The token of one of the partner's static QR codes: a sale by it will be recorded. */
  qr?: string | undefined
  /** Can be paid, and hold Arabic, spaces, slashes or the like. */
  odd?: readonly string[] | undefined
}

/** A correctly signed webhook that was refused. */
export type RefusedWebhook = {
  body: Uint8Array
  timestamp: string
  eventId: string
  hmacSecrets: readonly [string, ...string[]]
  apiSecrets: readonly string[]
}

/** A signature that somebody computes by mistake, and what the mistake is, as sentences. */
export type SignatureMistake = { signature: string; cause: string }

export type CertifyOptions = {
  /** Lookups are GET {apiUrl}/{reference}. */
  apiUrl: string
  /** `{apiUrl}/webhooks/platform` unless given (D12). */
  webhookUrl?: string | undefined
  /** The API secret, or all that are in force while a rotation overlaps. */
  apiSecret: string | readonly string[]
  /** The HMAC secret, or all that are in force while a rotation overlaps. */
  hmacSecret: string | readonly string[]
  references?: References | undefined
  /** The longest that one answer may take; 5 000 for a lookup and 10 000 for a webhook unless given. */
  timeoutMs?: number | undefined
  /** The longest that the run may take, 300 000 unless given; what is left then is skipped. */
  runTimeoutMs?: number | undefined
  /** Ids of checks, or names of groups: nothing else is run. */
  only?: readonly string[] | undefined
  /** Ids of checks, or names of groups, that are not run. */
  skip?: readonly string[] | undefined
  /** Told when a check begins and when it is finished. */
  onCheck?: ((progress: Progress) => void) | undefined
  /**
   * More mistakes than the run knows itself: each signature is tried when the right one is refused, in
   * this order, and the cause of the one that is accepted is told.
   */
  signatureMistakes?: ((webhook: RefusedWebhook) => Iterable<SignatureMistake>) | undefined
  /** Ends the run early: what is left is skipped, and the report comes all the same. */
  signal?: AbortSignal | undefined
}
