import './timeline.css'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Moment, momentText } from '../time/moment.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { useTexts } from '../texts/texts.ts'
import { localDay, today } from '../time/zone.ts'

/** Done: the fact that matters. Ok: as it should be. Wait, stop: as in badges. Rest: plain. */
export type FactMark = 'done' | 'ok' | 'wait' | 'stop' | 'rest'

export type Fact = {
  key: string
  at: string
  mark: FactMark
  icon: ReactNode
  /** One sentence: who did what to what, in the past tense. */
  says: ReactNode
  /** A second, quieter sentence. */
  adds?: ReactNode
  /** What went over the wire, under its own summary. */
  opens?: { summary: string; content: ReactNode; isOpen?: boolean }
}

/** What happened, oldest first, each day said once above its facts. */
export const Timeline = ({ facts }: { facts: readonly Fact[] }) => {
  const days = Map.groupBy(facts, ({ at }) => localDay(at))
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h3 className="day">
            <DayName at={ofDay[0]?.at ?? ''} />
          </h3>
          <ol className="story">
            {ofDay.map((fact) => (
              <OneFact key={fact.key} fact={fact} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

const OneFact = ({ fact: { at, mark, icon, says, adds, opens } }: { fact: Fact }) => (
  <li>
    <Moment at={at} shows="seconds" />
    <span className={`dot ${mark}`} aria-hidden>
      {icon}
    </span>
    <div>
      <p>{says}</p>
      {adds !== undefined && <p>{adds}</p>}
      {opens !== undefined && <Opens {...opens} />}
    </div>
  </li>
)

/** Details that open under a line. */
export const Opens = ({ summary, content, isOpen = false }: NonNullable<Fact['opens']>) => (
  <details open={isOpen}>
    <summary>
      <IconChevronRight className="flip" aria-hidden />
      {summary}
    </summary>
    {content}
  </details>
)

/** The day of a moment in words: “Today, Sunday 22 November 2026”. */
export const useDayName = (): ((at: string) => string) => {
  const t = useTexts(PARTS)
  const intl = useIntl()
  const now = today()
  return (at) => {
    const day = momentText(intl, at, 'weekday')
    return localDay(at) === now ? t('today', { day }) : capitalized(day)
  }
}

/** It begins a line: French writes its days in small letters inside a sentence. */
const capitalized = (day: string): string => day.slice(0, 1).toLocaleUpperCase() + day.slice(1)

const DayName = ({ at }: { at: string }) => <>{useDayName()(at)}</>

/** Text as it went over the wire: left to right, never obeyed. */
export const Wire = ({ title, note, text }: { title?: string; note?: string; text: string }) => (
  <div className="wire">
    {title !== undefined && (
      <h4>
        <span>{title}</span>
        {note !== undefined && <span>{note}</span>}
      </h4>
    )}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
    <pre dir="ltr">{pretty(text)}</pre>
  </div>
)

/** JSON in lines; anything else as it is. */
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
