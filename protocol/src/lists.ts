/** Lists with cursors (D22): `{ items, nextCursor }`, with the parameters `limit` and `cursor`. */
import { z } from 'zod'
import { requestQuery } from './request-object.ts'

export const LIMIT_DEFAULT = 50
export const LIMIT_MAX = 200
const CURSOR_LENGTH_MAX = 512

/**
 * The most rows in a file of a list: more is too much for a spreadsheet and for one request. A longer list
 * is refused, not cut: half of it would be believed.
 */
export const EXPORT_ROWS_MAX = 100_000

/** One page. `nextCursor` is null on the last page. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor to get the next page; null on the last page.' }),
  })

/** The parameter `limit`. A query has only strings, so the number is parsed from its digits. */
export const limitUpTo = (max: number, byDefault: number) =>
  z
    .string()
    .refine((text) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= max, {
      message: `expected an integer from 1 to ${max}`,
    })
    .transform(Number)
    .default(byDefault)
    .meta({
      description: 'The largest number of items on a page.',
      type: 'integer',
      minimum: 1,
      maximum: max,
      default: byDefault,
    })

/** The query of every list. Parses strings to `{ limit: number, cursor?: string }`. */
export const listQuery = requestQuery({
  limit: limitUpTo(LIMIT_MAX, LIMIT_DEFAULT),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, { message: 'expected the nextCursor of an earlier page' })
    .max(CURSOR_LENGTH_MAX)
    .optional()
    .meta({ description: 'The nextCursor of an earlier page.' }),
})

export type ListQuery = z.output<typeof listQuery>
