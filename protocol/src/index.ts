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
 * - operation: one endpoint: a method on a path, with its caller, parameters, body, answer and errors.
 */
export * from './channel-api.ts'
export * from './decimal-places.ts'
export * from './documents.ts'
export * from './errors.ts'
export * from './health.ts'
export * from './ids.ts'
export * from './issues.ts'
export * from './language.ts'
export * from './lists.ts'
export * from './money.ts'
export * from './operation.ts'
export * from './operator-api.ts'
export * from './operator-records.ts'
export * from './check-payment-details.ts'
export * from './payment-details.ts'
export * from './payment-status.ts'
export * from './platform-error.ts'
export * from './issue.ts'
export * from './qr-codes.ts'
export * from './qr-config.ts'
export * from './reference.ts'
export * from './request-object.ts'
export * from './shown.ts'
export * from './signature.ts'
export * from './text.ts'
export * from './time.ts'
export * from './unknown-names.ts'
export * from './url.ts'
export * from './webhook-event.ts'
export type * from './operations/channel/payments.ts'
export type * from './operations/channel/qr-codes.ts'
export * from './operations/partner/qr-codes.ts'
export * from './operations/partner/status.ts'
