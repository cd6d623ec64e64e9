import { useIntl, type IntlShape } from 'react-intl'

/** The zone of business dates and of every clock on the wall. */
const ZONE = 'Africa/Algiers'

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const FORMATS = {
  time: CLOCK,
  seconds: { ...CLOCK, second: '2-digit' },
  day: DAY,
  weekday: { weekday: 'long', ...DAY },
  short: { day: 'numeric', month: 'short', ...CLOCK },
  full: { ...DAY, ...CLOCK },
  exact: { ...DAY, ...CLOCK, second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type Shows = keyof typeof FORMATS

export type MomentProps = {
  /** ISO 8601, as the wire has it. */
  at: string
  shows?: Shows
}

/** A moment as text, for a sentence. */
export const momentText = (intl: IntlShape, at: string, shows: Shows = 'full'): string =>
  intl.formatDate(new Date(at), { ...FORMATS[shows], timeZone: ZONE })

/** A moment on Algiers' 24-hour clock. The whole of it is one step away. */
export const Moment = ({ at, shows = 'full' }: MomentProps) => {
  const intl = useIntl()
  return (
    <time dateTime={at} title={momentText(intl, at, 'exact')}>
      <bdi className="now">{momentText(intl, at, shows)}</bdi>
    </time>
  )
}

/** Algeria has no summer time: its days begin one hour before those of UTC. */
const AHEAD_MS = 3_600_000

/** The day of a moment in Algiers: `2026-11-19`. Cheap, for lists with very many rows. */
export const localDay = (at: string): string =>
  new Date(Date.parse(at) + AHEAD_MS).toISOString().slice(0, 10)
