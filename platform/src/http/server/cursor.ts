import { ApiError } from '../../base/api-error.ts'

/** One page on the wire: `nextCursor` is null on the last one. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/**
 * A page of at most `limit` rows. Pass one row more, if there is one, to show that another page
 * follows.
 */
export const pageOf = <Row, Item>(
  rows: Row[],
  limit: number,
  { idOf, toItem }: { idOf: (row: Row) => string | number; toItem: (row: Row) => Item },
): Page<Item> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isLast = rows.length <= limit || last === undefined
  return {
    items: shown.map(toItem),
    nextCursor: isLast ? null : Buffer.from(String(idOf(last))).toString('base64url'),
  }
}

/**
 * The id in a cursor, or null without a cursor.
 *
 * @throws ApiError VALIDATION400 when it is not a cursor of this list.
 */
export const readCursor = <Id>(
  cursor: string | undefined,
  read: (text: string) => Id | null,
): Id | null => {
  if (cursor === undefined) return null
  const id = read(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (id !== null) return id
  throw new ApiError('VALIDATION400', {
    details: [
      { path: 'cursor', message: 'expected the nextCursor of an earlier page of this list' },
    ],
  })
}

/** For lists in the order of UUIDs. */
export const readUuid = (text: string): string | null =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null

/** For lists in the order of 32-bit numbers. */
export const readNumber = (text: string): number | null =>
  /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
