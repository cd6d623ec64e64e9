import type pg from 'pg'

/** Pages read by one statement: some thousands of rows, in some tens of milliseconds. */
const PAGES = 256

/** The parts of a table, each as the row ids between which it lies: `(0,0)` and `(256,0)`. */
export const pagesOf = async function* (
  pool: pg.Pool,
  table: string,
): AsyncGenerator<[string, string]> {
  const { rows } = await pool.query<{ pages: number }>(
    `select pg_relation_size($1::regclass) / current_setting('block_size')::int as pages`,
    [table],
  )
  const pages = rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += PAGES) yield [`(${page},0)`, `(${page + PAGES},0)`]
}
