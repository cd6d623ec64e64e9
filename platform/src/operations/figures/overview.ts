import type pg from 'pg'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { readCashByAge, type CashAge } from './cash-by-age.ts'
import { readToday, type Today } from './money.ts'
import { readFailing, type PartnerStanding } from '../health-of-partners/standing.ts'
import { readOldestDue, readQueue, type DueItem, type Queue } from './standing.ts'

export type Standing = {
  today: Today
  failing: PartnerStanding[]
  oldestDue: DueItem[]
  cash: CashAge
  queue: Queue
}

/**
 * The state of the platform now (W144). One statement after the other, so that it takes one
 * connection.
 */
export const readOverview = async (pool: pg.Pool, cells: CashCells): Promise<Standing> => ({
  today: await readToday(pool),
  failing: await readFailing(pool),
  oldestDue: await readOldestDue(pool),
  cash: await readCashByAge(pool, cells),
  queue: await readQueue(pool),
})
