import type pg from 'pg'

/** How many rows there are. @param from what follows `from` in the statement. */
export const countOf = async (client: pg.ClientBase, from: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
  )
  return rows[0]?.count ?? 0
}
