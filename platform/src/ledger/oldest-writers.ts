import type pg from 'pg'

/**
 * The oldest transactions that write, in any database of the server, each in one line. The roll-up and
 * the closing of a day wait for them.
 */
export const oldestWriters = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ writer: string }>(`
    select format('pid %s, %s, since %s%s', pid,
      coalesce(nullif(application_name, ''), 'unnamed'),
      to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      case wait_event when 'SyncRep' then ', its commit waits for a standby' else '' end) as writer
    from (
      select pid, application_name, xact_start, wait_event, backend_xid as id
      from pg_stat_activity
      where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select null, 'prepared transaction ' || gid, prepared, null, transaction
      from pg_prepared_xacts
    ) as writers
    order by age(id) desc
    limit 3`)
  return rows.map(({ writer }) => writer)
}
