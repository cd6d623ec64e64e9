/** The amounts that a payer is likely to give: exactly, or in notes. Dinars. */
const NOTES = [100, 500, 1_000, 2_000] as const

const SHOWN_MAX = 4

/**
 * What to offer as "the payer gave", the exact amount first.
 *
 * @example givenFor(12_450) // [12450, 12500, 13000, 14000]
 */
export const givenFor = (amount: number): number[] => {
  const rounded = NOTES.map((note) => Math.ceil(amount / note) * note)
  return [...new Set([amount, ...rounded])].toSorted((a, b) => a - b).slice(0, SHOWN_MAX)
}

/** The change in dinars, without the error of binary fractions. */
export const changeOf = (given: number, amount: number): number =>
  (Math.round(given * 100) - Math.round(amount * 100)) / 100
