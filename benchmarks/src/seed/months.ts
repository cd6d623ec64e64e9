import type pg from 'pg'
import {
  after,
  boundsOf,
  partitionName,
  periodAt,
} from '../../../platform/src/base/database/period.ts'
import { MONTHS } from '../options.ts'
import { TIME_BASE } from './payments.ts'

/** Over which the ids of the payments are spread; each month has partitions of its own. */
export const SPREAD_MS = MONTHS * 30 * 86_400_000

/** The partitions that the platform would have made as time went by. */
export const makeMonths = async (client: pg.Client, tables: readonly string[]): Promise<void> => {
  const last = periodAt(new Date(TIME_BASE), 'month')
  let period = periodAt(new Date(TIME_BASE - SPREAD_MS), 'month')
  for (; period <= last; period = after(period, 1)) {
    const [from, to] = boundsOf(period)
    for (const table of tables) {
      await client.query(
        `create table ${partitionName(table, period)} partition of ${table}
        for values from ('${from}') to ('${to}')`,
      )
    }
  }
}
