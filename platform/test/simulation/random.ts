/** Seeded random numbers. The same seed gives the same numbers on every machine. */
export type Random = {
  /** A whole number from 0 to below `max`. */
  below(max: number): number
  /** From 0 to below 1. */
  unit(): number
  pick<Value>(values: readonly Value[]): Value
  /** One of the keys, as often as its weight says. */
  weighted<Key extends string>(weights: Record<Key, number>): Key
  bytes(count: number): Buffer
}

/** sfc32: small, fast, and good enough that neighbouring seeds have nothing in common. */
export const randomOf = (seed: number): Random => {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1]
  const next = (): number => {
    const result = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + result) | 0
    return result >>> 0
  }
  for (let round = 0; round < 16; round += 1) next()
  const below = (max: number): number => Math.floor((next() / 2 ** 32) * max)
  return {
    below,
    unit: () => next() / 2 ** 32,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = below(entries.reduce((sum, [, weight]) => sum + weight, 0))
      for (const [key, weight] of entries) {
        if (left < weight) return key
        left -= weight
      }
      throw new RangeError('expected at least one weight above 0')
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() & 0xff)),
  }
}
