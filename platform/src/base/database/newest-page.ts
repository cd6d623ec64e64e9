/** A page of the newest rows of all partners, of a table whose ids begin with their time (W140). */
import type { IdRange } from './id-ranges.ts'

export type NewestPage = {
  /** The column of the ids. */
  id: string
  /** SQL: so many of the newest rows of the partner `p`, each with its `partner_id` and its id. */
  newest(count: string): string
  /** SQL: which partners `p`. */
  where: string
  /** SQL: the rows of a page. */
  count: string
}

/**
 * SQL: the CTE `page`, after one called `clock`. Each partner's rows are read from its index. A partner whose
 * newest row is older than those of as many others as the page has rows is not on it, so only the partners
 * in front are read in full.
 */
export const newestPage = ({ id, newest, where, count }: NewestPage): string => `front as (
    select p.partner_id
    from clock
    cross join partners p
    cross join lateral (${newest('1')}) as newest
    where ${where}
    order by newest.${id} desc
    limit ${count}
  ), page as (
    select newest.partner_id, newest.${id}
    from clock
    cross join front p
    cross join lateral (${newest(count)}) as newest
    order by newest.${id} desc
    limit ${count}
  )`

/** Reads one range after another until there are `limit` rows, or no more ranges. */
export const readUntilFull = async <Row>(
  ranges: readonly IdRange[],
  limit: number,
  read: (range: IdRange, limit: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const found: Row[] = []
  for (const range of ranges) {
    found.push(...(await read(range, limit - found.length)))
    if (found.length >= limit) break
  }
  return found
}
