/** The ends of the ranges of durations that are counted, in milliseconds; one more is open. */
export const DURATION_BOUNDS_MS = [
  25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000,
] as const

export const DURATION_RANGES = DURATION_BOUNDS_MS.length + 1

export const rangeOfDuration = (durationMs: number): number => {
  const index = DURATION_BOUNDS_MS.findIndex((bound) => durationMs <= bound)
  return index === -1 ? DURATION_RANGES - 1 : index
}

/**
 * The duration that a share of the counted calls did not exceed, in milliseconds; null without calls.
 * Within a range the calls are taken to be spread evenly. The open range counts as its beginning.
 *
 * @example quantile([0, 4], 0.5) // 38: half of the calls between 25 and 50 ms
 */
export const quantile = (counts: readonly number[], share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= total * share) {
      const from = DURATION_BOUNDS_MS[index - 1] ?? 0
      const to = DURATION_BOUNDS_MS[index] ?? from
      return Math.round(from + ((to - from) * (total * share - before)) / count)
    }
    before += count
  }
  return DURATION_BOUNDS_MS.at(-1) ?? null
}
