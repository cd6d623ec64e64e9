import type { PaymentStage } from '@wasl/protocol'
import type { AmountRange } from '../base/typed/read-amount.ts'

export type PaymentFilter = {
  partnerId: number | null
  /** A part of the partner's name. */
  partnerName: string | null
  reference: string | null
  /** The beginning of the reference, as it is written. */
  referenceBegins: string | null
  /** The end of the reference, in capitals or small letters. */
  referenceEnds: string | null
  /** A token of this partner. */
  qrToken: string | null
  stage: PaymentStage | null
  channelId: number | null
  /** A part of the channel's name. */
  channelName: string | null
  /** Each is said of the partner or of the channel: a part of a name or a city, with one wrong letter at most. */
  words: readonly string[]
  amounts: AmountRange | null
  opened: Period
  paid: Period
  refunded: Period
}

/** From `since` on and before `before`; null where the period is open. */
export type Period = { since: Date | null; before: Date | null }

export const ANY_TIME: Period = { since: null, before: null }

export const ANY_PAYMENT: PaymentFilter = {
  partnerId: null,
  partnerName: null,
  reference: null,
  referenceBegins: null,
  referenceEnds: null,
  qrToken: null,
  stage: null,
  channelId: null,
  channelName: null,
  words: [],
  amounts: null,
  opened: ANY_TIME,
  paid: ANY_TIME,
  refunded: ANY_TIME,
}
