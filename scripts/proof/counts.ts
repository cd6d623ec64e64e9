/** How much of a promise a unit has seen, from what its program printed. */

/** Null when it printed no count, or one that misses what is promised. */
export type Count = (output: string) => number | null

export const OUTAGE_SECONDS_MAX = 15
export const PAUSE_MS_MAX = 1_000

/** The number that the pattern captures. */
export const numberIn =
  (pattern: RegExp): Count =>
  (output) => {
    const text = pattern.exec(output)?.[1]
    return text === undefined ? null : Number(text.replaceAll(',', ''))
  }

/**
 * One run of a benchmark, when each of these contestants used at most so many times the processor time of
 * the first one; null when one used more, or the table lacks it.
 */
export const runWithin =
  (contestants: readonly string[], ratioMax: number): Count =>
  (output) => {
    let scenario = ''
    const ratios = new Map<string, number[]>()
    for (const line of output.split('\n').filter((one) => one.startsWith('| '))) {
      const [first = '', contestant = '', , ratio = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      scenario = first === '' ? scenario : first
      if (!scenario.includes('processor time')) continue
      ratios.set(contestant, [...(ratios.get(contestant) ?? []), Number(ratio)])
    }
    const isWithin = contestants.every((one) => {
      const its = ratios.get(one) ?? []
      return its.length > 0 && its.every((ratio) => ratio <= ratioMax)
    })
    return isWithin ? 1 : null
  }

export const leaderKills = numberIn(/^(\d+) kills of the leader/m)

const longestOutageSeconds = numberIn(/^outage: .* longest ([\d.]+) s/m)

const PAUSE = /^writes refused, moves without a kill: .* p99 (\d+) ms, .* of (\d+)$/m

/** What a benchmark counted, when none of its goals was missed. */
export const unlessMissed =
  (count: Count): Count =>
  (output) =>
    output.includes('**missed**') ? null : count(output)

/** The minutes of an hour at this rate, when none of its goals was missed. */
export const minutesAt = (perSecond: number): Count =>
  unlessMissed(numberIn(new RegExp(`(\\d+) minutes at ${perSecond.toLocaleString('en-US')}/s`)))

/** The kills of the leader, when no outage was longer than promised. */
export const shortOutages: Count = (output) => {
  const longest = longestOutageSeconds(output) ?? Number.POSITIVE_INFINITY
  return longest <= OUTAGE_SECONDS_MAX ? leaderKills(output) : null
}

/** The moves whose pause was measured, when it was no longer than promised. */
export const shortPauses: Count = (output) => {
  const [, p99Ms, count] = PAUSE.exec(output) ?? []
  return Number(p99Ms) <= PAUSE_MS_MAX ? Number(count) : null
}
