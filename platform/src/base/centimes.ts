import { centimesFromDinars, signedCentimesFromDinars, type Centimes } from '@wasl/protocol'

/** The centimes of an amount that a schema has accepted. */
export const centimesOf = (amount: number): Centimes => {
  const read = centimesFromDinars(amount)
  if (!read.ok) throw new Error(`a validated amount could not be read: ${read.problem}`)
  return read.centimes
}

/** The same of a limit, where null and absent mean none. */
export const centimesOrNull = (amount: number | null | undefined): Centimes | null =>
  amount === null || amount === undefined ? null : centimesOf(amount)

/** The centimes of a sum that a schema has accepted; it may be zero or negative. */
export const centimesOfSum = (sum: number): Centimes => {
  const centimes = signedCentimesFromDinars(sum)
  if (centimes === null) throw new Error(`a validated sum could not be read: ${sum}`)
  return centimes
}
