import type { ReactNode } from 'react'
import { LANGUAGES, useLanguage } from '../shared/language.ts'
import { useTexts } from '../shared/texts.ts'
import './account.css'
import { ACCOUNT } from './texts.ts'

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

/** A page of one card, for people who are not signed in yet. */
export const CardPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="gate">
    <title>{`${title} · Wasl`}</title>
    <header className="gate-bar">
      <span className="mark">
        <Mark />
        <span>Wasl · وصل</span>
      </span>
      <ChooseLanguage />
    </header>
    <main className="card gate-card">
      <div className="body form">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  </div>
)

export const ChooseLanguage = () => {
  const t = useTexts(ACCOUNT)
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
