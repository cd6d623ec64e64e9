import { createContext, useContext } from 'react'

export const LANGUAGES = ['ar', 'fr', 'en'] as const

export type Language = (typeof LANGUAGES)[number]

/** Digits are Latin in every language, as is usual in Algeria. */
export const LOCALES = { ar: 'ar-DZ-u-nu-latn', fr: 'fr-DZ', en: 'en-GB' } as const

export const DIRECTIONS = { ar: 'rtl', fr: 'ltr', en: 'ltr' } as const

const KEPT = 'wasl.language'

const isLanguage = (text: unknown): text is Language => LANGUAGES.some((one) => one === text)

/** The language chosen on this machine, else the browser's, else Arabic. */
export const firstLanguage = (): Language => {
  const kept = localStorage.getItem(KEPT)
  if (isLanguage(kept)) return kept
  return navigator.languages.map((one) => one.slice(0, 2)).find(isLanguage) ?? 'ar'
}

/** Keeps the choice, and turns the page round. */
export const applyLanguage = (language: Language): void => {
  localStorage.setItem(KEPT, language)
  document.documentElement.lang = language
  document.documentElement.dir = DIRECTIONS[language]
}

export type LanguageChoice = { language: Language; choose: (language: Language) => void }

export const LanguageContext = createContext<LanguageChoice>({
  language: 'ar',
  choose: () => undefined,
})

export const useLanguage = (): LanguageChoice => useContext(LanguageContext)
