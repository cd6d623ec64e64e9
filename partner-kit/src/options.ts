/** The options of `createPartner`. */
import type { EventKind, WebhookEvent } from '@wasl/protocol'
import type { Dedupe } from './dedupe.ts'
import type { PartnerLog } from './log.ts'
import type { LookupAnswer } from './lookup-answer.ts'
import type { Secrets } from './secrets.ts'

export type LookupContext = {
  /** Aborts at the lookup timeout. Pass it to your own calls. */
  signal: AbortSignal
}

export type Lookup = (
  reference: string,
  context: LookupContext,
) => LookupAnswer | Promise<LookupAnswer>

/** The `data` of one kind of event (section 6, D15). */
export type EventData<Kind extends EventKind> = Extract<WebhookEvent, { event: Kind }>['data']

export type WebhookContext<Transaction = undefined> = {
  /** The dedupe store's transaction. It commits or rolls back your writes with the event's record. */
  transaction: Transaction
  /** The platform's `X-Event-Id`, or null. It is not signed: use it only for logs and support. */
  eventId: string | null
}

/** When it throws or rejects, the platform sends the event again later. */
export type WebhookHandler<Kind extends EventKind, Transaction = undefined> = (
  data: EventData<Kind>,
  context: WebhookContext<Transaction>,
) => void | Promise<void>

/** `payment.success` is required: it means that the payer paid. */
export type WebhookHandlers<Transaction = undefined> = {
  'payment.success': WebhookHandler<'payment.success', Transaction>
} & { [Kind in EventKind]?: WebhookHandler<Kind, Transaction> | undefined }

export type PartnerOptions<Transaction = undefined> = {
  /**
   * The API secret, or several during a rotation. The type allows `undefined`, so that you can pass
   * an environment variable; without a value, `createPartner` throws.
   */
  apiSecret: Secrets | undefined
  /** The HMAC secret, or several during a rotation. */
  hmacSecret: Secrets | undefined
  /** Returns what a reference costs, or why it cannot be paid. */
  lookup: Lookup
  /** A handler for each kind of event. */
  on: WebhookHandlers<Transaction>
  /** Records handled events: `memoryDedupe()`, or your database. */
  dedupe: Dedupe<Transaction>
  /** Receives log entries. Without it the kit logs nothing. */
  log?: PartnerLog | undefined
  /** The path of the API URL, such as `/payments`. Default: `/`. */
  basePath?: string | undefined
  /** The path of the Webhook URL. Default: `{basePath}/webhooks/platform` (D12). */
  webhookPath?: string | undefined
  /** The tolerated clock difference, ahead or behind. Default: 300 (D13). */
  toleranceSeconds?: number | undefined
  /** The largest accepted webhook body. Default: 262 144. */
  bodyBytesMax?: number | undefined
  /** The limit for a lookup. Default: 4 500, because the platform waits 5 s (D11). */
  lookupTimeoutMs?: number | undefined
  /** The limit for answering a webhook. Default: 9 000, because the platform waits 10 s (D14). */
  webhookTimeoutMs?: number | undefined
  /** The current time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined
}
