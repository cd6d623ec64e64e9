import type { CallCounts } from './count-calls.ts'
import { THE_PLATFORM_ITSELF } from '../objectives/own-call.ts'
import type { HomeCache } from '../../cells/home-cache.ts'

/**
 * Gives each cell what this process counted of its own partners' calls, and the control cell what it counted
 * of the platform's own.
 *
 * @param homes null with one database, which gets all.
 */
export const splitCalls = (
  take: () => CallCounts[],
  homes: Pick<HomeCache, 'cellOf'> | null,
  control: string,
): ((cell: string) => () => CallCounts[]) => {
  if (homes === null) return () => take
  const waiting = new Map<string, CallCounts[]>()
  const sort = (): void => {
    for (const count of take()) {
      const { partnerId } = count
      const cell = partnerId === THE_PLATFORM_ITSELF ? control : homes.cellOf(partnerId)
      // A partner that was called is known here; one that is not was removed, and counts for nobody.
      if (typeof cell !== 'string') continue
      waiting.set(cell, [...(waiting.get(cell) ?? []), count])
    }
  }
  return (cell) => () => {
    sort()
    const own = waiting.get(cell) ?? []
    waiting.delete(cell)
    return own
  }
}
