import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useIntl } from 'react-intl'
import { DIRECTIONS, useLanguage } from '../../texts/language.ts'
import { useTexts } from '../../texts/texts.ts'
import { dayAfter, today } from '../zone.ts'
import { DAY } from './day.texts.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** Six weeks hold every month, so the calendar keeps its height. */
const WEEKS = [0, 1, 2, 3, 4, 5] as const

/** A Sunday, on which the working week begins in Algeria. */
const SUNDAY = '2026-11-22'

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The same day of another month, or its last one. */
const monthAfter = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const at = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
  return at.toISOString().slice(0, 10)
}

export type CalendarProps = { value: string; onChoose: (day: string) => void }

/** A month, of which one day is chosen: by pointer, or by arrows, Page Up and Down, and Enter. */
export const Calendar = ({ value, onChoose }: CalendarProps) => {
  const t = useTexts(DAY)
  const { language } = useLanguage()
  const [at, setAt] = useState(value === '' ? today() : value)
  const [isMoved, setMoved] = useState(false)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMoved) current.current?.focus()
  }, [at, isMoved])
  const move = (day: string, isByKey: boolean): void => {
    setMoved(isByKey)
    setAt(day)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = movedTo(event.key, at, DIRECTIONS[language] === 'rtl')
    if (to === null) return
    event.preventDefault()
    move(to, true)
  }
  return (
    <div className="calendar">
      <Head at={at} onMove={(months) => move(monthAfter(at, months), false)} />
      <table onKeyDown={onKeyDown}>
        <Weekdays />
        <Weeks at={at} value={value} onChoose={onChoose} current={current} />
      </table>
      <button type="button" className="btn" {...KEEPS_ESCAPE} onClick={() => onChoose(today())}>
        {t('today')}
      </button>
    </div>
  )
}

/** Escape on such a button closes the calendar, and not the dialog around it. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const

/** A day has no hour, so no zone moves it. */
const useDayText = () => {
  const intl = useIntl()
  return (day: string, options: Intl.DateTimeFormatOptions): string =>
    intl.formatDate(`${day}T12:00:00Z`, { ...options, timeZone: 'UTC' })
}

const Head = ({ at, onMove }: { at: string; onMove: (months: number) => void }) => {
  const t = useTexts(DAY)
  const text = useDayText()
  const step = (label: string, months: number, icon: ReactNode) => (
    <button
      type="button"
      className="btn plain"
      {...KEEPS_ESCAPE}
      aria-label={label}
      onClick={() => onMove(months)}
    >
      {icon}
    </button>
  )
  return (
    <div className="calendar-head">
      {step(t('before'), -1, <IconChevronLeft className="flip" aria-hidden />)}
      <strong aria-live="polite">{text(at, { month: 'long', year: 'numeric' })}</strong>
      {step(t('after'), 1, <IconChevronRight className="flip" aria-hidden />)}
    </div>
  )
}

const Weekdays = () => {
  const text = useDayText()
  return (
    <thead>
      <tr>
        {DAYS.map((day) => {
          const weekday = dayAfter(SUNDAY, day)
          return (
            <th key={day} scope="col" abbr={text(weekday, { weekday: 'long' })}>
              {text(weekday, { weekday: 'narrow' })}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type WeeksProps = CalendarProps & { at: string; current: RefObject<HTMLButtonElement | null> }

const Weeks = ({ at, value, onChoose, current }: WeeksProps) => {
  const text = useDayText()
  const month = at.slice(0, 8)
  const first = dayAfter(`${month}01`, -weekdayOf(`${month}01`))
  const now = today()
  const cell = (day: string) => (
    <td key={day}>
      <button
        type="button"
        ref={day === at ? current : null}
        className={day.startsWith(month) ? undefined : 'other'}
        {...KEEPS_ESCAPE}
        tabIndex={day === at ? 0 : -1}
        aria-pressed={day === value}
        aria-label={text(day, { dateStyle: 'full' })}
        {...(day === now && { 'aria-current': 'date' as const })}
        onClick={() => onChoose(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
  return (
    <tbody>
      {WEEKS.map((week) => (
        <tr key={week}>{DAYS.map((weekday) => cell(dayAfter(first, week * 7 + weekday)))}</tr>
      ))}
    </tbody>
  )
}

/** Where a key leads; null for keys that the calendar leaves alone. */
const movedTo = (key: string, day: string, isRightToLeft: boolean): string | null => {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, isRightToLeft ? 1 : -1)
    case 'ArrowRight':
      return dayAfter(day, isRightToLeft ? -1 : 1)
    case 'ArrowUp':
      return dayAfter(day, -7)
    case 'ArrowDown':
      return dayAfter(day, 7)
    case 'PageUp':
      return monthAfter(day, -1)
    case 'PageDown':
      return monthAfter(day, 1)
    default:
      return null
  }
}
