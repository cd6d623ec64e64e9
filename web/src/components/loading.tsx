import { useTexts } from '../texts/texts.ts'
import { PARTS } from '../texts/parts.texts.ts'

/** Stands where a slow server has not sent a page yet. Its look is that of the page before its scripts. */
export const Loading = () => {
  const t = useTexts(PARTS)
  return (
    <div className="boot" role="status">
      <progress aria-label={t('loading')} />
      <p>{t('loading')}</p>
    </div>
  )
}
