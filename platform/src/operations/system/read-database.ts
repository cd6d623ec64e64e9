import type { SystemDatabase } from '@wasl/protocol'
import type pg from 'pg'

/** Tables that the page shows. */
const TABLES_MAX = 20

/** The state of the database, from its own statistics. */
export const readDatabase = async (pool: pg.Pool): Promise<SystemDatabase> => {
  const [facts, standbys, tables] = await Promise.all([
    pool.query<Omit<SystemDatabase, 'standbys' | 'tables'>>(FACTS),
    pool.query<SystemDatabase['standbys'][number]>(STANDBYS),
    pool.query<SystemDatabase['tables'][number]>(TABLES, [TABLES_MAX]),
  ])
  const [row] = facts.rows
  if (row === undefined) throw new Error('the database did not say what it is')
  return { ...row, standbys: standbys.rows, tables: tables.rows }
}

const FACTS = `
  select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as "connectionsMax",
    (
      select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    ) as "oldestTransactionSeconds",
    (select count(*)::int from migrations) as migrations,
    (select max(name) from migrations) as "lastMigration"`

/** Without the right to see them (pg_monitor), the state and the lag are unknown. */
const STANDBYS = `
  select coalesce(nullif(application_name, ''), host(client_addr), 'standby') as name,
    coalesce(state, 'unknown') as state,
    coalesce(sync_state in ('sync', 'quorum'), false) as "isSynchronous",
    extract(epoch from replay_lag)::float8 as "lagSeconds"
  from pg_stat_replication
  order by 1`

/** A partition counts with its table, and an index with the table that it belongs to. */
const TABLES = `
  select coalesce(parent.relname, relation.relname)::text as table,
    count(parent.oid)::int as partitions,
    sum(pg_total_relation_size(relation.oid))::bigint as bytes
  from pg_class relation
  left join pg_inherits on inhrelid = relation.oid
  left join pg_class parent on parent.oid = inhparent
  where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
  group by 1
  order by bytes desc, 1
  limit $1`
