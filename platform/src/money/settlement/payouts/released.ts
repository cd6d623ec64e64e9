import type pg from 'pg'
import { isCounted } from '../../../cells/counted.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { CAME_THAT_MATTERS, oldestLeft, type Inflow } from '../../../cells/oldest-left.ts'

/** From which date on the collections of each channel are not covered, over all cells. */
export type HeldSince = { channels: number[]; dates: string[] }

/** What counts as covered besides what is in the bank: deposits that the bank has not confirmed, or nothing. */
type Cover = 'banked' | 'deposited'

/** SQL: what each channel collected and what covers it, as `unreleased` reads it (0013-statements). */
const known = (leftOut: readonly number[]): string => `
  known as (
    select channel_id, business_date, collected, covered
    from channel_days
    where ${isCounted('partner_id', leftOut)}
    union all
    select moved.channel_id, moved.business_date, moved.collected, moved.covered
    from (select 0 as partner_id union all select partners.partner_id from partners) as every
    join channel_moves moved using (partner_id)
    where moved.business_date > channel_days_through() and ${isCounted('partner_id', leftOut)}
  )`

/**
 * What channels collect is in the cells of the partners, and what covers it is mostly in the control
 * cell. Another process may change both at the next moment, so what is released over several cells is
 * advisory (money.md).
 *
 * @returns null with one database, where `unreleased` says it in the same transaction.
 */
export const readHeldSince = async (
  cells: EveryCell,
  cover: Cover = 'banked',
): Promise<HeldSince | null> => {
  if (cells.isAlone) return null
  const sums = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<{ key: string; rest: number }>(
      `with ${known(leftOut)}
      select channel_id::text as key, sum(collected - covered)::bigint as rest
      from (
        select channel_id, collected, covered from known
        union all
        select channel_id, 0, amount from deposits where status = 'deposited' and $1
      ) as sums
      group by channel_id`,
      [cover === 'deposited'],
    )
    return rows
  })
  const left = new Map<string, number>()
  for (const { key, rest } of sums.flat()) left.set(key, (left.get(key) ?? 0) + rest)
  for (const [key, rest] of left) if (rest <= 0) left.delete(key)
  const came = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<Inflow>(
      `with ${known(leftOut)}, came as (
        select channel_id::text as key, business_date as date, sum(collected)::bigint as amount
        from known group by channel_id, business_date
      ), wanted as (
        select * from unnest($1::text[], $2::bigint[]) as wanted (key, rest)
      ) ${CAME_THAT_MATTERS}`,
      [[...left.keys()], [...left.values()]],
    )
    return rows
  })
  const since = oldestLeft(left, came.flat())
  return { channels: [...since.keys()].map(Number), dates: [...since.values()] }
}

/** The same for a partner whose money is released as it is banked; null for another one. */
export const readHeldSinceFor = async (
  cells: EveryCell,
  home: pg.Pool,
  partnerId: number,
): Promise<HeldSince | null> => {
  if (cells.isAlone) return null
  const { rowCount } = await home.query(
    `select from settlement_settings where partner_id = $1 and release = 'banked'`,
    [partnerId],
  )
  return rowCount === 0 ? null : readHeldSince(cells)
}
