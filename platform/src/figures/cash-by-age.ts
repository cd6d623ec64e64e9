import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { holdingsOf } from '../cash/agents/holding.ts'
import { readAllBooks, type CashCells } from '../cash/custody/over-cells.ts'
import { readPeriod, rowsInCell } from '../reports/run-report.ts'

export type CashAge = {
  holders: number
  /** Centimes. */
  total: Centimes
  /** By the days since the oldest amount came: today, 1, 2, and 3 or more. */
  ages: { days: number; amount: Centimes; holders: number }[]
}

const OLDEST_AGE = 3

/** Who holds cash, by the age of the oldest amount (W110). */
export const readCashByAge = async (pool: pg.Pool): Promise<CashAge> => {
  const period = await readPeriod(pool, { from: null, to: null })
  const rows = await rowsInCell(pool, 'aged-custody', period)
  return byAge(rows.map(({ balance, days }) => ({ amount: Number(balance), days: Number(days) })))
}

/**
 * The same over all cells, each holder once. The control cell says it for all of them; the answers of
 * the cells are added up (W178).
 */
export const readCashOverCells = async (
  pool: pg.Pool,
  cells: NonNullable<CashCells>,
): Promise<CashAge> => {
  const books = cells.isControl ? await readAllBooks(cells, { owners: null }) : []
  const held = (await holdingsOf(pool, books)).filter(({ cash }) => cash > 0)
  return byAge(held.map(({ cash, oldestDays }) => ({ amount: cash, days: oldestDays ?? 0 })))
}

const byAge = (held: { amount: Centimes; days: number }[]): CashAge => {
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
