import { FRAME } from './frame.texts.ts'
import { LANGUAGES, useLanguage } from '../texts/language.ts'
import { useTexts } from '../texts/texts.ts'

/** Two links of a chain: a receipt, and a connection. */
export const Mark = () => (
  <svg
    viewBox="0 0 24 24"
    width="26"
    height="26"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden
  >
    <rect x="2.5" y="8" width="11" height="8" rx="4" />
    <rect x="10.5" y="8" width="11" height="8" rx="4" />
  </svg>
)

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

/** The language of the page, each by its own name. */
export const ChooseLanguage = () => {
  const t = useTexts(FRAME)
  const { language, choose } = useLanguage()
  return (
    <select
      className="field"
      aria-label={t('language')}
      value={language}
      onChange={({ target }) => choose(target.value as typeof language)}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {NAMES[one]}
        </option>
      ))}
    </select>
  )
}
