import type pg from 'pg'
import { partitionName, type Period, type Unit } from '../../base/database/period.ts'

/** Tables whose partitions of one period are detached, exported and dropped together. */
export type Group = {
  /** For the log, the audit log and the command's output. */
  name: 'payments' | 'attempts' | 'audit log' | 'books'
  unit: Unit
  tables: readonly string[]
}

export const PAYMENTS = {
  name: 'payments',
  unit: 'month',
  tables: [
    'payments',
    'payment_transitions',
    'payment_refusals',
    'payment_notes',
    'refunds',
    'refund_transitions',
    'webhook_events',
    'webhook_deliveries',
  ],
} as const satisfies Group

export const ATTEMPTS = {
  name: 'attempts',
  unit: 'day',
  tables: ['webhook_attempts', 'webhook_attempt_results'],
} as const satisfies Group

export const AUDIT_LOG = {
  name: 'audit log',
  unit: 'month',
  tables: ['audit_log'],
} as const satisfies Group

/** A transfer is in the month of its source's id, whatever its business date is. */
export const BOOKS = {
  name: 'books',
  unit: 'month',
  tables: ['ledger_transfers'],
} as const satisfies Group

/** The partitions of one period that exist. */
export type Partitions = {
  period: Period
  /** Names of the partitions that belong to their tables. */
  attached: string[]
  /** Names of those that were detached and not dropped yet: an earlier run was killed. */
  detached: string[]
}

/** The periods of a group, the oldest first. */
export const readPeriods = async (
  pool: pg.Pool,
  { unit, tables }: Group,
): Promise<Partitions[]> => {
  const { rows } = await pool.query<Partitions>(
    `select period,
      coalesce(array_agg(name order by place) filter (where is_attached), '{}') as attached,
      coalesce(array_agg(name order by place) filter (where not is_attached), '{}') as detached
    from (
      select relname::text as name, relispartition as is_attached, asked.place,
        to_char(to_date(right(relname, $2::int), left('YYYYMMDD', $2::int)), $3::text) as period
      from unnest($1::text[]) with ordinality as asked (name, place)
      join pg_class
        on relname ~ ('^' || asked.name || '_[0-9]{' || $2::int || '}$')
        and relnamespace = 'public'::regnamespace and relkind = 'r'
    ) as partitions
    group by period
    order by period`,
    unit === 'day' ? [tables, 8, 'YYYY-MM-DD'] : [tables, 6, 'YYYY-MM'],
  )
  return rows
}

/** The table that a partition of this period belongs to. */
export const tableOf = ({ tables }: Group, partition: string, period: Period): string => {
  const table = tables.find((name) => partitionName(name, period) === partition)
  if (table === undefined) throw new Error(`${partition} is no partition of ${tables.join(', ')}`)
  return table
}
