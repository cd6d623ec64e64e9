import { on } from '../../api/call.ts'
import { PAYMENT_STATE } from '@wasl/protocol/payment-words'
import { SearchDialog, type SearchProps } from '../../lists/search/search-dialog.tsx'
import { SEARCH } from '../../lists/search/search.texts.ts'
import { useTexts } from '../../texts/texts.ts'
import { filtersOfSearch } from '../payments/asked.ts'
import { hitGroups, type SearchAnswer } from './hits.tsx'

const listOf = ({ understood: { filters } }: SearchAnswer) =>
  filters === null ? null : { to: '/payments', search: filtersOfSearch(filters) }

/** What a caller says, found in everything that the operator has. */
export const ConsoleSearch = (props: SearchProps) => {
  const t = useTexts(SEARCH)
  const state = useTexts(PAYMENT_STATE)
  return (
    <SearchDialog
      {...props}
      finds={t('find')}
      hint={t('hint')}
      ask={(q, signal) => on('GET /operator/v1/search')({ query: { q }, signal })}
      listOf={listOf}
      groupsOf={(answer) => hitGroups({ t, state }, answer)}
    />
  )
}
