import { createCallCounter, type CallCounter, type CallSource } from './count-calls.ts'
import { THE_PLATFORM_ITSELF } from '../objectives/own-call.ts'
import type { HomeCache } from '../../cells/home-cache.ts'

/**
 * Gives each cell what this process counted of its own partners' calls, and the control cell what it counted
 * of the platform's own.
 *
 * @param homes null with one database, which gets all.
 */
export const splitCalls = (
  calls: CallSource,
  homes: Pick<HomeCache, 'cellOf'> | null,
  control: string,
): ((cell: string) => CallSource) => {
  if (homes === null) return () => calls
  const counters = new Map<string, CallCounter>()
  const counterOf = (cell: string): CallCounter => {
    const counter = counters.get(cell) ?? createCallCounter()
    counters.set(cell, counter)
    return counter
  }
  const sort = (): void => {
    for (const count of calls.take()) {
      const { partnerId } = count
      const cell = partnerId === THE_PLATFORM_ITSELF ? control : homes.cellOf(partnerId)
      // A partner that was called is known here; one that is not was removed, and counts for nobody.
      if (typeof cell === 'string') counterOf(cell).add([count])
    }
  }
  return (cell) => ({
    take() {
      sort()
      return counterOf(cell).take()
    },
    add: (counts) => counterOf(cell).add(counts),
  })
}
