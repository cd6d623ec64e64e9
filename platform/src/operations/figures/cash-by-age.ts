import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { readPeriod, rowsInCell, runReport, type ReportRows } from '../reports/run-report.ts'

export type CashAge = {
  holders: number
  /** Centimes: what holders have, and the bags that are not at the bank. */
  total: Centimes
  bags: { amount: Centimes; count: number; oldestAt: Date | null }
  /** By the days since the oldest amount came: today, 1, 2, and 3 or more. */
  ages: { days: number; amount: Centimes; holders: number }[]
}

const OLDEST_AGE = 3

/**
 * Who holds cash, by the age of the oldest amount (W110). The control cell says it for all cells, so that
 * each holder counts once; the answers of the cells are added up (W178).
 */
export const readCashByAge = async (pool: pg.Pool, cells: CashCells): Promise<CashAge> => {
  const rows = await readAgedCash(pool, cells)
  const held = byAge(
    rows.map(({ balance, days }) => ({ amount: Number(balance), days: Number(days) })),
  )
  const bags = await readBags(pool)
  return { ...held, bags, total: held.total + bags.amount }
}

/** Cash that left its holder and that the bank has not credited (L4). Deposits are in the control cell. */
const readBags = async (pool: pg.Pool): Promise<CashAge['bags']> => {
  const { rows } = await pool.query<CashAge['bags']>(
    `select coalesce(sum(amount), 0)::bigint as amount, count(*)::int as count,
      min(bagged_at) as "oldestAt"
    from deposits
    where status <> 'banked'`,
  )
  return rows[0] as CashAge['bags']
}

const readAgedCash = async (pool: pg.Pool, cells: CashCells): Promise<ReportRows['rows']> => {
  if (cells !== null && !cells.isControl) return []
  const period = await readPeriod(pool, { from: null, to: null })
  return cells === null
    ? rowsInCell(pool, 'aged-custody', period)
    : (await runReport(cells.every, 'aged-custody', period)).rows
}

const byAge = (held: { amount: Centimes; days: number }[]): Omit<CashAge, 'bags'> => {
  const ages = Array.from({ length: OLDEST_AGE + 1 }, (_, days) => ({
    days,
    amount: 0,
    holders: 0,
  }))
  for (const { amount, days } of held) {
    const age = ages[Math.min(Math.max(days, 0), OLDEST_AGE)]
    if (age === undefined) continue
    age.amount += amount
    age.holders += 1
  }
  const total = ages.reduce((sum, { amount }) => sum + amount, 0)
  return { holders: held.length, total, ages }
}
