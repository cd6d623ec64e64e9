import type pg from 'pg'
import { errorCodeOf, isLockTimeout, SQL_STATE } from '../../base/database/errors.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { after, lowestIdAt, partitionName, periodAt, startOf } from '../../base/database/period.ts'
import type { Period, Unit } from '../../base/database/period.ts'

/** How far ahead partitions are made: more than a long weekend, and more than a month's end. */
export const AHEAD: Record<Unit, number> = { day: 7, month: 2 }

/**
 * A new partition needs an exclusive lock for a moment. While a dump or a long report reads the
 * table, every write would wait behind that lock, so it is given up early; there is time left.
 */
const LOCK_TIMEOUT_MS = 200

const NEEDLESS = new Set<string>([
  // Another process made the same partition at the same moment.
  SQL_STATE.duplicateTable,
  SQL_STATE.uniqueViolation,
  // Rows of that period are in the default partition, and may stay there.
  SQL_STATE.checkViolation,
])

/**
 * Makes the partitions of this period and the coming ones: by day for what is kept by its time, by
 * month for what is kept by its payment's id. Old ones can then be dropped whole, and the indexes
 * that are written stay small.
 */
export const makePartitions = async (
  pool: pg.Pool,
  ahead: Record<Unit, number> = AHEAD,
): Promise<void> => {
  const { now, tables, names } = await readPartitions(pool)
  for (const { table, unit, options } of tables) {
    const present = periodAt(now, unit)
    for (let count = 0; count <= ahead[unit]; count += 1) {
      const period = after(present, count)
      if (names.includes(partitionName(table, period))) continue
      const made = await makePartition(pool, { table, unit, options }, period)
      if (made === 'not now') break
    }
  }
}

/** `options` are those of the table's default partition, such as a fill factor. */
type PartitionedTable = { table: string; unit: Unit; options: string | null }

const readPartitions = async (
  pool: pg.Pool,
): Promise<{ now: Date; tables: PartitionedTable[]; names: string[] }> => {
  const { rows } = await pool.query<{
    now: Date
    tables: PartitionedTable[] | null
    names: string[]
  }>(
    `select wasl_now() as now, (
      select json_agg(json_build_object('table', parent.relname, 'unit',
        case key.atttypid when 'uuid'::regtype then 'month' else 'day' end,
        'options', array_to_string(other.reloptions, ', ')) order by parent.oid)
      from pg_partitioned_table
      join pg_class parent on parent.oid = partrelid
      join pg_attribute key on key.attrelid = partrelid and key.attnum = partattrs[0]
      join pg_class other on other.oid = partdefid
      where parent.relnamespace = 'public'::regnamespace
    ) as tables, array(
      select relname::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    ) as names`,
  )
  const [row] = rows
  if (!row) throw new Error('the database did not say which tables it has')
  return { ...row, tables: row.tables ?? [] }
}

const makePartition = async (
  pool: pg.Pool,
  { table, unit, options }: PartitionedTable,
  period: Period,
): Promise<'made' | 'needless' | 'not now'> => {
  const [from, to] = [startOf(period), startOf(after(period, 1))].map((at) =>
    unit === 'day' ? at.toISOString() : lowestIdAt(at),
  )
  try {
    await withTransaction(pool, async (tx) => {
      await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await tx.query(
        `create table ${partitionName(table, period)} partition of ${table}
        for values from ('${from}') to ('${to}') ${options === null ? '' : `with (${options})`}`,
      )
    })
    return 'made'
  } catch (error) {
    if (isLockTimeout(error)) return 'not now'
    if (NEEDLESS.has(errorCodeOf(error))) return 'needless'
    throw error
  }
}
