import { IconMenu2 } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { FRAME } from './frame.texts.ts'
import { LANGUAGES, useLanguage } from './language.ts'
import { useMe } from './session.ts'
import { useTexts } from './texts.ts'

export type NavEntry = {
  to: string
  label: string
  /** Hidden from people without it. */
  permission?: string
  /** How many wait here; nothing is shown for none. */
  count?: number
}

export type NavGroup = { title: string; entries: readonly NavEntry[] }

export type FrameProps = {
  /** The name of the application, beside the mark. */
  title: string
  groups: readonly NavGroup[]
  /** The search box, in the middle of the bar. */
  find?: ReactNode
  children: ReactNode
}

/** The bar, the navigation and the page of console and portal. */
export const Frame = ({ title, groups, find, children }: FrameProps) => {
  const t = useTexts(FRAME)
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="app">
      <header className="bar">
        <a className="hide" href="#page">
          {t('skip')}
        </a>
        <button
          type="button"
          className="btn plain menu"
          aria-expanded={isOpen}
          aria-controls="nav"
          aria-label={t('menu')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMenu2 aria-hidden />
        </button>
        <Link className="mark" to="/">
          <Mark />
          <span>Wasl · وصل</span>
          <small>{title}</small>
        </Link>
        {find}
        <div className="me">
          <ChooseLanguage />
          <a className="mark" href="/account" aria-label={`${t('account')}: ${me.name}`}>
            <span className="face" aria-hidden>
              {me.name.slice(0, 1)}
            </span>
          </a>
        </div>
      </header>
      <nav id="nav" className={isOpen ? 'nav nav-open' : 'nav'} onClick={() => setOpen(false)}>
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </nav>
      <main id="page" className="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

const Group = ({ group: { title, entries } }: { group: NavGroup }) => {
  const me = useMe()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const shown = entries.filter(({ permission }) => permission === undefined || me.may(permission))
  if (shown.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      {shown.map(({ to, label, count = 0 }) => (
        <Link key={to} to={to} {...(isAt(path, to) && { 'aria-current': 'page' as const })}>
          {label}
          {count > 0 && <span className="count">{count}</span>}
        </Link>
      ))}
    </>
  )
}

const isAt = (path: string, to: string): boolean =>
  to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

const ChooseLanguage = () => {
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

/** Two links of a chain: a receipt, and a connection. */
const Mark = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
    <rect x="2.5" y="8" width="11" height="8" rx="4" />
    <rect x="10.5" y="8" width="11" height="8" rx="4" />
  </svg>
)
