import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Columns that PostgreSQL fills: ids of transactions, and its own clock. */
const PHYSICAL = new Set([
  'ledger_closings.fence',
  'ledger_roll_up.complete_at',
  'ledger_roll_up.next_at',
  'ledger_roll_up.next_xid',
  'ledger_roll_up.rolled_up_to',
  'ledger_roll_up.system_identifier',
  'ledger_transfers.xid',
])

/** Makes the function that hashes every row of every table, without what is physical. */
export const createStateHash = async (client: pg.ClientBase): Promise<() => Promise<string>> => {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select relname as table, attname as column
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and relname <> 'migrations'
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
