/** What the kit tells the partner's own log. The kit never prints anything itself. */

/** Every kind of entry, so that a log or an alert can be keyed on it. */
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
 * `info`: as it should be. `warn`: a request was refused, or something deserves a look. `error`: the
 * partner's own side failed and somebody has to mend it.
 *
 * No entry holds a secret, and no text in it that came from an unauthenticated request is longer
 * than a reference or has control characters.
 */
export type PartnerLogEntry = {
  level: 'info' | 'warn' | 'error'
  code: PartnerLogCode
  /** A sentence for people: what happened, and what to do when something is wrong. */
  message: string
  /** The reference that was looked up, or that the event is about. */
  reference?: string
  /** The kind of the event, such as `payment.success`. */
  event?: string
  paymentId?: string
  /** The platform's `X-Event-Id`: the same on every attempt, unsigned, for support only. */
  eventId?: string
  /** What the partner's own function threw. */
  error?: unknown
}

export type PartnerLog = (entry: PartnerLogEntry) => void

/** The hook made harmless: a log that throws must not turn a payment's answer into an error. */
export const safeLog = <Entry>(
  hook: ((entry: Entry) => void) | undefined,
): ((entry: Entry) => void) => {
  if (hook === undefined) return () => {}
  return (entry) => {
    try {
      const returned: unknown = hook(entry)
      // An async hook is allowed by TypeScript; its rejection would end the process.
      if (returned instanceof Promise) returned.catch(() => {})
    } catch {
      // Nowhere is left to tell it.
    }
  }
}
