import { useState } from 'react'
import { on } from '../api/call.ts'
import { applyAppearance, keptAppearance, type Appearance } from '../components/appearance.ts'
import { LANGUAGES, useLanguage } from '../texts/language.ts'
import { Problem } from '../problems/problem.tsx'
import { useTexts } from '../texts/texts.ts'
import { Section } from './section.tsx'
import { ACCOUNT } from './texts.ts'
import { useAct } from './use-act.ts'

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

const APPEARANCES = ['auto', 'light', 'dark'] as const satisfies readonly Appearance[]

/** The language of the person, in every browser, and the theme of this one. */
export const Look = () => {
  const t = useTexts(ACCOUNT)
  const { language, choose } = useLanguage()
  const [appearance, setAppearance] = useState(keptAppearance)
  const { act, error } = useAct('session')
  return (
    <Section title={t('look')}>
      <Problem error={error} />
      <div className="form">
        <fieldset className="choice" aria-label={t('language')}>
          {LANGUAGES.map((one) => (
            <label key={one} lang={one}>
              <input
                type="radio"
                name="language"
                checked={one === language}
                onChange={() => {
                  choose(one)
                  void act(() => on('PATCH /account/v1/account')({ body: { language: one } }))
                }}
              />
              {NAMES[one]}
            </label>
          ))}
        </fieldset>
        <fieldset className="choice" aria-label={t('theme')}>
          {APPEARANCES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="theme"
                checked={one === appearance}
                onChange={() => {
                  applyAppearance(one)
                  setAppearance(one)
                }}
              />
              {t(one)}
            </label>
          ))}
        </fieldset>
      </div>
    </Section>
  )
}
