/** The root entry of @wasl/partner-kit. Each framework adapter has its own entry (`exports`). */
export type {
  AmountLabel,
  ChannelKind,
  DetailLabel,
  EventKind,
  PartnerPayment,
  PartnerPaymentList,
  PaymentDetails,
  PaymentStatus,
  QrConfig,
  ReceiptIssuer,
  ReceiptRefusal,
  Stage,
  WebhookEnvelope,
  WebhookEvent,
} from '@wasl/protocol'
export { BOOK_ADVICE, BOOK_DIFFERENCES, compareBooks } from '@wasl/protocol/books'
export type {
  BookComparison,
  BookDifference,
  BookDifferenceName,
  BookEntry,
  BookLine,
  BookLines,
  BookState,
} from '@wasl/protocol/books'
export type { Answer } from './answer.ts'
export { PlatformBookError, platformBook } from './books/platform-book.ts'
export type { PlatformBookOptions } from './books/platform-book.ts'
export { createClient } from './client/client.ts'
export type { Client, SetQrConfig } from './client/client.ts'
export type { ClientLog, ClientLogCode, ClientLogEntry, ClientOperation } from './client/log.ts'
export type { PaymentsToList } from './client/list-payments.ts'
export type { StatementsToList } from './client/list-statements.ts'
export type { CallOptions, ClientOptions } from './client/options.ts'
export type {
  ClientFailure,
  ClientSuccess,
  PaymentsResult,
  StatementsResult,
  QrConfigErrorCode,
  QrConfigResult,
  RateLimit,
  StatusErrorCode,
  StatusResult,
  TransportError,
} from './client/result.ts'
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
export type { ReconcileBookmark } from './reconcile/bookmark.ts'
export type { DifferenceName, ReferenceState, ReferenceToCheck } from './reconcile/difference.ts'
export { fileProgress } from './reconcile/file-progress.ts'
export type { Finding } from './reconcile/finding.ts'
export type {
  ReconcileClock,
  ReconcileOptions,
  ReconcileProgress,
  References,
} from './reconcile/options.ts'
export { reconcile } from './reconcile/reconcile.ts'
export { runReconcile } from './reconcile/run-reconcile.ts'
export type { ReconcileOutcome } from './reconcile/run-reconcile.ts'
export { ReconcileStoppedError } from './reconcile/stopped-error.ts'
export type { ReconcileStop } from './reconcile/stopped-error.ts'
export { memoryProgress } from './reconcile/store.ts'
export type { ReconcileStore } from './reconcile/store.ts'
export type { BodyRefusal, WebhookRefusal } from './refusal.ts'
export type { AuthorizationRefusal } from './authorization.ts'
export type { Secrets } from './secrets.ts'
export { mysqlDedupe } from './sql/mysql-dedupe.ts'
export type { MysqlConnection, MysqlPool } from './sql/mysql-dedupe.ts'
export { postgresDedupe } from './sql/postgres-dedupe.ts'
export type { ClientOf, PostgresClient, PostgresPool } from './sql/postgres-dedupe.ts'
export { sqlDedupe } from './sql/sql-dedupe.ts'
export type { SqlDedupeOptions } from './sql/sql-dedupe.ts'
export { sqliteDedupe } from './sql/sqlite-dedupe.ts'
export type { SqliteDatabase } from './sql/sqlite-dedupe.ts'
export { handledEventsTable } from './sql/statements.ts'
export type { SqlDialect } from './sql/statements.ts'
export { verifyStatement, verifyStatementChain } from './verify-statement.ts'
export type {
  StatementRefusal,
  StatementToVerify,
  VerifiedChain,
  VerifiedStatement,
} from './verify-statement.ts'
export { verifyReceipt } from './verify-receipt.ts'
export type { ReceiptToVerify, ReceiptVerification, VerifiedReceipt } from './verify-receipt.ts'
export { verifyWebhook } from './verify-webhook.ts'
export type { VerifiedWebhook, WebhookToVerify } from './verify-webhook.ts'
