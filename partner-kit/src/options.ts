/** What a partner is made from. */
import type { EventKind, WebhookEvent } from '@wasl/protocol'
import type { Dedupe } from './dedupe.ts'
import type { PartnerLog } from './log.ts'
import type { LookupAnswer } from './lookup-answer.ts'
import type { Secrets } from './secrets.ts'

export type LookupContext = {
  /** Aborted when the time for the lookup has run out. Hand it to what you call. */
  signal: AbortSignal
}

export type Lookup = (
  reference: string,
  context: LookupContext,
) => LookupAnswer | Promise<LookupAnswer>

/** The `data` of one kind of event (section 6, D15). */
export type EventData<Kind extends EventKind> = Extract<WebhookEvent, { event: Kind }>['data']

export type WebhookContext<Transaction = undefined> = {
  /** What the dedupe store opened for this event: write with it, and the record is undone with you. */
  transaction: Transaction
  /** The platform's `X-Event-Id`, or null. It is not signed: for logs and support alone. */
  eventId: string | null
}

/** Throwing, or rejecting, makes the platform send the event again later. */
export type WebhookHandler<Kind extends EventKind, Transaction = undefined> = (
  data: EventData<Kind>,
  context: WebhookContext<Transaction>,
) => void | Promise<void>

/** `payment.success` tells that the money was taken: a partner that ignores it has no use. */
export type WebhookHandlers<Transaction = undefined> = {
  'payment.success': WebhookHandler<'payment.success', Transaction>
} & { [Kind in EventKind]?: WebhookHandler<Kind, Transaction> | undefined }

export type PartnerOptions<Transaction = undefined> = {
  /**
   * The API secret, or several while a rotation overlaps. `undefined` is there so that a variable of
   * the environment fits; when it is not set, `createPartner` throws and says so.
   */
  apiSecret: Secrets | undefined
  /** The HMAC secret, or several while a rotation overlaps. */
  hmacSecret: Secrets | undefined
  /** Says what a reference costs, or why it cannot be paid. */
  lookup: Lookup
  /** What to do on each kind of event. */
  on: WebhookHandlers<Transaction>
  /** Where handled events are remembered: `memoryDedupe()`, or your database. */
  dedupe: Dedupe<Transaction>
  /** Told of everything worth knowing. Without it the kit is silent. */
  log?: PartnerLog | undefined
  /** The path of the API URL, such as `/payments`; `/` unless given. */
  basePath?: string | undefined
  /** The path of the Webhook URL; `{basePath}/webhooks/platform` unless given (D12). */
  webhookPath?: string | undefined
  /** The tolerated clock difference, either way; 300 unless given (D13). */
  toleranceSeconds?: number | undefined
  /** The largest webhook body that is read; 262 144 unless given. */
  bodyBytesMax?: number | undefined
  /** The longest a lookup may take; 4 500 unless given, because the platform waits 5 s (D11). */
  lookupTimeoutMs?: number | undefined
  /** The longest a webhook's answer may take; 9 000 unless given: the platform waits 10 s (D14). */
  webhookTimeoutMs?: number | undefined
  /** The present in milliseconds since 1970; `Date.now` unless given. */
  now?: (() => number) | undefined
}
