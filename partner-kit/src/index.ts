/** The one entry of @wasl/partner-kit: everything that may be imported from outside. */
export type {
  AmountLabel,
  ChannelKind,
  DetailLabel,
  EventKind,
  PaymentDetails,
  WebhookEnvelope,
  WebhookEvent,
} from '@wasl/protocol'
export type { Answer } from './answer.ts'
export type { Dedupe } from './dedupe.ts'
export type { HeadersInput } from './header-reader.ts'
export type { BodyRead, HeaderReader, Incoming } from './incoming.ts'
export type { PartnerLog, PartnerLogCode, PartnerLogEntry } from './log.ts'
export type { LookupAnswer, Payable } from './lookup-answer.ts'
export { memoryDedupe } from './memory-dedupe.ts'
export type { MemoryDedupeOptions } from './memory-dedupe.ts'
export { toNodeHandler } from './node-adapter.ts'
export type { NodeHandler } from './node-adapter.ts'
export type {
  EventData,
  Lookup,
  LookupContext,
  PartnerOptions,
  WebhookContext,
  WebhookHandler,
  WebhookHandlers,
} from './options.ts'
export { createPartner } from './partner.ts'
export type { Partner } from './partner.ts'
export type { BodyRefusal, WebhookRefusal } from './refusal.ts'
export type { AuthorizationRefusal } from './authorization.ts'
export type { Secrets } from './secrets.ts'
export { verifyWebhook } from './verify-webhook.ts'
export type { VerifiedWebhook, WebhookToVerify } from './verify-webhook.ts'
