import type { Goal } from './scenario.ts'

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  if (upper === undefined || lower === undefined) throw new Error('expected at least one value')
  return (lower + upper) / 2
}

/**
 * The median of the ratios of each round. Other work on the machine slows floor and platform alike
 * in a round, so their ratio varies less than either rate.
 */
export const medianRatio = (values: readonly number[], floors: readonly number[]): number =>
  median(values.map((value, round) => value / (floors[round] ?? Number.NaN)))

export const atLeast = (goal: number, ratio: number, of = 'the floor'): Goal => ({
  text: `≥ ${goal.toFixed(2)} of ${of}`,
  met: ratio >= goal,
})

export const atMost = (text: string, goal: number, value: number): Goal => ({
  text: `≤ ${text}`,
  met: value <= goal,
})

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')}/s`

export const milliseconds = (ms: number): string => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
