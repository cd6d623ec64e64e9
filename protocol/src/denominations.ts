/** The notes and coins of the dinar, by which cash is counted (D30). */
import { z } from 'zod'
import type { Centimes } from './centimes.ts'
import { requestObject } from './request-object.ts'

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

/** More pieces of one kind than anybody counts at once; the sum stays far below 2^53 centimes. */
const PIECES_MAX = 1_000_000

const piecesSchema = z.int().min(0).max(PIECES_MAX).optional()

const shape = Object.fromEntries(
  Object.keys(DENOMINATIONS).map((name) => [name, piecesSchema]),
) as Record<Denomination, typeof piecesSchema>

/** What was counted: the number of pieces of each note and coin. */
export const denominationsSchema = requestObject(shape).meta({
  description:
    'How many of each note and coin there are, by its dinars: 3 notes of 2000 dinars are "2000": 3. An ' +
    'absent one counts as none.',
})

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
