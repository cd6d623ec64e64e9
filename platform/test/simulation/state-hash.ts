import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Columns that PostgreSQL fills from its own clock, or that name its server. */
const PHYSICAL = new Set([
  'ledger_roll_up.complete_at',
  'ledger_roll_up.next_at',
  'ledger_roll_up.system_identifier',
])

/** Ids of its transactions. */
const PHYSICAL_TYPES = `('xid8'::regtype, 'pg_snapshot'::regtype)`

/** Makes the function that hashes every row of every table, without what is physical. */
export const createStateHash = async (client: pg.ClientBase): Promise<() => Promise<string>> => {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select relname as table, attname as column
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and relname <> 'migrations'
      and atttypid not in ${PHYSICAL_TYPES}
    order by relname, attnum`)
  const text = [...Map.groupBy(rows, ({ table }) => table)]
    .map(([table, columns]) => {
      const logical = columns.filter(({ column }) => !PHYSICAL.has(`${table}.${column}`))
      const row = `row(${logical.map(({ column }) => `t."${column}"`).join(', ')})::text`
      return `select '${table}' as name,
        md5(coalesce(string_agg(${row}, '|' order by ${row} collate "C"), '')) as digest
        from ${table} t`
    })
    .join('\nunion all\n')
  return async () => {
    const { rows: digests } = await client.query({ name: 'simulation-state', text })
    return createHash('sha256').update(JSON.stringify(digests)).digest('hex').slice(0, 16)
  }
}
