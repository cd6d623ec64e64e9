import type pg from 'pg'
import type { Config } from '../../base/config/config.ts'
import { after, periodAt } from '../../base/database/period.ts'
import type { KeptFrom } from './retain.ts'

export type RetentionConfig = Pick<
  Config,
  'keepMonths' | 'keepAuditMonths' | 'keepBooksMonths' | 'keepAttemptDays' | 'exportDir'
>

/** From which month and day on everything is kept: whole periods, by the database's clock. */
export const readKeptFrom = async (
  pool: pg.Pool,
  { keepMonths, keepAuditMonths, keepBooksMonths, keepAttemptDays }: RetentionConfig,
): Promise<KeptFrom> => {
  const { rows } = await pool.query<{ now: Date }>('select wasl_now() as now')
  const now = rows[0]?.now ?? new Date(0)
  const month = periodAt(now, 'month')
  return {
    payments: keepMonths === null ? null : after(month, -keepMonths),
    auditLog: keepAuditMonths === null ? null : after(month, -keepAuditMonths),
    books: after(month, -keepBooksMonths),
    attempts: after(periodAt(now, 'day'), -keepAttemptDays),
  }
}
