import type pg from 'pg'
import { readToday, type Today } from './money.ts'
import {
  readCashByAge,
  readFailing,
  readOldestDue,
  readQueue,
  type CashAge,
  type DueItem,
  type FailingPartner,
  type Queue,
} from './standing.ts'

export type Standing = {
  today: Today
  failing: FailingPartner[]
  oldestDue: DueItem[]
  cash: CashAge
  queue: Queue
}

/** What is going on now (W144). One statement after the other, so that it takes one connection. */
export const readOverview = async (pool: pg.Pool): Promise<Standing> => ({
  today: await readToday(pool),
  failing: await readFailing(pool),
  oldestDue: await readOldestDue(pool),
  cash: await readCashByAge(pool),
  queue: await readQueue(pool),
})
