import type { Page } from './list-query.ts'

/** The rows of every page of a list. */
export const allPages = async <Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> => {
  const found: Row[] = []
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await read(cursor)
    found.push(...items)
    if (nextCursor === null) return found
    cursor = nextCursor
  }
}
