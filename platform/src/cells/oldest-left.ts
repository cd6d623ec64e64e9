/** Since when an amount has been held, over all cells. The amount that came first also goes first. */

export type Inflow = { key: string; date: string; amount: number }

/**
 * The date of the oldest amount that is still there. A cell may omit the dates before the newest
 * amounts that already add up to everything that is left in all cells, because no older date can be
 * the answer.
 *
 * @param left what is left of each key, over all cells; above 0.
 * @param came in any order, several for one date.
 */
export const oldestLeft = (
  left: ReadonlyMap<string, number>,
  came: readonly Inflow[],
): Map<string, string> => {
  const oldest = new Map<string, string>()
  for (const [key, own] of Map.groupBy(came, (one) => one.key)) {
    const rest = left.get(key) ?? 0
    const days = Map.groupBy(own, ({ date }) => date)
    let later = 0
    for (const date of [...days.keys()].toSorted().toReversed()) {
      if (later >= rest) break
      oldest.set(key, date)
      later += (days.get(date) ?? []).reduce((sum, { amount }) => sum + amount, 0)
    }
  }
  return oldest
}

/**
 * SQL: of a table `came (key, date, amount)` and a table `left (key, rest)`, the rows that `oldestLeft`
 * needs of one cell. Few are old, so few are sent.
 */
export const CAME_THAT_MATTERS = `
  select key, date::text as date, amount
  from (
    select came.key, date, amount, rest,
      coalesce(sum(amount) over (
        partition by came.key order by date desc rows between unbounded preceding and 1 preceding
      ), 0) as later
    from came join wanted using (key)
  ) as counted
  where later < rest and amount > 0`
