import { FormattedDate, useIntl, type IntlShape } from 'react-intl'

const LONG = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** A business date (`2026-11-22`) in words. It has no hour, so no zone moves it. */
export const dayText = (intl: IntlShape, date: string): string =>
  intl.formatDate(`${date}T12:00:00Z`, LONG)

/** Day, month, year: the order of all three languages, and left to right in each. */
const inDigits = (date: string): string => date.split('-').toReversed().join('/')

export type MonthProps = {
  /** As `2026-11`. */
  month: string
}

/** A month in words. */
export const Month = ({ month }: MonthProps) => (
  <time dateTime={month}>
    <FormattedDate value={`${month}-15T12:00:00Z`} month="long" year="numeric" timeZone="UTC" />
  </time>
)

export type DayProps = { date: string; shows?: 'long' | 'short' }

export const Day = ({ date, shows = 'long' }: DayProps) => {
  const intl = useIntl()
  return (
    <time dateTime={date}>
      {shows === 'short' ? (
        <bdi className="now" dir="ltr">
          {inDigits(date)}
        </bdi>
      ) : (
        <bdi className="now">{dayText(intl, date)}</bdi>
      )}
    </time>
  )
}
