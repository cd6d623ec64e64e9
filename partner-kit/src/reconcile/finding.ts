import type { PaymentStatus } from '@wasl/protocol'
import type { ClientFailure } from '../client/result.ts'
import { differencesOf } from './difference.ts'
import type { DifferenceName, ReferenceToCheck } from './difference.ts'

/** What the reconciler tells of a reference. Of one that both sides agree on it tells nothing. */
export type Finding =
  | {
      difference: DifferenceName
      reference: string
      /** The reference as it was handed in. */
      here: ReferenceToCheck
      /** What the platform says (section 2.6). */
      there: PaymentStatus
    }
  | {
      /** The platform's state is not known: nothing may be concluded. */
      difference: 'unanswered'
      reference: string
      here: ReferenceToCheck
      there: null
      failure: ClientFailure
      /** Whether this run, or the next with the same store, will ask again. */
      willRetry: boolean
    }

/** Everything there is to tell of a reference that was answered. */
export const findingsOf = (here: ReferenceToCheck, there: PaymentStatus): Finding[] => {
  const { reference } = here
  return differencesOf(here, there).map((difference) => ({ difference, reference, here, there }))
}

export const unanswered = (
  here: ReferenceToCheck,
  failure: ClientFailure,
  willRetry: boolean,
): Finding => {
  const { reference } = here
  return { difference: 'unanswered', reference, here, there: null, failure, willRetry }
}
