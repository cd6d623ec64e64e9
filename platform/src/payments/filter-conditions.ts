/** The SQL conditions for the filters of the list of payments. */
import type { NamesOfWord } from '../base/typed/match-words.ts'
import type { AmountRange } from '../base/typed/read-amount.ts'
import { containing, foldedName, foldName } from '../base/typed/typed-text.ts'
import type { PaymentFilter } from './payment-filter.ts'

export const partnerConditions = (
  { partnerId, partnerName }: PaymentFilter,
  bind: (value: unknown) => string,
): string => {
  const conditions = [
    ...(partnerId === null ? [] : [`p.partner_id = ${bind(partnerId)}`]),
    ...(partnerName === null ? [] : [hasName('p', bind(containing(foldName(partnerName))))]),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** SQL: whether one of a partner's names is like this pattern of folded names. */
export const hasName = (partner: string, pattern: string): string =>
  `(${foldedName(`${partner}.name`)} like ${pattern} or ${foldedName(`${partner}.name_ar`)} like ${pattern})`

export const channelConditions = (
  { channelName }: PaymentFilter,
  bind: (value: unknown) => string,
): string[] => {
  if (channelName === null) return []
  const pattern = bind(containing(foldName(channelName)))
  return [
    `payment.channel_id = any(array(
      select channel_id from channels where ${foldedName('name')} like ${pattern}
    ))`,
  ]
}

export const wordCondition = (
  { partnerIds, channelIds }: NamesOfWord,
  bind: (value: unknown) => string,
): string =>
  `(payment.partner_id = any(${bind(partnerIds)}::int[])
    or payment.channel_id = any(${bind(channelIds)}::int[]))`

export const endConditions = (
  { referenceEnds }: PaymentFilter,
  bind: (value: unknown) => string,
): string[] => {
  if (referenceEnds === null) return []
  const end = bind(referenceEnds)
  return [`lower(right(payment.reference, length(${end}))) = lower(${end})`]
}

export const amountConditions = (
  amounts: AmountRange | null,
  bind: (value: unknown) => string,
): string[] => {
  if (amounts === null) return []
  const { from, to } = amounts
  if (from === to) return [`payment.amount = ${bind(from)}`]
  return [`payment.amount between ${bind(from)} and ${bind(to)}`]
}
