import { useIntl } from 'react-intl'
import { useTexts } from '../../texts/texts.ts'
import { OVERVIEW } from './texts.ts'

/** The same day a week ago, as the head of a column or line: `Mardi dernier`. */
export const useLastWeek = (date: string): string => {
  const t = useTexts(OVERVIEW)
  const intl = useIntl()
  const weekday = intl.formatDate(`${date}T12:00:00Z`, { weekday: 'long' })
  const text = t('last', { weekday })
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
