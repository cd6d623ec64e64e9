/** Compares the partner's clock, read from the header Date of its answers, with ours. */
import { headerOf } from './http/exchange.ts'
import type { Exchange } from './http/exchange.ts'

/** A slow answer and the whole seconds of the header explain a smaller difference. */
const DIFFERENCE_SECONDS_MAX = 30

/** How many seconds the partner's clock is ahead (or, negative, behind) of this machine's. */
export const secondsAhead = (exchange: Exchange, nowMs: number): number | null => {
  const at = Date.parse(headerOf(exchange, 'date') ?? '')
  return Number.isNaN(at) ? null : Math.round((at - nowMs) / 1000)
}

/** A warning, or null when the clocks agree or the answers have no Date. */
export const clockWarning = (differences: readonly number[]): string | null => {
  const median = medianOf(differences)
  if (median === null || Math.abs(median) <= DIFFERENCE_SECONDS_MAX) return null
  return (
    `Compared with this machine, the partner's clock is ${spanOf(median)} (header Date of its answers). One of the ` +
    'two is wrong: set both by NTP. A difference of more than 300 s makes every request fail.'
  )
}

export const medianOf = (differences: readonly number[]): number | null => {
  const sorted = differences.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** @example spanOf(-7200) // '2 h behind' */
export const spanOf = (seconds: number): string => {
  const size = Math.abs(seconds)
  const amount =
    size < 600
      ? `${size} s`
      : size < 7200 && size % 3600 !== 0
        ? `${Math.round(size / 60)} min`
        : hoursOf(size)
  return `${amount} ${seconds > 0 ? 'ahead' : 'behind'}`
}

const hoursOf = (seconds: number): string => {
  const hours = Math.round(seconds / 3600)
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
