/** The notes and coins of a count, largest first, in centimes. The same as DENOMINATIONS of the contract. */
import type { Denomination, DENOMINATIONS } from '@wasl/protocol'

/** In dinars; typed by the contract, so that a missing one does not compile. */
const VALUES = {
  '2000': 200_000,
  '1000': 100_000,
  '500': 50_000,
  '200': 20_000,
  '100': 10_000,
  '50': 5_000,
  '20': 2_000,
  '10': 1_000,
  '5': 500,
  '2': 200,
  '1': 100,
  '0.5': 50,
  '0.2': 20,
  '0.1': 10,
  '0.05': 5,
  '0.01': 1,
} as const satisfies typeof DENOMINATIONS

/** Those that circulate; the rest hides until somebody has them. */
export const USUAL = ['2000', '1000', '500', '200', '100', '50', '20', '10', '5'] as const

export const SMALL = ['2', '1'] as const

export type Pieces = Partial<Record<Denomination, number>>

/** Dinars. */
export const valueOf = (name: Denomination, pieces: number): number => (VALUES[name] * pieces) / 100

export const sumOf = (pieces: Pieces): number =>
  Object.entries(pieces).reduce(
    (sum, [name, count]) => sum + VALUES[name as Denomination] * count,
    0,
  ) / 100

/** A count of pieces as it was typed; null when it is not a number of pieces. */
export const readPieces = (text: string): number | null =>
  /^[0-9]{0,6}$/.test(text) ? Number(text) : null
