import type { PaymentStatus } from '@wasl/protocol'
import type { ClientFailure } from '../client/result.ts'
import { differencesOf } from './difference.ts'
import type { DifferenceName, ReferenceToCheck } from './difference.ts'

/** A difference between the two sides, or a reference without an answer. */
export type Finding =
  | {
      difference: DifferenceName
      reference: string
      /** The partner's record, from `references`. */
      here: ReferenceToCheck
      /** The platform's status (section 2.6). */
      there: PaymentStatus
    }
  | {
      /** The platform's state is unknown: conclude nothing. */
      difference: 'unanswered'
      reference: string
      here: ReferenceToCheck
      there: null
      failure: ClientFailure
      /** Whether this run, or the next one with the same store, will retry. */
      willRetry: boolean
    }

/** The findings for a reference with an answer. */
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
