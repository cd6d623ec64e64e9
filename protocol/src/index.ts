/**
 * The one entry of @wasl/protocol.
 *
 * Glossary:
 *
 * - operator: who runs the platform.
 * - partner: a company that collects money through the platform. It hosts the lookup and the webhook
 *   receiver.
 * - channel: who takes the money from the payer, such as an agency, a courier or a marketplace.
 * - payer: who pays.
 * - reference: the partner's name for something to pay (D1). It is unique within the partner.
 * - lookup: the platform's request to the partner for the payment details of a reference.
 * - payment: one attempt of a payer to pay one reference (D9).
 * - stage: the state of a payment: locked, paid, released or refunded. The status of a reference
 *   without a payment has the stage not_found.
 * - transition: a change of a payment's stage.
 * - outcome: the transition that ends a lock: to paid or to released. A confirmation makes it paid; a
 *   cancel, a fail or the lock's expiry makes it released.
 * - lock: the reservation of a reference for one payment, until lockReleaseTime.
 * - event: a message to the partner about a payment, such as payment.success (section 6).
 * - delivery: an event owed to a partner. It is pending, delivered or failed.
 * - attempt: one HTTP request of a delivery.
 * - acknowledgement: the partner's answer 200 with `{ "success": true }`.
 * - static QR code: a printed code of a partner that can be paid many times. A dynamic code is made for
 *   one payment.
 * - amount configuration: the amounts in DZD that the partner set for a static QR code: permanent,
 *   time-limited or single-use. Without one, the payer chooses the amount.
 * - refund: money of a paid payment that goes back to the payer, whole or in part (D28).
 * - operation: one endpoint: a method on a path, with its caller, parameters, body, answer and errors.
 */
export * from './agents.ts'
export * from './bank-groups.ts'
export * from './bank-mappings.ts'
export * from './bank-preview.ts'
export * from './bank.ts'
export * from './business-date.ts'
export * from './cases.ts'
export * from './cash.ts'
export * from './cash-ids.ts'
export * from './centimes.ts'
export * from './channel-api.ts'
export * from './holding-payment.ts'
export * from './channel-kinds.ts'
export * from './credentials.ts'
export * from './custody.ts'
export * from './decimal-places.ts'
export * from './deposits.ts'
export * from './day-report.ts'
export * from './denomination-values.ts'
export * from './denominations.ts'
export * from './directories.ts'
export * from './documents.ts'
export * from './echoes.ts'
export * from './errors.ts'
export * from './evidence.ts'
export * from './figures.ts'
export * from './floats.ts'
export * from './fees.ts'
export * from './health.ts'
export * from './ids.ts'
export * from './integrity.ts'
export * from './issues.ts'
export * from './language.ts'
export * from './ledger.ts'
export * from './lists.ts'
export * from './live-checks.ts'
export * from './live-checks/texts.ts'
export * from './local-time.ts'
export * from './manifests/manifest.ts'
export * from './manifests/read-manifest.ts'
export {
  MANIFEST_ALGORITHM,
  MANIFEST_REFUSALS,
  MANIFEST_TYPE,
  type ManifestRefusal,
} from './manifests/rules.ts'
export * from './manifests/verify-chain.ts'
export * from './manifests/verify-manifest.ts'
export * from './money.ts'
export * from './follow-ups.ts'
export * from './notes.ts'
export * from './notifications.ts'
export * from './operation.ts'
export * from './operation-errors.ts'
export * from './operator-channels.ts'
export * from './operator-keys.ts'
export * from './operator-partners.ts'
export * from './operator-records.ts'
export * from './rotations.ts'
export * from './partner-accounts.ts'
export * from './partner-payments.ts'
export * from './partner-states.ts'
export * from './check-payment-details.ts'
export * from './payment-detail.ts'
export * from './payment-details.ts'
export * from './payment-status.ts'
export * from './holder-names.ts'
export * from './objectives.ts'
export * from './open-work.ts'
export * from './payouts.ts'
export * from './people.ts'
export * from './users.ts'
export * from './invitations.ts'
export * from './permissions.ts'
export * from './platform-error.ts'
export * from './issue.ts'
export * from './own-account.ts'
export * from './own-partner.ts'
export * from './own-health.ts'
export * from './own-payments.ts'
export * from './own-security.ts'
export * from './own-statements.ts'
export * from './qr-codes.ts'
export * from './qr-config.ts'
export * from './receipts/read-receipt.ts'
export * from './receipts/receipt.ts'
export * from './till.ts'
export * from './reference.ts'
export * from './remittances.ts'
export * from './refund-code.ts'
export * from './refunds.ts'
export * from './reports.ts'
export * from './report-words.ts'
export * from './words.ts'
export * from './payment-words.ts'
export * from './access-kinds.ts'
export * from './access-words.ts'
export * from './audit-words.ts'
export * from './list-words.ts'
export * from './request-object.ts'
export * from './requests.ts'
export * from './resends.ts'
export { isRib } from './is-rib.ts'
export * from './rib.ts'
export * from './setting-requests.ts'
export * from './search.ts'
export * from './shifts.ts'
export * from './shown.ts'
export * from './signature.ts'
export * from './signing-keys.ts'
export * from './statement-documents.ts'
export * from './statements.ts'
export * from './text.ts'
export * from './test-calls.ts'
export * from './system.ts'
export * from './time.ts'
export * from './unknown-names.ts'
export * from './url.ts'
export * from './variances.ts'
export * from './webhook-event.ts'
export * from './webhook-headers.ts'
export type * from './operations/channel/agents.ts'
export type * from './operations/channel/payments.ts'
export type * from './operations/channel/qr-codes.ts'
export * from './operations/partner/payments.ts'
export type * from './operations/operator/access.ts'
export type * from './operations/operator/refunds.ts'
export * from './operations/partner/qr-codes.ts'
export * from './operations/partner/statements.ts'
export * from './operations/partner/status.ts'
