/** The notes and coins of a count, largest first. */
import {
  DENOMINATIONS,
  sumOfDenominations,
  type Denomination,
  type Denominations,
} from '@wasl/protocol/denominations'

/** Those that circulate; the rest hides until somebody has them. */
export const USUAL = ['2000', '1000', '500', '200', '100', '50', '20', '10', '5'] as const

export const SMALL = ['2', '1'] as const

export const CENTIME = '0.01' as const

export type Pieces = Denominations

/** Dinars. */
export const valueOf = (name: Denomination, pieces: number): number =>
  (DENOMINATIONS[name] * pieces) / 100

/** Dinars. */
export const sumOf = (pieces: Pieces): number => sumOfDenominations(pieces) / 100

/** A count of pieces as it was typed; null when it is not a number of pieces. */
export const readPieces = (text: string): number | null =>
  /^[0-9]{0,6}$/.test(text) ? Number(text) : null
