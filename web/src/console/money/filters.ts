/** The filters that lists about money have in common. Each is named as its operation names it. */
import type { Filter } from '../../shared/filter-bar.tsx'
import { useChoice } from '../../shared/filtered-list.tsx'
import { useTexts } from '../../shared/texts.ts'
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
