/** The filters that lists about money have in common. Each is named as its operation names it. */
import type { Filter } from '../../lists/filter-bar.tsx'
import { useChoice } from '../../lists/filtered-list.tsx'
import type { Filters } from '../../lists/search-params.ts'
import { useTexts } from '../../texts/texts.ts'
import { amounts } from '../payments/asked.ts'
import { MONEY } from './money.texts.ts'
import { useChannels, usePartners } from './partners.ts'
import { useStates, type StatusOf, type Subject } from './state.tsx'

export const useByState = <S extends Subject>(
  of: S,
  statuses: readonly StatusOf<S>[],
  name = 'status',
): Filter => useChoice()(name, useTexts(MONEY)('status'), useStates(of, statuses))

export const useByChannel = (): Filter =>
  useChoice()('channelId', useTexts(MONEY)('channel'), useChannels())

export const useByPartner = (): Filter =>
  useChoice()('partnerId', useTexts(MONEY)('partner'), usePartners())

export const useByAgent = (): Filter => ({
  name: 'agentId',
  kind: 'pick',
  of: 'agent',
  label: useTexts(MONEY)('agent'),
})

/** By day, and by an amount or a range of them: `12 450`, `12 000 - 13 000`. */
export const useByDayAndAmount = (): readonly Filter[] => {
  const t = useTexts(MONEY)
  return [
    { name: 'from', kind: 'day', label: t('from') },
    { name: 'to', kind: 'day', label: t('to') },
    { name: 'amount', kind: 'text', label: t('amount'), hint: t('amountHint') },
  ]
}

/** The query of filters with an amount as a person types it. */
export const askedInDinars = ({ amount = '', ...others }: Filters): Filters => ({
  ...others,
  ...amounts(amount.trim()),
})
