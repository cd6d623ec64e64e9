import type { EveryCell } from '../../cells/every-cell.ts'
import { CAME_THAT_MATTERS, oldestLeft, type Inflow } from '../../cells/oldest-left.ts'
import { inOrder } from './merge-rows.ts'
import { days, type Aged, type Value } from './reports.ts'

const DAY_MS = 86_400_000

/**
 * Balances of all cells, each with the date of the oldest amount in it. What came to a holder in one
 * cell may have gone in another, so first the balances are added up, and then each cell is asked for
 * what came last.
 */
export const readAged = async (
  cells: EveryCell,
  { kind, more, less }: Aged,
  to: string,
): Promise<Record<string, Value>[]> => {
  const balances = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<{ owner: string; balance: number }>(
      `with ${days(kind, leftOut)}
      select owner, sum(${more} - ${less})::bigint as balance from days
      where $1::date is not null
      group by owner`,
      [to, to],
    )
    return rows
  })
  const left = new Map<string, number>()
  for (const { owner, balance } of balances.flat()) {
    left.set(owner, (left.get(owner) ?? 0) + balance)
  }
  for (const [owner, balance] of left) if (balance <= 0) left.delete(owner)
  const came = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<Inflow>(
      `with ${days(kind, leftOut)}, came as (
        select owner as key, business_date as date, ${more}::bigint as amount from days
      ), wanted as (
        select key, rest from unnest($3::text[], $4::bigint[]) as wanted (key, rest)
        where $1::date is not null
      ) ${CAME_THAT_MATTERS}`,
      [to, to, [...left.keys()], [...left.values()]],
    )
    return rows
  })
  const oldest = oldestLeft(left, came.flat())
  return [...left]
    .map(([owner, balance]) => {
      // What came between the two readings does not make anything older.
      const since = oldest.get(owner) ?? to
      return { owner, balance, since, days: (Date.parse(to) - Date.parse(since)) / DAY_MS }
    })
    .toSorted(inOrder(['since', 'owner']))
}
