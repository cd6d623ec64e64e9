import { centimesFromDinars, type Centimes } from '@wasl/protocol'

/** The centimes of an amount that a schema has accepted. */
export const centimesOf = (amount: number): Centimes => {
  const read = centimesFromDinars(amount)
  if (!read.ok) throw new Error(`a validated amount could not be read: ${read.problem}`)
  return read.centimes
}
