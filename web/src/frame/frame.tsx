import { IconMenu2 } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ChooseLanguage, Mark } from './brand.tsx'
import { FRAME } from './frame.texts.ts'
import { SecurityLine } from './security-line.tsx'
import { ClippedText, OutsideText } from '../problems/outside-text.tsx'
import { useMe } from '../session/session.ts'
import { useTexts } from '../texts/texts.ts'

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
          <small>
            <OutsideText>{title}</OutsideText>
          </small>
        </Link>
        {find}
        <div className="me">
          <ChooseLanguage />
          <a className="mark own" href="/account">
            <i className="face" aria-hidden>
              {Array.from(me.name)[0]}
            </i>
            <span className="hide">{`${t('account')}: ${me.name}`}</span>
            <b className="sm" aria-hidden>
              <ClippedText>{me.name}</ClippedText>
            </b>
          </a>
        </div>
      </header>
      <nav id="nav" className={isOpen ? 'nav nav-open' : 'nav'} onClick={() => setOpen(false)}>
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </nav>
      <main id="page" className="page" tabIndex={-1}>
        <SecurityLine />
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
