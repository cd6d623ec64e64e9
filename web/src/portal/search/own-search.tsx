import { on } from '../../api/call.ts'
import { SearchDialog, type SearchProps } from '../../lists/search/search-dialog.tsx'
import { SEARCH } from '../../lists/search/search.texts.ts'
import { useTexts } from '../../texts/texts.ts'
import { EVENT_KINDS, STAGES } from '../texts.ts'
import { ownHitGroups } from './hits.tsx'

/** Found in what is the partner’s own. */
export const OwnSearch = (props: SearchProps) => {
  const t = useTexts(SEARCH)
  const stage = useTexts(STAGES)
  const event = useTexts(EVENT_KINDS)
  return (
    <SearchDialog
      {...props}
      finds={t('findOwn')}
      hint={t('hintOwn')}
      ask={(q, signal) => on('GET /partner/search/v1')({ query: { q }, signal })}
      groupsOf={(answer) => ownHitGroups({ t, stage, event }, answer)}
    />
  )
}
