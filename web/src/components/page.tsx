import './page.css'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { PARTS } from '../texts/parts.texts.ts'
import { useMe } from '../session/session.ts'
import { Refused } from './states.tsx'
import { useTexts } from '../texts/texts.ts'

export type PageProps = {
  title: string
  /** What stands in the place of the title, when it is more than text. */
  heading?: ReactNode
  /** The way back: the list that this page belongs to. */
  up?: { to: string; label: string }
  actions?: ReactNode
  /** People without it see what is missing, and who can give it. */
  permission?: string
  children: ReactNode
}

/** A page of console or portal: its title in the tab too, its actions, its content. */
export const Page = ({ title, heading, up, actions, permission, children }: PageProps) => {
  const me = useMe()
  const mayRead = permission === undefined || me.may(permission)
  useEffect(() => {
    document.title = `${title} · Wasl`
  }, [title])
  return (
    <>
      {up !== undefined && (
        <p className="crumb">
          <Link to={up.to}>{up.label}</Link> <span aria-hidden>›</span>
        </p>
      )}
      <div className="title">
        <h1>{heading ?? title}</h1>
        {actions !== undefined && mayRead && <div className="actions">{actions}</div>}
      </div>
      {mayRead ? children : <Refused permission={permission} />}
    </>
  )
}

/** A subject with one title. Its table needs `isTable`, so that rows go from edge to edge. */
export const Card = (props: {
  title: ReactNode
  note?: ReactNode
  isTable?: boolean
  children: ReactNode
}) => (
  <section className={props.isTable === true ? 'card edge-to-edge' : 'card'}>
    <header>
      <h2>{props.title}</h2>
      {props.note !== undefined && <span className="soft sm">{props.note}</span>}
    </header>
    {props.isTable === true ? props.children : <div className="body">{props.children}</div>}
  </section>
)

/** The sections of a subject, each with an address of its own. */
export const Tabs = ({ tabs }: { tabs: readonly { to: string; label: string }[] }) => {
  const t = useTexts(PARTS)
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  // On a phone the current section may be beyond the edge, also once the phone was turned. After each
  // change of the address the router scrolls this line too: to where it stood there before.
  useEffect(() => {
    const whole = nav.current
    if (whole === null) return undefined
    const look = (): void => toCurrent(whole)
    const size = new ResizeObserver(look)
    size.observe(whole)
    const leave = router.subscribe('onRendered', look)
    return () => {
      size.disconnect()
      leave()
    }
  }, [router])
  return (
    <nav className="tabs" aria-label={t('sections')} ref={nav}>
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={CURRENT}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls the line of sections, and nothing else, until the current one stands in its middle. */
const toCurrent = (whole: HTMLElement): void => {
  const current = whole.querySelector('[aria-current]')?.getBoundingClientRect()
  if (current === undefined) return
  const { left, width } = whole.getBoundingClientRect()
  whole.scrollBy({ left: current.left + current.width / 2 - (left + width / 2) })
}

const CURRENT = { 'aria-current': 'page' } as const
