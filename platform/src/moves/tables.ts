import type pg from 'pg'

/** A table with rows of partners. */
export type PartnerTable = {
  name: string
  /** The columns that are published; null for all. */
  columns: string[] | null
}

/**
 * Tables whose key starts with a partner but which belong to the database: each has its own.
 */
export const OF_THE_CELL: Record<string, string> = {
  partner_homes: 'Where partners live: in the control cell alone.',
  partner_moves: 'Their moves: in the control cell alone.',
  partner_fences: 'Which partners this cell refuses.',
  directories: 'How their people sign in: in the control cell alone, as these people are.',
  audit_chain: 'The chain of the audit log of this cell: it keeps the places of those who left.',
  ledger_day_hashes: 'What the seals of closed days of this cell cover.',
  audit_unchained: 'Entries that wait for their place in that chain.',
}

/**
 * Sums over what a cell has, which only its own work writes. They are computed in the target from
 * those of the source when it opens (`sums.ts`), and are neither published nor fenced: the roll-up
 * and the closing of days never wait for a move.
 */
export const SUMS: Record<string, string> = {
  ledger_days: 'The roll-up of the transfers.',
  ledger_totals: 'The same over all dates.',
  ledger_archive_sums: 'A month that the cell is about to archive.',
  channel_days: 'What was collected on closed dates.',
  money_days: 'The figures of closed dates.',
}

/**
 * Every table of a partner, read from the catalogue, so that a new one cannot be forgotten: those whose
 * primary key starts with `partner_id`. Transaction ids mean nothing in another database, so such columns
 * are left to the target's default.
 */
export const partnerTables = async (
  client: Pick<pg.ClientBase, 'query'>,
): Promise<PartnerTable[]> => {
  const { rows } = await client.query<PartnerTable>(TABLES, [
    [...Object.keys(OF_THE_CELL), ...Object.keys(SUMS)],
  ])
  return rows
}

const TABLES = `
  select relation.relname::text as name, own.columns
  from pg_class as relation
  join pg_index on indrelid = relation.oid and indisprimary
  join pg_attribute as first on first.attrelid = relation.oid and first.attnum = indkey[0]
  cross join lateral (
    select case when bool_or(atttypid in ('xid8'::regtype, 'pg_snapshot'::regtype)) then
      array_agg(attname::text order by attnum) filter (
        where atttypid not in ('xid8'::regtype, 'pg_snapshot'::regtype) and attgenerated = ''
      )
    end as columns
    from pg_attribute
    where attrelid = relation.oid and attnum > 0 and not attisdropped
  ) as own
  where relation.relnamespace = 'public'::regnamespace
    and relation.relkind in ('r', 'p') and not relation.relispartition
    and first.attname = 'partner_id'
    and relation.relname <> all ($1::text[])
  order by relation.relname`
