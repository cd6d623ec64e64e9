/** The one entry of @wasl/reference-partner. */
export type { NewReference } from './add-reference.ts'
export type { Order, OrderPayment } from './order.ts'
export { startReferencePartner } from './start.ts'
export type { ReferencePartner, ReferencePartnerOptions } from './start.ts'
