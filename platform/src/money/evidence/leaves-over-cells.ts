/** Which transfer took cash away from its holder, over several cells (W178). */
import type { EveryCell, ReadCell } from '../../cells/every-cell.ts'
import { ofDate, TRANSFER, type Transfer } from './cash-step.ts'

/** The cash of a holder on one business date, in one cell. */
type HolderDay = { date: string; debits: number; credits: number }

type Leaving = Transfer & { line: number }

/**
 * As `LEAVES_WITH` does in one database: what came to the holder up to this transfer, in all cells, has left
 * when as much has left. Null while the holder still has it.
 */
export const leavesOverCells = async (
  every: EveryCell,
  last: Transfer,
): Promise<Transfer | null> => {
  const cells = await every.read(readHolder(last))
  const days = cells.flatMap((cell) => cell.days)
  const upto =
    days.filter(({ date }) => date < last.businessDate).reduce((sum, day) => sum + day.debits, 0) +
    cells.reduce((sum, { cameThatDay }) => sum + cameThatDay, 0)
  let gone = 0
  for (const date of [...new Set(days.map((day) => day.date))].toSorted()) {
    const own = days.filter((day) => day.date === date)
    const credits = own.reduce((sum, day) => sum + day.credits, 0)
    if (gone + credits < upto) {
      gone += credits
      continue
    }
    const leaving = (await every.read(readLeaving(last.owner, date))).flat().toSorted(inOrder)
    for (const transfer of leaving) {
      gone += transfer.amount
      if (gone >= upto) return transfer
    }
    return null
  }
  return null
}

const inOrder = (one: Leaving, other: Leaving): number =>
  one.at.getTime() - other.at.getTime() || (keyOf(one) < keyOf(other) ? -1 : 1)

const keyOf = ({ sourceId, code, line }: Leaving): string => `${sourceId} ${code} ${line}`

const readHolder =
  (last: Transfer): ReadCell<{ days: HolderDay[]; cameThatDay: number }> =>
  async ({ screens }, leftOut) => {
    const days = await screens.query<HolderDay>(
      `select business_date::text as date, sum(debits)::bigint as debits,
        sum(credits)::bigint as credits
      from (
        select partner_id, business_date, debits, credits
        from ledger_days
        where kind = 'cash' and owner = $1 and ledger_rolled_up_to() <> '0'
        union all
        select partner_id, business_date, debits, credits from ledger_tail('cash', $1)
      ) as parts
      where partner_id <> all($2::int[])
      group by business_date`,
      [last.owner, leftOut],
    )
    const came = await screens.query<{ amount: number }>(
      `select coalesce(sum(amount), 0)::bigint as amount
      from ${ofDate('$2::date', `debit_kind = 'cash' and debit_owner = $1`)}
      where (transfer.at, transfer.source_id) <= ($3::timestamptz, $4::uuid)
        and transfer.partner_id <> all($5::int[])`,
      [last.owner, last.businessDate, last.at, last.sourceId, leftOut],
    )
    return { days: days.rows, cameThatDay: came.rows[0]?.amount ?? 0 }
  }

const readLeaving =
  (owner: string, date: string): ReadCell<Leaving[]> =>
  async ({ screens }, leftOut) => {
    const { rows } = await screens.query<Leaving>(
      `select ${TRANSFER}, transfer.line, transfer.debit_kind as kind, transfer.debit_owner as owner
      from ${ofDate('$2::date', `credit_kind = 'cash' and credit_owner = $1`)}
      where transfer.partner_id <> all($3::int[])`,
      [owner, date, leftOut],
    )
    return rows
  }
