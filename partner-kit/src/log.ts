/** The entries of the log hook. The kit never prints anything itself. */

/** The kind of an entry, for filters and alerts. */
export type PartnerLogCode =
  | 'lookup_answered'
  | 'lookup_refused'
  | 'lookup_failed'
  | 'lookup_answer_invalid'
  | 'lookup_breakdown_does_not_add_up'
  | 'lookup_too_slow'
  | 'webhook_handled'
  | 'webhook_duplicate'
  | 'webhook_unknown_event'
  | 'webhook_without_handler'
  | 'webhook_refused'
  | 'webhook_body_already_read'
  | 'webhook_body_incomplete'
  | 'webhook_handler_failed'
  | 'webhook_dedupe_failed'
  | 'webhook_too_slow'
  | 'internal_error'

/**
 * `info`: normal operation. `warn`: a request was refused, or something needs attention. `error`: the
 * partner's own code or database failed and needs a fix.
 *
 * No entry contains a secret. Text from an unauthenticated request is at most as long as a reference
 * and has no control characters.
 */
export type PartnerLogEntry = {
  level: 'info' | 'warn' | 'error'
  code: PartnerLogCode
  /** What happened, and what to do if something is wrong. */
  message: string
  /** The reference of the lookup or of the event. */
  reference?: string
  /** The kind of the event, such as `payment.success`. */
  event?: string
  paymentId?: string
  /** The platform's `X-Event-Id`: the same on every attempt; unsigned, only for support. */
  eventId?: string
  /** The error that the partner's function threw. */
  error?: unknown
}

export type PartnerLog = (entry: PartnerLogEntry) => void

/** Wraps a log hook, so that its errors do not affect the answer. */
export const safeLog = <Entry>(
  hook: ((entry: Entry) => void) | undefined,
): ((entry: Entry) => void) => {
  if (hook === undefined) return () => {}
  return (entry) => {
    try {
      const returned: unknown = hook(entry)
      // TypeScript allows an async hook. Its rejection would end the process.
      if (returned instanceof Promise) returned.catch(() => {})
    } catch {
      // There is no other place to report it.
    }
  }
}
