/** What a payer gives in cash, and what they get back. Dinars. */
const NOTES = [100, 500, 1_000, 2_000] as const

const SHOWN_MAX = 4

/**
 * What can be paid in cash: centimes have no coins, so the sum is rounded to the dinar, half up. The
 * payment itself keeps its centimes (W220).
 *
 * @example inCash(2_200.5) // 2201
 */
export const inCash = (amount: number): number =>
  Math.max(1, Math.floor((Math.round(amount * 100) + 50) / 100))

/**
 * Whether the cash is rounded: unless the payer gives the centimes too. The platform books the difference
 * (W236).
 *
 * @example isRounded(2_200.5, null) // true
 */
export const isRounded = (amount: number, given: number | null): boolean =>
  inCash(amount) !== amount && (given === null || given % 1 === 0)

/**
 * What is in the drawer of a payment: its coins, unless the payer gave the centimes too.
 *
 * @example cashTaken(2_200.5, null) // 2201
 */
export const cashTaken = (amount: number, given: number | null): number =>
  isRounded(amount, given) ? inCash(amount) : amount

/**
 * What to offer as "the payer gave", the sum in cash first.
 *
 * @example givenFor(12_450) // [12450, 12500, 13000, 14000]
 */
export const givenFor = (amount: number): number[] => {
  const sum = inCash(amount)
  const rounded = NOTES.map((note) => Math.ceil(sum / note) * note)
  return [...new Set([sum, ...rounded])].toSorted((a, b) => a - b).slice(0, SHOWN_MAX)
}

/** The change in dinars: of the sum in cash, unless the payer gives the centimes too. */
export const changeOf = (given: number, amount: number): number => {
  const isExact = given % 1 !== 0
  return (Math.round(given * 100) - Math.round((isExact ? amount : inCash(amount)) * 100)) / 100
}

const TYPED = /^[0-9]{1,9}(?:[.,][0-9]{1,2})?$/

/** What somebody typed as given; null when it is no sum. */
export const readGiven = (text: string): number | null =>
  TYPED.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null
