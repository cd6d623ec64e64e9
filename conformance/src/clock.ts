/** Whether the partner's clock seems to be off, by the header Date of its answers. */
import { headerOf } from './http/exchange.ts'
import type { Exchange } from './http/exchange.ts'

/** More than a slow answer and the whole seconds of the header account for. */
const DIFFERENCE_SECONDS_MAX = 30

/** How many seconds the partner's clock is ahead (or, negative, behind) of this machine's. */
export function secondsAhead(exchange: Exchange, nowMs: number): number | null {
  const at = Date.parse(headerOf(exchange, 'date') ?? '')
  return Number.isNaN(at) ? null : Math.round((at - nowMs) / 1000)
}

/** A warning, or null when the clocks agree or nothing is known of the partner's. */
export function clockWarning(differences: readonly number[]): string | null {
  const sorted = differences.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined || Math.abs(median) <= DIFFERENCE_SECONDS_MAX) return null
  const direction = median > 0 ? 'ahead of' : 'behind'
  return (
    `By the Date header of its answers, the partner's clock is ${Math.abs(median)} s ${direction} this ` +
    "machine's. One of the two is wrong; set both by NTP. Beyond 300 s every request is refused."
  )
}
