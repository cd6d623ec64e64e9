import type { AnswerOf } from '../../api/contract.ts'

/** A payment as its page shows it. */
export type PaymentDetail = AnswerOf<'GET /operator/v1/payments/{paymentId}'>

/** What proves it. Null until it is read. */
export type Evidence = AnswerOf<'GET /operator/v1/payments/{paymentId}/evidence'>

export type PartProps = { payment: PaymentDetail; evidence: Evidence | null }
