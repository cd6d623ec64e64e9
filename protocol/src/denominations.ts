/** The notes and coins of the dinar, by which cash is counted (D30). */
import { z } from 'zod'
import { DENOMINATIONS, type Denomination } from './denomination-values.ts'
import { requestObject } from './request-object.ts'

/** More pieces of one kind than anybody counts at once; the sum stays far below 2^53 centimes. */
const PIECES_MAX = 1_000_000

const piecesSchema = z.int().min(0).max(PIECES_MAX).optional()

const shape = Object.fromEntries(
  Object.keys(DENOMINATIONS).map((name) => [name, piecesSchema]),
) as Record<Denomination, typeof piecesSchema>

/** What was counted: the number of pieces of each note and coin. */
export const denominationsSchema = requestObject(shape).meta({
  description:
    'How many of each note and coin there are, by value in dinars: 3 notes of 2000 dinars are ' +
    '"2000": 3. A value that is absent counts as 0.',
})
