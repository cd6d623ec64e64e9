/** The notes and coins of the dinar (D30), without the schema: the till's first script imports this file. */
import type { Centimes } from './centimes.ts'

/** The centimes of each note and coin, by its dinars. */
export const DENOMINATIONS = {
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
} as const satisfies Readonly<Record<string, Centimes>>

export type Denomination = keyof typeof DENOMINATIONS

/** How many of each; an absent one counts as 0. */
export type Denominations = { [Name in Denomination]?: number | undefined }

/**
 * The sum of what was counted.
 *
 * @example sumOfDenominations({ '2000': 3, '0.5': 1 }) // 600_050
 */
export const sumOfDenominations = (counted: Denominations): Centimes =>
  Object.entries(DENOMINATIONS).reduce(
    (sum, [name, centimes]) => sum + centimes * (counted[name as Denomination] ?? 0),
    0,
  )
