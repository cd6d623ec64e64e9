import type pg from 'pg'

/**
 * Brings the index of transaction ids up to date in the months that are over. Each partition's last,
 * incomplete range of pages would otherwise be read by every balance. In the present month that range
 * is where the new transfers are, and PostgreSQL keeps the other ranges up to date itself.
 */
export const summarizePastMonths = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ index: string }>(`
    select pg_index.indexrelid::regclass::text as index
    from pg_inherits
    join pg_class partition on partition.oid = inhrelid
    join pg_index on indrelid = inhrelid
    join pg_class index on index.oid = indexrelid
    join pg_am on pg_am.oid = index.relam and amname = 'brin'
    where inhparent = 'ledger_transfers'::regclass
      and partition.relname ~ '_[0-9]{6}$'
      and right(partition.relname, 6) < to_char(wasl_now() at time zone 'UTC', 'YYYYMM')
    order by partition.relname desc`)
  for (const { index } of rows)
    await pool.query('select brin_summarize_new_values($1::regclass)', [index])
}
