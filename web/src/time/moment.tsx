import { useIntl, type IntlShape } from 'react-intl'
import { ZONE } from './zone.ts'

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

/** A moment on the operator's 24-hour clock. The whole of it is one step away. */
export const Moment = ({ at, shows = 'full' }: MomentProps) => {
  const intl = useIntl()
  return (
    <time dateTime={at} title={momentText(intl, at, 'exact')}>
      <bdi className="now">{momentText(intl, at, shows)}</bdi>
    </time>
  )
}
