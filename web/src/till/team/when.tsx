import { serverTime } from '../../api/server-time.ts'
import { localDay, startOfDay } from '../../time/zone.ts'
import { Clock } from '../base/clock.tsx'

/** The time of today; of another day with its date. */
export const When = ({ at }: { at: string }) => (
  <Clock
    at={at}
    shows={Date.parse(at) >= Date.parse(startOfDay(localDay(serverTime()))) ? 'time' : 'both'}
  />
)
