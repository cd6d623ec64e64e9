/** Where the partner's records and the platform's differ, by name (W52). Pure. */
import { centimesFromDinars } from '@wasl/protocol'
import type { PaymentStatus } from '@wasl/protocol'

/**
 * What the partner thinks of a reference. `open`: it can be paid, and nobody is paying it. `locked`:
 * somebody is (`payment.initialized` came). `paid` and `refunded`: as the words say.
 */
export const REFERENCE_STATES = ['open', 'locked', 'paid', 'refunded'] as const

export type ReferenceState = (typeof REFERENCE_STATES)[number]

export type ReferenceToCheck = {
  reference: string
  state: ReferenceState
  /** What the partner's records say it costs, in dinars. Left out, amounts are not compared. */
  amount?: number | undefined
}

/**
 * - `paid_there_not_here`: the money was taken and the partner does not know. Deliver.
 * - `paid_here_not_there`: the partner takes it for paid; the platform holds no money for it.
 * - `refunded_there_not_here`, `refunded_here_not_there`: the same of refunds.
 * - `released_there_locked_here`: nobody is paying it any more; it is open again.
 * - `not_found`: the partner takes it for locked or refunded; the platform has never seen it.
 * - `still_locked`: somebody is paying it now. Ask again after `there.lockReleaseTime`.
 * - `amount_differs`: what is locked, paid or refunded there is not the amount here.
 * - `webhook_failed`: every attempt to tell of the payment failed. Mend the endpoint.
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

/** All differences of one reference, the one about its state first. Empty when both sides agree. */
export const differencesOf = (here: ReferenceToCheck, there: PaymentStatus): DifferenceName[] => {
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

/** A released payment's amount binds nobody: the price may have been changed since. */
const amountDiffers = ({ amount }: ReferenceToCheck, there: PaymentStatus): boolean => {
  if (amount === undefined || there.amount === null || there.stage === 'released') return false
  return centimesOf(amount) !== centimesOf(there.amount)
}

const centimesOf = (dinars: number): number | null => {
  const result = centimesFromDinars(dinars)
  return result.ok ? result.centimes : null
}
