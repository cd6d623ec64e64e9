/**
 * A handover: cash that one holder gives to another (D30).
 *
 * The giver offers an amount and gets a one-time code. The receiver counts the cash without knowing the
 * amount. Then the giver says the code, and the receiver types it with what was counted. What was
 * counted moves from the giver to the receiver. If it differs from the amount, the difference is a
 * variance of the giver, so the giver's cash goes down by the amount in any case.
 *
 * - `offered`: nothing has moved. The receiver may receive it, decline it or dispute it; the giver may
 *   cancel it.
 * - `received`: what was counted has moved.
 * - `declined`: the receiver does not take the cash.
 * - `cancelled`: the giver takes the offer back, or the fifth wrong code ended it: a new offer has a new
 *   code.
 * - `disputed`: the two people disagree about what changed hands. Nothing has moved: in the books the
 *   giver holds the cash until they agree and offer it again, or an operator adjusts the books.
 *
 * All but `offered` are final.
 */
import type { Centimes, HandoverStatus } from '@wasl/protocol'

export type HandoverRow = {
  handover_id: string
  channel_id: number
  from_owner: string
  to_owner: string
  amount: Centimes
  status: HandoverStatus
  code_hash: Buffer
  wrong_codes: number
  counted: Centimes | null
  reason: string | null
  offered_at: Date
  ended_at: Date | null
}

export const HANDOVER_COLUMNS = `handover_id, channel_id, from_owner, to_owner, amount, status,
  code_hash, wrong_codes, counted, reason, offered_at, ended_at`

/** What happens to a handover, and the status that follows. Each begins with `offered`. */
export const HANDOVER_ENDS = {
  receive: 'received',
  dispute: 'disputed',
  decline: 'declined',
  cancel: 'cancelled',
} as const satisfies Record<string, HandoverStatus>

export type HandoverEnd = keyof typeof HANDOVER_ENDS

/** A code has eight digits: five guesses of a hundred million. */
export const WRONG_CODES_MAX = 5

/** The reason of a handover that the fifth wrong code cancelled. */
export const TOO_MANY_WRONG_CODES = 'wrong codes'
