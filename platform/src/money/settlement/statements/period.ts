/** The periods of scheduled statements. Business dates are text: `2026-11-22`. Pure. */
import type { SettlementSettings } from '@wasl/protocol'

export type Schedule = Exclude<SettlementSettings['schedule'], 'manual'>

const SATURDAY = 6

/**
 * The last date of the period that contains a date: the date itself, the Saturday of its week (a week
 * begins on Sunday), or the last day of its month.
 *
 * @example endOfPeriod('2026-11-22', 'weekly') // '2026-11-28'
 */
export const endOfPeriod = (date: string, schedule: Schedule): string => {
  const at = new Date(`${date}T00:00:00Z`)
  switch (schedule) {
    case 'daily':
      break
    case 'weekly':
      at.setUTCDate(at.getUTCDate() + SATURDAY - at.getUTCDay())
      break
    case 'monthly':
      at.setUTCMonth(at.getUTCMonth() + 1, 0)
      break
    default:
      return schedule satisfies never
  }
  return at.toISOString().slice(0, 10)
}
