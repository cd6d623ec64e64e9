import { useLanguage } from '../../texts/language.ts'
import { timeIn, type Shown } from './time-in.ts'

export type ClockProps = {
  /** ISO 8601. */
  at: string
  shows?: Shown
}

/** A moment on the operator's 24-hour clock. */
export const Clock = ({ at, shows = 'time' }: ClockProps) => {
  const { language } = useLanguage()
  return (
    <time dateTime={at}>
      <bdi className="now" dir={shows === 'both' ? 'ltr' : undefined}>
        {timeIn(language, at, shows)}
      </bdi>
    </time>
  )
}
