/** Compares the partner's records with the platform's (W52). Pure. */
import { centimesFromDinars } from '@wasl/protocol'
import type { PaymentStatus } from '@wasl/protocol'

/**
 * The state of a reference in the partner's records. `open`: payable, without an open payment.
 * `locked`: a payment is open (`payment.initialized` arrived).
 */
export const REFERENCE_STATES = ['open', 'locked', 'paid', 'refunded'] as const

export type ReferenceState = (typeof REFERENCE_STATES)[number]

export type ReferenceToCheck = {
  reference: string
  state: ReferenceState
  /** The amount in the partner's records, in dinars. Without it, amounts are not compared. */
  amount?: number | undefined
}

/**
 * - `paid_there_not_here`: the payer paid, and the partner's records miss it. Deliver.
 * - `paid_here_not_there`: paid in the partner's records, not at the platform.
 * - `refunded_there_not_here`, `refunded_here_not_there`: the same for refunds.
 * - `released_there_locked_here`: the payment ended without success. The reference is open again.
 * - `not_found`: locked or refunded in the partner's records, unknown to the platform.
 * - `still_locked`: a payment is open. Check again after `there.lockReleaseTime`.
 * - `amount_differs`: the platform's amount is not the partner's.
 * - `webhook_failed`: every attempt to deliver the event failed. Fix the endpoint.
 */
export type DifferenceName =
  | 'paid_there_not_here'
  | 'paid_here_not_there'
  | 'refunded_there_not_here'
  | 'refunded_here_not_there'
  | 'released_there_locked_here'
  | 'not_found'
  | 'still_locked'
  | 'amount_differs'
  | 'webhook_failed'

/** What is compared of a status. */
type Compared = Pick<PaymentStatus, 'stage' | 'amount'> & {
  payment: Pick<NonNullable<PaymentStatus['payment']>, 'webhookDelivery'> | null
}

/** The differences of one reference, the state's first. Empty when both sides agree. */
export const differencesOf = (here: ReferenceToCheck, there: Compared): DifferenceName[] => {
  const names: DifferenceName[] = []
  const ofState = stateDifference(here.state, there.stage)
  if (ofState !== null) names.push(ofState)
  if (amountDiffers(here, there)) names.push('amount_differs')
  if (there.payment?.webhookDelivery === 'failed') names.push('webhook_failed')
  return names
}

const stateDifference = (
  here: ReferenceState,
  there: PaymentStatus['stage'],
): DifferenceName | null => {
  switch (there) {
    case 'paid':
      if (here === 'refunded') return 'refunded_here_not_there'
      return here === 'paid' ? null : 'paid_there_not_here'
    case 'refunded':
      return here === 'refunded' ? null : 'refunded_there_not_here'
    case 'locked':
    case 'released':
    case 'not_found':
      if (here === 'paid') return 'paid_here_not_there'
      if (there === 'not_found') return here === 'open' ? null : 'not_found'
      if (here === 'refunded') return 'refunded_here_not_there'
      if (there === 'locked') return 'still_locked'
      return here === 'locked' ? 'released_there_locked_here' : null
    default:
      return there satisfies never
  }
}

/** Ignores the amount of a released payment: the price may have changed since. */
const amountDiffers = ({ amount }: ReferenceToCheck, there: Compared): boolean => {
  if (amount === undefined || there.amount === null || there.stage === 'released') return false
  return centimesOf(amount) !== centimesOf(there.amount)
}

const centimesOf = (dinars: number): number | null => {
  const result = centimesFromDinars(dinars)
  return result.ok ? result.centimes : null
}
